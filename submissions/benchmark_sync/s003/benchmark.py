# lesson er code theke shuru korechi
import time
import torch

def benchmark(fn, x):
    a = x.cuda()
    torch.cuda.synchronize()
    t0 = time.time(); c = fn(a); torch.cuda.synchronize()
    t_gpu = time.time() - t0
    return t_gpu * 1000
