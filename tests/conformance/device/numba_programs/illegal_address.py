"""A kernel that touches what no memory is: the error comes with the next wait, and nothing works afterwards."""

import numpy as np
from numba import cuda
from numba.cuda.cudadrv.driver import CudaAPIError


@cuda.jit
def far_away(a):
    a[2**33] = 1


@cuda.jit
def store(a):
    a[0] = 1


def main():
    a = cuda.to_device(np.zeros(4))
    far_away[1, 1](a)
    for call in (cuda.synchronize, a.copy_to_host, lambda: store[1, 1](a), lambda: cuda.to_device(np.zeros(4))):
        try:
            call()
            cuda.synchronize()
        except CudaAPIError as error:
            assert error.code == 700, error
        else:
            raise AssertionError("the context is lost")
