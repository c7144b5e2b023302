"""What is saved and copied, and how data come onto the card."""

import copy
import io
import pickle

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def saved():
    model = nn.Linear(2, 2).cuda()
    file = io.BytesIO()
    torch.save(model.state_dict(), file)
    file.seek(0)
    on_card = torch.load(file, weights_only=True)
    file.seek(0)
    on_host = torch.load(file, map_location="cpu", weights_only=True)
    assert on_card["weight"].is_cuda
    assert not on_host["weight"].is_cuda
    other = nn.Linear(2, 2)
    other.load_state_dict(on_card)
    assert not other.weight.is_cuda
    assert torch.equal(other.weight, model.weight.cpu())
    optimizer = torch.optim.Adam(model.parameters())
    model(torch.ones(1, 2, device="cuda")).sum().backward()
    optimizer.step()
    another = torch.optim.Adam(model.parameters())
    another.load_state_dict(optimizer.state_dict())
    assert another.state[model.weight]["exp_avg"].is_cuda


def copied():
    model = nn.Linear(2, 2).cuda()
    other = copy.deepcopy(model)
    with torch.no_grad():
        other.weight.zero_()
    assert other.weight.is_cuda
    assert not torch.equal(other.weight, model.weight)
    x = pickle.loads(pickle.dumps(torch.arange(3, device="cuda")))  # noqa: S301
    assert x.is_cuda
    assert x.tolist() == [0, 1, 2]
    y = x.clone()
    y[0] = 9
    assert x[0] == 0


def loaded():
    x = torch.randn(4).pin_memory()
    assert x.is_pinned()
    assert not torch.randn(3).is_pinned()
    assert torch.equal(x.to("cuda", non_blocking=True).cpu(), x)
    assert torch.empty(3, pin_memory=True).is_pinned()
    data = TensorDataset(torch.arange(24.0).reshape(8, 3), torch.arange(8))
    for workers in (0, 1):
        batches = list(DataLoader(data, batch_size=4, pin_memory=True, num_workers=workers))
        assert [each.is_pinned() for each in batches[1]] == [True, True]
        assert batches[1][0].cuda(non_blocking=True).sum().item() == sum(range(12, 24))


def exchanged():
    x = torch.arange(4.0, device="cuda")
    y = torch.from_dlpack(x)
    y += 1
    assert x.tolist() == [1, 2, 3, 4], "it is the same memory"
    assert x.__cuda_array_interface__["data"][0] == x.data_ptr()
    assert x.__cuda_array_interface__["shape"] == (4,)


def main():
    saved()
    copied()
    loaded()
    exchanged()
