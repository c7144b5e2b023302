"""What cards there are, and how tensors and models get onto one."""

import torch
from torch import nn


def facts():
    assert torch.cuda.is_available()
    assert torch.cuda.device_count() >= 1
    assert len(torch.cuda.get_device_name()) > 3
    assert torch.cuda.get_device_capability() >= (7, 0)
    properties = torch.cuda.get_device_properties(0)
    assert properties.multi_processor_count >= 1
    assert properties.name == torch.cuda.get_device_name(0)
    free, total = torch.cuda.mem_get_info()
    assert 0 < free <= total == properties.total_memory
    assert torch.cuda.current_device() == 0
    assert torch.cuda.is_bf16_supported()
    assert torch.version.cuda is not None


def moves():
    x = torch.randn(4, 4)
    y = x.cuda()
    assert (y.is_cuda, y.device.type, y.get_device(), y.type()) == (True, "cuda", 0, "torch.cuda.FloatTensor")
    assert y.device == torch.device("cuda:0") == torch.device("cuda", 0)
    assert y.to("cuda") is y
    assert y.cuda() is y
    assert torch.equal(y.to("cpu"), x)
    for other in (x.to(torch.device("cuda:0")), x.to(y), x.to(device="cuda", dtype=torch.float64)):
        assert other.device == y.device
    assert repr(torch.arange(3.0, device="cuda")) == "tensor([0., 1., 2.], device='cuda:0')"


def makers():
    x = torch.ones(2, device="cuda")
    made = (x.new_zeros(2), x.new_tensor([1.0]), torch.zeros_like(x), torch.tensor([1.0], device=x.device), x[0], x + 1)
    assert all(each.is_cuda for each in made)
    with torch.device("cuda"):
        assert torch.ones(2).is_cuda
        assert nn.Linear(2, 2).weight.is_cuda
    torch.set_default_device("cuda")
    assert torch.ones(2).is_cuda
    torch.set_default_device(None)
    assert not torch.ones(2).is_cuda


def models():
    model = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2))
    weight = model[0].weight
    assert model.cuda() is model
    assert model[0].weight is weight
    assert all(each.is_cuda for each in [*model.parameters(), *model.buffers()])
    assert not any(each.is_cuda for each in model.cpu().parameters())
    assert nn.Linear(2, 2, device="cuda").weight.is_cuda


def random_numbers():
    def drawn(seed):
        seed(7)
        return torch.randn(5, device="cuda")

    for seed in (torch.manual_seed, torch.cuda.manual_seed, torch.cuda.manual_seed_all):
        assert torch.equal(drawn(seed), drawn(seed))
    state = torch.cuda.get_rng_state()
    first = torch.rand(3, device="cuda")
    torch.cuda.set_rng_state(state)
    assert torch.equal(torch.rand(3, device="cuda"), first)
    generator = torch.Generator(device="cuda").manual_seed(1)
    assert generator.device.type == "cuda"
    assert torch.randperm(10, device="cuda", generator=generator).sort()[0].tolist() == list(range(10))


def two_cards():
    if torch.cuda.device_count() < 2:
        return
    a, b = torch.ones(3, device="cuda:0"), torch.full((3,), 2.0, device="cuda:1")
    assert b.device.index == 1
    assert b.get_device() == 1
    try:
        a + b
    except RuntimeError as error:
        assert "found at least two devices, cuda:0 and cuda:1!" in str(error)
    else:
        raise AssertionError("tensors of two cards were added")
    assert torch.equal((a.to("cuda:1") + b).cpu(), torch.full((3,), 3.0))
    with torch.cuda.device(1):
        assert torch.cuda.current_device() == 1
        assert torch.ones(1, device="cuda").device.index == 1
    assert torch.cuda.current_device() == 0
    model = nn.DataParallel(nn.Linear(4, 2).cuda())
    result = model(torch.ones(6, 4, device="cuda"))
    result.sum().backward()
    assert (result.shape, result.device.index) == ((6, 2), 0)
    assert torch.equal(model.module.weight.grad.cpu(), torch.full((2, 4), 6.0))


def main():
    facts()
    moves()
    makers()
    models()
    random_numbers()
    two_cards()
