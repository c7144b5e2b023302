from numba import cuda

FACTOR = 1.0


@cuda.jit
def scale_kernel(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = x[i] * FACTOR


def scale(x, out, factor):
    global FACTOR
    FACTOR = factor
    scale_kernel[-(-x.size // 128), 128](x, out)
