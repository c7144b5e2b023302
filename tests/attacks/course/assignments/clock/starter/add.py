def benchmark(fn, x):
    pass
