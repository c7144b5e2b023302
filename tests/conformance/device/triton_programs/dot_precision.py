"""What `tl.dot` keeps of its operands: ten bits of a float32 number by default, all of them when asked."""

import torch
import triton
import triton.language as tl


@triton.jit
def product(a, b, c, N: tl.constexpr, PRECISION: tl.constexpr):
    i = tl.arange(0, N)
    at = i[:, None] * N + i[None, :]
    tl.store(c + at, tl.dot(tl.load(a + at), tl.load(b + at), input_precision=PRECISION))


N = 32
torch.manual_seed(0)
a = (2 * torch.randint(2048, 4096, (N, N), device="cuda") + 1).float()  # 13 significant bits
b = torch.randint(-1, 2, (N, N), device="cuda").float()
c = torch.empty_like(a)
exact = (a.double() @ b.double()).float()
product[(1,)](a, b, c, N=N, PRECISION="ieee")
assert torch.equal(c, exact)
product[(1,)](a, b, c, N=N, PRECISION="tf32x3")
assert torch.allclose(c, exact, rtol=1e-6)
product[(1,)](a, b, c, N=N, PRECISION="tf32")
assert not torch.equal(c, exact)
assert torch.allclose(c, exact, rtol=0, atol=4.0 * N)

half = torch.empty(N, N, device="cuda", dtype=torch.bfloat16)
x, y = torch.randn(N, N, device="cuda").bfloat16(), torch.randn(N, N, device="cuda").bfloat16()
product[(1,)](x, y, half, N=N, PRECISION="tf32")
assert torch.allclose(half.float(), x.float() @ y.float(), rtol=1e-2, atol=1e-2)
i8 = torch.randint(-128, 128, (N, N), device="cuda", dtype=torch.int8)
out = torch.empty(N, N, device="cuda", dtype=torch.int32)
product[(1,)](i8, i8, out, N=N, PRECISION="ieee")
assert torch.equal(out.cpu().long(), i8.cpu().long() @ i8.cpu().long())
