"""benchmark: GPU-তে fn(x) চলতে কত সময় লাগে। / How long fn(x) takes on the GPU."""

import time

import torch


def benchmark(fn, x):
    """একটি call-এর সময়, millisecond-এ। / The time of one call, in milliseconds."""
    x = x.cuda()
    start = time.time()
    fn(x)
    end = time.time()
    # এই সংখ্যাটি আসল সময় নয়। কেন, তা ভেবে ঠিক করুন। / This is not the true time. Think why, and mend it.
    return (end - start) * 1000
