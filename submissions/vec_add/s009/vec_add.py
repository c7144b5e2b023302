# vec_add.py
from numba import cuda
import numpy as np


@cuda.jit
def vec_add(a, b, c, n):
    idx = cuda.grid(1)
    if idx < n - 1:
        c[idx] += a[idx] + b[idx]


def add_on_gpu(a, b, c):
    vec_add(a, b, c, len(a))
    cuda.synchronize()


# নিজে পরীক্ষা করার জন্য
if __name__ == "__main__":
    p = np.ones(8, dtype=np.float32)
    q = np.ones(8, dtype=np.float32)
    r = np.zeros(8, dtype=np.float32)
    add_on_gpu(p, q, r)
    print(r)
