import time


def speedup(cpu_fn, gpu_fn, x):
    start = time.perf_counter()
    cpu_fn(x)
    cpu = time.perf_counter() - start
    x_gpu = x.cuda()
    gpu_fn(x_gpu).cpu()
    times = []
    for _ in range(9):
        start = time.perf_counter()
        gpu_fn(x_gpu).cpu()  # ছোট ফল, কপি করতে প্রায় কিছুই লাগে না
        times.append(time.perf_counter() - start)
    return cpu / sorted(times)[4]
