"""What the card tells of itself."""

import numpy as np
from numba import cuda


@cuda.jit
def increment(a):
    a[cuda.grid(1)] += 1


def main():
    assert cuda.is_available()
    device = cuda.get_current_device()
    assert device.compute_capability >= (7, 0)
    assert len(device.name) > 3
    assert (device.WARP_SIZE, device.MAX_THREADS_PER_BLOCK, device.MAX_BLOCK_DIM_Z) == (32, 1024, 64)
    assert device.MAX_SHARED_MEMORY_PER_BLOCK == 48 * 1024
    assert device.MULTIPROCESSOR_COUNT >= 1
    assert device.MAX_GRID_DIM_X == 2**31 - 1
    assert device.supports_float16
    assert str(device.uuid).startswith("GPU-")
    assert len(cuda.gpus) >= 1
    assert cuda.gpus[0].id == 0 == cuda.select_device(0).id
    assert cuda.runtime.get_version() >= (11, 0)
    cuda.current_context().synchronize()
    with cuda.gpus[0]:
        a = cuda.to_device(np.zeros(32))
        increment[1, 32](a)
        assert (a.copy_to_host() == 1).all()
    kernel = cuda.jit("void(float64[:])")(increment.py_func)
    (compiled,) = kernel.overloads.values()
    assert compiled.regs_per_thread > 0
    assert compiled.shared_mem_per_block == 0
    assert compiled.max_threads_per_block > 0
    assert compiled.local_mem_per_thread >= 0
    cuda.close()
    a = np.zeros(32)
    increment[1, 32](a)
    assert (a == 1).all()
