"""A launch returns before its work is done; streams and events tell when it is."""

import os
import time

import torch

AT_ONCE = os.environ.get("CUDA_LAUNCH_BLOCKING") == "1"


def long_work():
    """Queue some hundred milliseconds of a slow machine, or some of a fast one."""
    a = torch.ones(1500, 1500, device="cuda")
    for _ in range(4):
        a = a @ a / 1500
    return a


def launches():
    torch.cuda.synchronize()
    began = torch.cuda.Event(enable_timing=True)
    ended = torch.cuda.Event(enable_timing=True)
    start = time.perf_counter()
    began.record()
    a = long_work()
    ended.record()
    launched = time.perf_counter() - start
    assert ended.query() == AT_ONCE
    a.sum().item()
    finished = time.perf_counter() - start
    assert ended.query()
    assert AT_ONCE or launched < finished
    assert 0 < began.elapsed_time(ended) <= finished * 1000


def events():
    event = torch.cuda.Event()
    assert event.query(), "nothing is waited for before it is recorded"
    long_work()
    event.record()
    event.synchronize()
    assert event.query()
    untimed = torch.cuda.Event()
    untimed.record()
    for other in (torch.cuda.Event(enable_timing=True), untimed):
        try:
            event.elapsed_time(other)
        except ValueError as error:
            assert "Both events must be" in str(error)
        else:
            raise AssertionError("there is no time between them")


def streams():
    side = torch.cuda.Stream()
    main = torch.cuda.current_stream()
    assert main == torch.cuda.default_stream()
    assert main.cuda_stream == 0 != side.cuda_stream
    a = torch.ones(100, 100, device="cuda")
    side.wait_stream(main)
    with torch.cuda.stream(side):
        assert torch.cuda.current_stream() == side
        b = a @ a
        done = side.record_event()
    a.record_stream(side)
    main.wait_event(done)
    c = b + 1
    side.synchronize()
    assert side.query()
    assert torch.equal(c.cpu(), torch.full((100, 100), 101.0))
    assert torch.cuda.current_stream() == main
    assert torch.cuda.Stream(priority=-1).priority in {0, -1}


def copies():
    """Memory that is not pinned is read at once; pinned memory may be changed before it is read."""
    pageable = torch.zeros(1000)
    pinned = torch.zeros(1000).pin_memory()
    torch.cuda.synchronize()
    long_work()
    second = pinned.to("cuda", non_blocking=True)
    pinned.fill_(1)
    first = pageable.to("cuda", non_blocking=True)
    pageable.fill_(1)
    torch.cuda.synchronize()
    assert first.sum().item() == 0
    assert second.sum().item() == (0 if AT_ONCE else 1000), "this is why one has to wait"
    back = torch.zeros(1000, pin_memory=True)
    long_work()
    back.copy_(second + 5, non_blocking=True)
    torch.cuda.synchronize()
    assert back[0] == second[0].item() + 5


def random_states():
    """Setting the state of random numbers waits for the card, which goes on meanwhile."""
    a = torch.ones(600, 600, device="cuda")
    for size in range(1, 20):
        a = a @ a / 600
        b = torch.ones(size, device="cuda") * (size + 0.5)
        torch.cuda.set_rng_state(torch.cuda.get_rng_state())
    assert b.sum().item() == 19 * 19.5


def main():
    long_work()
    launches()
    events()
    streams()
    copies()
    random_states()
