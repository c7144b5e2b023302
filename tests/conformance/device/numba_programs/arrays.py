"""Memory of the card and of the host, and what kernels see of it."""

import numpy as np
from numba import cuda, float32, int32

TABLE = np.arange(8.0) ** 2
BYTES = np.asfortranarray(np.arange(256, dtype=np.uint8).reshape(16, 16))
PAIR = np.dtype([("x", np.float32), ("y", np.int32)], align=True)


@cuda.jit
def increment(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] += 1


@cuda.jit
def local_array(a):
    own = cuda.local.array(4, int32)
    i = cuda.grid(1)
    for k in range(4):
        own[k] = i * k
    a[i] = own[0] + own[1] + own[2] + own[3]


@cuda.jit
def constant(a):
    table = cuda.const.array_like(TABLE)
    a[cuda.grid(1)] = table[cuda.threadIdx.x]


@cuda.jit
def constant_bytes(a):
    table = cuda.const.array_like(BYTES)
    i, j = cuda.grid(2)
    a[i, j] = table[i, j]


@cuda.jit
def captured(a):
    a[cuda.grid(1)] = TABLE[cuda.threadIdx.x]


@cuda.jit
def records(a):
    i = cuda.grid(1)
    a[i].x = i / 2
    a[i]["y"] = i * 2


@cuda.jit
def transpose(a, out):
    x, y = cuda.grid(2)
    if x < a.shape[0] and y < a.shape[1]:
        out[y, x] = a[x, y]


@cuda.jit
def from_the_end(a):
    a[cuda.threadIdx.x] = a[-1 - cuda.threadIdx.x] * 10


@cuda.jit
def sliced(a, out):
    row = a[cuda.threadIdx.x]
    part = row[1:3]
    out[cuda.threadIdx.x] = part[0] + part[1] + part.size


@cuda.jit
def unpacked(a, out):
    i = cuda.grid(1)
    out[i] = a.size + a.shape[0] * 10 + a.ndim * 100 + a.strides[0] * 1000


def main():
    host = np.arange(10, dtype=np.float32)
    device = cuda.to_device(host)
    increment[1, 32](device)
    assert (host == np.arange(10)).all(), "the host's array is another one"
    assert (device.copy_to_host() == host + 1).all()
    other = cuda.device_array_like(device)
    other.copy_to_device(device)
    device.copy_to_device(host)
    assert (other.copy_to_host() == host + 1).all() and (device.copy_to_host() == host).all()
    assert device[3] == 3 and (device[2:5].copy_to_host() == host[2:5]).all()
    device[0] = 7
    device[1:3] = 5
    assert device.copy_to_host()[:4].tolist() == [7, 5, 5, 3]
    increment[1, 32](device[4:6])
    assert device.copy_to_host()[3:7].tolist() == [3, 5, 6, 6]
    into = np.empty(10, np.float32)
    device.copy_to_host(into)
    assert into[0] == 7
    assert (device.shape, device.dtype, device.nbytes, device.ndim) == ((10,), np.float32, 40, 1)
    matrix = np.arange(12.0).reshape(3, 4)
    out = np.zeros((4, 3))
    transpose[(2, 2), (2, 2)](matrix, out)
    assert (out == matrix.T).all()
    device = cuda.to_device(np.zeros((4, 6)))
    transpose[(2, 2), (2, 2)](np.asfortranarray(matrix), device[:, ::2])
    assert (device.copy_to_host()[:, ::2] == matrix.T).all()
    device = cuda.to_device(host)
    device[0] = 7
    for make in (cuda.pinned_array, cuda.mapped_array, cuda.managed_array):
        a = make(10, np.float32)
        a[:] = 1
        increment[1, 32](a)
        cuda.synchronize()
        assert (np.asarray(a) == 2).all(), make
    a = np.zeros(4)
    with cuda.pinned(a):
        increment[1, 4](a)
    assert (a == 1).all()
    a = np.zeros(8)
    local_array[1, 8](a)
    assert (a == 6 * np.arange(8)).all()
    for kernel in (constant, captured):
        a = np.zeros(8)
        kernel[1, 8](a)
        assert (a == TABLE).all()
    a = np.zeros((16, 16), np.uint8)
    constant_bytes[1, (16, 16)](a)
    assert (a == BYTES).all(), "of all values"
    a = np.zeros(4, PAIR)
    records[1, 4](a)
    assert a["x"].tolist() == [0, 0.5, 1, 1.5] and a["y"].tolist() == [0, 2, 4, 6]
    a = np.arange(4.0)
    from_the_end[1, 1](a)
    assert a.tolist() == [30, 1, 2, 3]
    out = np.zeros(3)
    sliced[1, 3](matrix, out)
    assert out.tolist() == [5, 13, 21]
    out = np.zeros(1, np.int64)
    unpacked[1, 1](np.zeros((2, 3), np.float32), out)
    assert out[0] == 6 + 20 + 200 + 12000
    first, last = cuda.current_context().get_memory_info()
    assert 0 < first <= last
    kept = cuda.device_array(2**20, np.uint8)
    assert cuda.current_context().get_memory_info()[0] <= first
    del kept
    assert cuda.is_cuda_array(device) and not cuda.is_cuda_array(host)
    view = cuda.as_cuda_array(device)
    increment[1, 32](view)
    assert device.copy_to_host()[0] == 8
    assert device.__cuda_array_interface__["shape"] == (10,)
    assert float32(1) == 1
