"""Memory that a block shares, and barriers."""

import numpy as np
from numba import cuda, float32, int32

TILE = 8


@cuda.jit
def tiled(A, B, C):
    a = cuda.shared.array((TILE, TILE), float32); b = cuda.shared.array((TILE, TILE), float32)
    x, y = cuda.grid(2)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    total = float32(0)
    for t in range((A.shape[1] + TILE - 1) // TILE):
        a[tx, ty] = A[x, ty + t * TILE] if x < A.shape[0] and ty + t * TILE < A.shape[1] else 0
        b[tx, ty] = B[tx + t * TILE, y] if y < B.shape[1] and tx + t * TILE < B.shape[0] else 0
        cuda.syncthreads()
        for k in range(TILE):
            total += a[tx, k] * b[k, ty]
        cuda.syncthreads()
    if x < C.shape[0] and y < C.shape[1]:
        C[x, y] = total


@cuda.jit
def total(a, out):
    s = cuda.shared.array(128, float32)
    t, i = cuda.threadIdx.x, cuda.grid(1)
    s[t] = a[i] if i < a.size else 0
    cuda.syncthreads()
    n = cuda.blockDim.x // 2
    while n > 0:
        if t < n:
            s[t] += s[t + n]
        cuda.syncthreads()
        n //= 2
    if t == 0:
        out[cuda.blockIdx.x] = s[0]


@cuda.jit
def reversed_by_dynamic(a):
    s = cuda.shared.array(0, float32)
    t = cuda.threadIdx.x
    s[t] = a[t]
    cuda.syncthreads()
    a[t] = s[cuda.blockDim.x - 1 - t]


@cuda.jit
def dynamic_in_two_types(a):
    whole = cuda.shared.array(0, float32)
    same = cuda.shared.array(0, int32)
    if cuda.threadIdx.x == 0:
        whole[0] = 1.0
        a[0] = same[0]


@cuda.jit
def both(a):
    static = cuda.shared.array(4, int32)
    dynamic = cuda.shared.array(0, int32)
    t = cuda.threadIdx.x
    static[t] = t
    dynamic[t] = 10 * t
    cuda.syncthreads()
    a[t] = static[3 - t] + dynamic[3 - t]


@cuda.jit
def votes(a):
    t = cuda.threadIdx.x
    a[0, t] = cuda.syncthreads_count(int32(t < 5))
    a[1, t] = cuda.syncthreads_and(int32(t < 40))
    a[2, t] = cuda.syncthreads_and(int32(t < 5))
    a[3, t] = cuda.syncthreads_or(int32(t == 39))
    a[4, t] = cuda.syncthreads_or(int32(t == 40))


@cuda.jit
def some_leave_early(a, n):
    s = cuda.shared.array(32, int32)
    t = cuda.threadIdx.x
    s[t] = t
    cuda.syncthreads()
    if t >= n:
        return
    a[t] = s[n - 1 - t]


@cuda.jit
def rounds(a):
    s = cuda.shared.array(64, int32)
    t = cuda.threadIdx.x
    s[t] = t
    for _ in range(64):
        cuda.syncthreads()
        value = s[(t + 1) % 64]
        cuda.syncthreads()
        s[t] = value
    cuda.syncthreads()
    a[t] = s[t]


def main():
    random = np.random.default_rng(1)
    A = random.integers(-9, 9, (13, 21)).astype(np.float32)
    B = random.integers(-9, 9, (21, 10)).astype(np.float32)
    C = np.zeros((13, 10), np.float32)
    tiled[(2, 2), (TILE, TILE)](A, B, C)
    assert (C == A @ B).all()
    a, out = np.ones(500, np.float32), np.zeros(4, np.float32)
    total[4, 128](a, out)
    assert out.tolist() == [128, 128, 128, 116]
    a = np.arange(32, dtype=np.float32)
    reversed_by_dynamic[1, 32, 0, 128](a)
    assert (a == np.arange(32)[::-1]).all()
    a = np.zeros(1, np.int32)
    dynamic_in_two_types[1, 1, 0, 4](a)
    assert a[0] == 0x3F800000, "all dynamic arrays begin at the same address"
    a = np.zeros(4, np.int32)
    both[1, 4, 0, 16](a)
    assert a.tolist() == [33, 22, 11, 0]
    a = np.zeros((5, 40), np.int64)
    votes[1, 40](a)
    assert (a[0] == 5).all()
    assert (a[1:] != 0).tolist() == [[True] * 40, [False] * 40, [True] * 40, [False] * 40]
    a = np.zeros(32, np.int32)
    some_leave_early[1, 32](a, 20)
    assert a[:20].tolist() == list(range(20))[::-1]
    a = np.zeros(64, np.int32)
    rounds[1, 64](a)
    assert (a == np.arange(64)).all()
