def gflops(fn, x):
    return 0.0
