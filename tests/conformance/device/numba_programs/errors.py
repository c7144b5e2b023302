"""What numba and the driver refuse, each in their own words."""

import numpy as np
from numba import cuda, float32
from numba.core.errors import TypingError
from numba.cuda.cudadrv.driver import CudaAPIError, LinkerError


@cuda.jit
def store(a):
    a[0] = 1


@cuda.jit
def much_shared(a):
    s = cuda.shared.array(200_000, float32)
    s[cuda.threadIdx.x] = 1
    cuda.syncthreads()
    a[0] = s[0]


@cuda.jit
def dynamic(a):
    s = cuda.shared.array(0, float32)
    s[0] = 1
    a[0] = s[0]


@cuda.jit
def size_from_an_array(a):
    s = cuda.shared.array(a.size, float32)
    s[0] = 1
    a[0] = s[0]


@cuda.jit
def returns(a):
    return a[0]


@cuda.jit
def with_a_dict(a):
    d = {}
    d["x"] = a[0]
    a[0] = d["x"]


@cuda.jit
def with_linalg(a):
    a[0] = np.linalg.norm(a)


@cuda.jit
def misspelt(a):
    a[0] = nothing  # noqa: F821


@cuda.jit
def no_such_attribute(a):
    a[0] = cuda.threadIdx.w


@cuda.jit(debug=True, opt=False)
def checked(a, i):
    a[0] = 1 / i
    if i == 0:
        raise ValueError("i is zero")


def refused(kinds, words, call):
    try:
        call()
    except kinds as error:
        assert words in str(error), (words, str(error))
    else:
        raise AssertionError(f"{words} was not refused")


def main():
    a = np.zeros(4)
    invalid = "Call to cuLaunchKernel results in CUDA_ERROR_INVALID_VALUE"
    refused(CudaAPIError, invalid, lambda: store[1, 2048](a))
    refused(CudaAPIError, invalid, lambda: store[1, (32, 33)](a))
    refused(CudaAPIError, invalid, lambda: store[1, (1, 1, 65)](a))
    refused(CudaAPIError, invalid, lambda: store[0, 32](a))
    refused(CudaAPIError, invalid, lambda: store[(1, 65536), 32](a))
    refused(CudaAPIError, "", lambda: dynamic[1, 1, 0, 300_000](a))
    refused((LinkerError, CudaAPIError), "uses too much shared data (0xc3500 bytes", lambda: much_shared[1, 1](a))
    refused(ValueError, "launch configuration", lambda: store(a))
    refused(TypingError, "", lambda: size_from_an_array[1, 1](a))
    refused(TypingError, "", lambda: returns[1, 1](a))
    refused((TypingError, NotImplementedError), "", lambda: with_a_dict[1, 1](a))
    refused(TypingError, "", lambda: with_linalg[1, 1](a))
    refused(TypingError, "nothing", lambda: misspelt[1, 1](a))
    refused(TypingError, "", lambda: no_such_attribute[1, 1](a))
    refused(TypeError, "", lambda: cuda.jit(store.py_func)[1, 1](a, a))
    refused(ZeroDivisionError, "", lambda: checked[1, 1](a, 0))
    refused(CudaAPIError, "CUDA_ERROR_OUT_OF_MEMORY", lambda: cuda.device_array(2**43, np.uint8))
    store[1, 1](a)
    assert a[0] == 1, "the card goes on after a launch that it has refused"
