"""Operations on tensors: views and slices, results in place, those whose shapes depend on values, many kinds of them."""

import torch


def values():
    x = torch.ones(2, device="cuda")
    assert (x.sum().item(), x.tolist(), bool(x[0] == 1), float(x[1]), len(x)) == (2.0, [1.0, 1.0], True, 1.0, 2)
    assert [each.item() for each in x] == [1.0, 1.0]
    assert f"{x[0]:.2f}" == "1.00"


def views():
    x = torch.zeros(4, 4, device="cuda")
    x[1] = 5
    x[:, 2] += 1
    x.t()[0].mul_(2)
    x.view(16)[3] = 7
    x[x == 5] = 4
    want = torch.zeros(4, 4)
    want[1] = 4
    want[:, 2] = torch.tensor([1, 6, 1, 1])
    want[1, 0] = 10
    want[0, 3] = 7
    assert torch.equal(x.cpu(), want)
    out = torch.empty(0, device="cuda")
    torch.add(x, x, out=out)
    assert torch.equal(out.cpu(), 2 * want)
    assert torch.equal(x.reshape(2, 8).T.contiguous().cpu(), want.reshape(2, 8).T)
    assert x.data_ptr() == x.view(2, 8).data_ptr()
    y = x.permute(1, 0).expand(3, 4, 4)
    assert torch.equal(y.cpu(), want.T.expand(3, 4, 4))


def shapes_that_depend_on_values():
    x = torch.tensor([3.0, 0, 1], device="cuda")
    assert x.nonzero().flatten().tolist() == [0, 2]
    assert x.unique().tolist() == [0, 1, 3]
    assert x[x > 0].tolist() == [3, 1]
    assert torch.masked_select(x, x < 2).tolist() == [0, 1]
    assert torch.bincount(x.long()).tolist() == [1, 1, 0, 1]
    assert torch.repeat_interleave(x, 2).tolist() == [3, 3, 0, 0, 1, 1]


def searching():
    x = torch.tensor([3.0, 0, 1], device="cuda")
    assert x.topk(2)[0].tolist() == [3, 1]
    assert x.sort()[1].tolist() == [1, 2, 0]
    assert (x.argmax().item(), x.max(0)[1].item(), x.median().item()) == (0, 0, 1.0)
    assert torch.where(x > 1, x, 0 * x).tolist() == [3, 0, 0]
    assert x.cumsum(0).tolist() == [3, 3, 4]
    index = torch.tensor([2, 2, 0], device="cuda")
    assert x.gather(0, index).tolist() == [1, 1, 3]
    assert torch.zeros(3, device="cuda").scatter_add_(0, index, x).tolist() == [1, 0, 3]
    assert torch.zeros(3, device="cuda").index_add_(0, index, x).tolist() == [1, 0, 3]


def mathematics():
    torch.manual_seed(0)
    a, b = torch.randn(5, 5), torch.randn(5, 5)
    for function in (
        torch.matmul, torch.add, torch.atan2, torch.maximum, torch.cdist, lambda p, q: torch.einsum("ij,kj->ik", p, q),
        lambda p, q: torch.linalg.solve(p, q), lambda p, q: torch.fft.fft(p).abs() + q, lambda p, q: (p - q).pow(2).mean(),
        lambda p, q: torch.stack([p, q]).std(0), lambda p, q: torch.linalg.svdvals(p) + q.softmax(1),
        lambda p, q: torch.cat([p.exp(), q.tanh()]).logsumexp(0), lambda p, q: (p > q).float().sum(1),
    ):  # fmt: skip
        torch.testing.assert_close(function(a.cuda(), b.cuda()).cpu(), function(a, b), rtol=1e-3, atol=1e-4)
    assert (torch.arange(7, device="cuda") // 2).tolist() == [0, 0, 1, 1, 2, 2, 3]


def kinds():
    for dtype in (torch.float16, torch.bfloat16, torch.float64, torch.int32, torch.uint8, torch.bool, torch.complex64):
        x = torch.ones(3, dtype=dtype, device="cuda")
        assert x.dtype == dtype
        assert torch.equal(x.to(torch.float32).cpu() if dtype != torch.complex64 else x.real.cpu(), torch.ones(3))
    assert torch.ones(2, device="cuda").half().mul(70000).isinf().all()


def main():
    values()
    views()
    shapes_that_depend_on_values()
    searching()
    mathematics()
    kinds()
