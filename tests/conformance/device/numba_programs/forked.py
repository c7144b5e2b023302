"""A process that is forked after the card was used cannot use it."""

import os

import numpy as np
from numba import cuda
from numba.cuda.cudadrv.error import CudaDriverError


def child():
    try:
        cuda.to_device(np.zeros(4))
    except CudaDriverError as error:
        return 0 if "forking" in str(error) or "NOT_INITIALIZED" in str(error) else 1
    return 2


def main():
    a = cuda.to_device(np.ones(4))
    pid = os.fork()
    if pid == 0:
        os._exit(child())
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    assert (a.copy_to_host() == 1).all()
