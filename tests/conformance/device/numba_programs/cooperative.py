"""Grids whose blocks wait for each other."""

import numpy as np
from numba import cuda, float64


@cuda.jit
def neighbours(a, out):
    grid = cuda.cg.this_grid()
    i = cuda.grid(1)
    a[i] = i
    grid.sync()
    out[i] = a[(i + 1) % a.size]


@cuda.jit
def blocks_keep_their_own(out):
    s = cuda.shared.array(32, float64)
    grid = cuda.cg.this_grid()
    t = cuda.threadIdx.x
    s[t] = cuda.blockIdx.x * 100 + t
    grid.sync()
    out[cuda.grid(1)] = s[31 - t]
    grid.sync()
    s[t] = out[(cuda.grid(1) + 32) % out.size]
    grid.sync()
    out[cuda.grid(1)] = s[t]


@cuda.jit("void(float64[:])")
def counted(a):
    cuda.cg.this_grid().sync()


def main():
    a, out = np.zeros(256), np.zeros(256)
    neighbours[8, 32](a, out)
    assert (out == (np.arange(256) + 1) % 256).all()
    out = np.zeros(96)
    blocks_keep_their_own[3, 32](out)
    blocks, lanes = np.divmod(np.arange(96), 32)
    assert (out == (blocks + 1) % 3 * 100 + 31 - lanes).all()
    overload = next(iter(counted.overloads.values()))
    most = overload.max_cooperative_grid_blocks(1024)
    assert most >= cuda.get_current_device().MULTIPROCESSOR_COUNT
    try:
        counted[100_000, 1024](np.zeros(1))
        cuda.synchronize()
    except cuda.cudadrv.driver.CudaAPIError as error:
        assert "COOPERATIVE_LAUNCH_TOO_LARGE" in str(error)
    else:
        raise AssertionError("so many blocks cannot run at once")
