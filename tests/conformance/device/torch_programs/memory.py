"""The memory of a card: how it is counted, and what happens when there is not enough."""

import gc

import torch


def counted():
    gc.collect()
    torch.cuda.empty_cache()
    before = torch.cuda.memory_allocated()
    x = torch.empty(1000, device="cuda")
    assert torch.cuda.memory_allocated() - before == 4096, "in pieces of 512 bytes"
    y = x + x
    assert torch.cuda.memory_allocated() - before == 8192
    torch.cuda.reset_peak_memory_stats()
    z = [x * 2 for _ in range(5)]
    del z
    assert torch.cuda.max_memory_allocated() - torch.cuda.memory_allocated() == 5 * 4096
    del x, y
    assert torch.cuda.memory_allocated() == before
    large = torch.empty(2**24, dtype=torch.uint8, device="cuda")
    assert torch.cuda.memory_reserved() >= torch.cuda.memory_allocated() >= 2**24
    reserved = torch.cuda.memory_reserved()
    del large
    assert torch.cuda.memory_reserved() == reserved, "it is kept for the next one"
    torch.cuda.empty_cache()
    assert torch.cuda.memory_reserved() <= reserved - 2**24
    assert torch.cuda.memory_stats()["allocation.all.allocated"] >= 8
    assert "GPU reserved memory" in torch.cuda.memory_summary()


def kept_by_the_graph():
    before = torch.cuda.memory_allocated()
    x = torch.ones(2**20, device="cuda", requires_grad=True)
    y = x.exp().exp()
    with_graph = torch.cuda.memory_allocated() - before
    assert with_graph == 3 * 2**22, "the gradient needs what lies between"
    y = y.detach()
    assert torch.cuda.memory_allocated() - before == 2 * 2**22
    del x, y
    assert torch.cuda.memory_allocated() == before


def too_much():
    total = torch.cuda.get_device_properties(0).total_memory
    try:
        torch.empty(2 * total, dtype=torch.uint8, device="cuda")
    except torch.cuda.OutOfMemoryError as error:
        assert isinstance(error, RuntimeError)
        assert "CUDA out of memory. Tried to allocate" in str(error)
        assert "of which" in str(error)
    else:
        raise AssertionError("there is not so much memory")
    assert torch.ones(3, device="cuda").sum().item() == 3, "the card goes on"


def a_part():
    torch.cuda.empty_cache()
    total = torch.cuda.get_device_properties(0).total_memory
    torch.cuda.set_per_process_memory_fraction(2**26 / total)
    kept = []
    try:
        for _ in range(8):
            kept.append(torch.empty(2**24, dtype=torch.uint8, device="cuda"))
    except torch.OutOfMemoryError:
        pass
    assert 1 <= len(kept) <= 4
    torch.cuda.set_per_process_memory_fraction(1.0)
    kept.append(torch.empty(2**26, dtype=torch.uint8, device="cuda"))


def main():
    counted()
    kept_by_the_graph()
    too_much()
    a_part()
