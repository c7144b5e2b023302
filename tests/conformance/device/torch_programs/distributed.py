"""Training on several cards, one process for each: `nccl`, its collectives, DistributedDataParallel and FSDP."""

import os
import socket

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.fsdp import fully_shard
from torch.nn.parallel import DistributedDataParallel


def collectives(rank, size):
    x = torch.full((4,), rank + 1.0, device="cuda")
    dist.all_reduce(x)
    assert x.tolist() == [3.0] * 4
    pieces = [torch.empty(2, device="cuda") for _ in range(size)]
    dist.all_gather(pieces, torch.full((2,), float(rank), device="cuda"))
    assert torch.stack(pieces).tolist() == [[0, 0], [1, 1]]
    y = torch.full((3,), float(rank), device="cuda")
    dist.broadcast(y, src=1)
    assert y.tolist() == [1.0] * 3
    part = torch.empty(2, device="cuda")
    dist.reduce_scatter_tensor(part, torch.arange(4.0, device="cuda"))
    assert part.tolist() == ([0, 2], [4, 6])[rank]
    work = dist.all_reduce(y, async_op=True)
    work.wait()
    assert (y + 1).tolist() == [3.0] * 3
    dist.barrier()


def data_parallel(rank):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1)).cuda(rank)
    alone = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1)).cuda(rank)
    alone.load_state_dict(model.state_dict())
    x = torch.randn(8, 4, device="cuda")
    ddp = DistributedDataParallel(model, device_ids=[rank])
    for network, batch in ((ddp, x[rank::2]), (alone, x)):
        optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
        for _ in range(3):
            optimizer.zero_grad()
            network(batch).pow(2).mean().backward()
            optimizer.step()
    for one, other in zip(model.parameters(), alone.parameters()):
        torch.testing.assert_close(one, other, rtol=1e-3, atol=1e-4)


def sharded(rank):
    torch.manual_seed(1)
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2)).cuda(rank)
    want = model(torch.ones(2, 4, device="cuda"))
    fully_shard(model[0])
    fully_shard(model)
    result = model(torch.ones(2, 4, device="cuda"))
    torch.testing.assert_close(result, want)
    result.sum().backward()
    assert model[0].weight.to_local().shape == (4, 4), "each has its half"
    torch.optim.Adam(model.parameters()).step()


def rank_of(rank, size, port):
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port))
    torch.cuda.set_device(rank)
    dist.init_process_group("nccl", rank=rank, world_size=size)
    assert dist.get_backend() == "nccl"
    collectives(rank, size)
    data_parallel(rank)
    sharded(rank)
    dist.destroy_process_group()


def main():
    if torch.cuda.device_count() < 2:
        return
    try:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
    except OSError:  # a box without a network of its own, where ranks cannot find each other
        return
    torch.multiprocessing.start_processes(rank_of, (2, port), nprocs=2, start_method="fork")
