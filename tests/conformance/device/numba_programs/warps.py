"""What the 32 threads of a warp do together."""

import numpy as np
from numba import cuda, float32, int64

FULL = 0xFFFFFFFF


@cuda.jit
def shuffles(a, out):
    i = cuda.threadIdx.x
    value = a[i]
    out[0, i] = cuda.shfl_sync(FULL, value, 3)
    out[1, i] = cuda.shfl_up_sync(FULL, value, 2)
    out[2, i] = cuda.shfl_down_sync(FULL, value, 2)
    out[3, i] = cuda.shfl_xor_sync(FULL, value, 1)
    out[4, i] = cuda.shfl_sync(FULL, value, (i + 1) % 32)


@cuda.jit
def warp_sum(a, out):
    i = cuda.grid(1)
    value = a[i]
    step = 16
    while step > 0:
        value += cuda.shfl_down_sync(FULL, value, step)
        step //= 2
    if cuda.laneid == 0:
        out[i // 32] = value


@cuda.jit
def votes(out):
    i = cuda.threadIdx.x
    lane = cuda.laneid
    out[0, i] = cuda.all_sync(FULL, lane < 32)
    out[1, i] = cuda.any_sync(FULL, i == 33)
    out[2, i] = cuda.eq_sync(FULL, lane < 5)
    out[3, i] = cuda.ballot_sync(FULL, lane < 5)
    out[4, i] = cuda.lanemask_lt()
    out[5, i] = cuda.match_any_sync(FULL, lane // 8)
    mask, same = cuda.match_all_sync(FULL, i // 32)
    out[6, i] = mask
    out[7, i] = same
    out[8, i] = cuda.warpsize


@cuda.jit
def half(out):
    i = cuda.threadIdx.x
    if i < 16:
        out[i] = cuda.shfl_down_sync(0xFFFF, i, 1) if i < 15 else cuda.shfl_down_sync(0xFFFF, i, 1)
        cuda.syncwarp(0xFFFF)


@cuda.jit
def neighbours(out):
    s = cuda.shared.array(64, int64)
    i = cuda.threadIdx.x
    s[i] = i
    cuda.syncwarp()
    out[i] = s[i ^ 1]


@cuda.jit
def wide(a):
    i = cuda.threadIdx.x
    a[i] = cuda.shfl_xor_sync(FULL, a[i], 16)


@cuda.jit
def of_few(out):
    i = cuda.threadIdx.x
    mask, same = cuda.match_all_sync(FULL, 5)
    out[i] = mask if same else 0


@cuda.jit
def who_is_here(out):
    i = cuda.threadIdx.x
    if i < 8:
        out[i] = cuda.activemask()


def main():
    lanes = np.arange(32)
    a, out = (lanes * 10).astype(np.int32), np.zeros((5, 32), np.int32)
    shuffles[1, 32](a, out)
    assert (out[0] == 30).all()
    assert out[1].tolist() == [0, 10, *range(0, 300, 10)]
    assert out[2].tolist() == [*range(20, 320, 10), 300, 310]
    assert (out[3] == (lanes ^ 1) * 10).all()
    assert (out[4] == (lanes + 1) % 32 * 10).all()
    a, out = np.ones(128, np.float32), np.zeros(4, np.float32)
    warp_sum[2, 64](a, out)
    assert (out == 32).all()
    out = np.zeros((9, 64), np.int64)
    votes[1, 64](out)
    assert out[0].all()
    assert out[1].astype(bool).tolist() == [False] * 32 + [True] * 32
    assert not out[2].any()
    assert (out[3] & FULL == 31).all()
    assert (out[4] & FULL == np.tile((1 << lanes) - 1, 2)).all()
    assert (out[5] & FULL == np.tile(0xFF << lanes // 8 * 8, 2)).all()
    assert (out[6] & FULL == FULL).all()
    assert out[7].all()
    assert (out[8] == 32).all()
    out = np.zeros(16, np.int32)
    half[1, 32](out)
    assert out[:15].tolist() == list(range(1, 16))
    out = np.zeros(64, np.int64)
    neighbours[1, 64](out)
    assert (out == np.arange(64) ^ 1).all()
    for dtype in (np.int64, np.float32, np.float64):
        a = np.arange(32).astype(dtype)
        wide[1, 32](a)
        assert (a == lanes ^ 16).all()
    out = np.zeros(10, np.int64)
    of_few[1, 10](out)
    assert (out & FULL == 0b1111111111).all(), "lanes that are not there match nothing"
    out = np.zeros(8, np.int64)
    who_is_here[1, 32](out)
    assert (out & FULL == 0xFF).all()
