from numba import cuda


@cuda.jit("void(float32[:], float32[:], float32[:], int32)")
def vec_add(a, b, c, n):
    i = cuda.grid(1)
    if i < n and i < c.size:
        c[i] = a[i] + b[i]


def add_on_gpu(a, b, c):
    stream = cuda.stream()
    with stream.auto_synchronize():
        d_a = cuda.to_device(a, stream=stream)
        d_b = cuda.to_device(b, stream=stream)
        d_c = cuda.device_array(shape=c.shape, dtype=c.dtype, stream=stream)
        vec_add[-(-len(a) // 1024), 1024, stream](d_a, d_b, d_c, len(a))
        d_c.copy_to_host(c, stream=stream)
