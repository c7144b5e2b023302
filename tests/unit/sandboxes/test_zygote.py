"""The server of boxes over its life: replaced when it fails and every so often, shared by threads, gone at the end."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from grader.errors import BoxError, MachineError
from grader.model.assignment import Limits
from grader.model.evidence import Ending
from grader.model.values import Value
from grader.ports import Lease
from grader.sandboxes import zygote
from grader.sandboxes._server import Server
from grader.sandboxes.zygote import ZygoteSandbox

CODE = b"import os\ndef run(n):\n    open('mine', 'x').close()\n    return {'n': n, 'files': os.listdir()}\n"


@pytest.fixture
def sandbox(monkeypatch: pytest.MonkeyPatch) -> Iterator[ZygoteSandbox]:
    monkeypatch.setattr(zygote, "LIBRARIES", ("numpy",))  # torch takes seconds to load, and is not needed
    monkeypatch.setattr(zygote, "DRIVERS", ("oracle",))
    opened = ZygoteSandbox()
    try:
        _ = opened.isolation
    except MachineError as error:
        pytest.skip(str(error))
    yield opened
    opened.close()


def asked(sandbox: ZygoteSandbox, number: int = 0, **limits: int) -> object:
    held = Limits(**limits)
    with sandbox.open(driver="oracle", files={"code.py": CODE}, lease=Lease(), limits=held) as box:
        payload: dict[str, Value] = {"file": "code.py", "name": "run", "arguments": {"n": number}}
        reply = box.request("function", payload, limits=held)
    assert reply.outcome.ending is Ending.RETURNED, reply.outcome
    return reply.value["values"]


def servers(sandbox: ZygoteSandbox) -> list[Server]:
    return list(sandbox._servers.values())


def test_each_run_gets_a_fresh_box_of_the_same_server(sandbox: ZygoteSandbox) -> None:
    seen = [asked(sandbox, number) for number in range(4)]
    # `code.py` was sent, `mine` is its own: nothing is left of the run before.
    assert [sorted(each["files"]) for each in seen if isinstance(each, dict)] == [["code.py", "mine"]] * 4
    assert len(servers(sandbox)) == 1
    assert servers(sandbox)[0].started >= 4


def test_a_server_makes_so_many_boxes_and_no_more(sandbox: ZygoteSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zygote, "MOST_BOXES", 3)
    monkeypatch.setattr(zygote, "SPARE", 0)
    used = set()
    for number in range(7):
        asked(sandbox, number)
        used.add(servers(sandbox)[0])
    assert len(used) == 3
    assert all(server.started <= 3 for server in used)


def test_a_server_that_was_killed_is_replaced(sandbox: ZygoteSandbox) -> None:
    asked(sandbox)
    (first,) = servers(sandbox)
    kill(first)
    assert asked(sandbox, 7)
    assert servers(sandbox) != [first]


def test_a_box_whose_server_is_killed_is_our_fault(sandbox: ZygoteSandbox) -> None:
    box = sandbox._box(Lease(), Limits())
    kill(servers(sandbox)[0])
    with pytest.raises(BoxError):
        box.prepare("oracle", {})
    box.close()


def kill(server: Server) -> None:
    os.kill(server._process.pid, signal.SIGKILL)
    server._listener.join(10)
    time.sleep(0.5)  # its boxes are ended by the kernel, just after it


def test_many_threads_and_many_kinds_of_boxes_get_along(sandbox: ZygoteSandbox) -> None:
    def ask(number: int) -> object:
        values = asked(sandbox, number, processes=30 + number % 3)
        return values["n"] if isinstance(values, dict) else None

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(ask, range(40))) == list(range(40))


def test_nothing_is_left_at_the_end(sandbox: ZygoteSandbox) -> None:
    threads, fds = set(threading.enumerate()), len(list(Path("/proc/self/fd").iterdir()))
    asked(sandbox)
    folders = [server.folder for server in servers(sandbox)]
    processes = [server._process for server in servers(sandbox)]
    sandbox.close()
    deadline = time.monotonic() + 10.0
    while len(list(Path("/proc/self/fd").iterdir())) > fds and time.monotonic() < deadline:
        time.sleep(0.05)
    assert [folder for folder in folders if folder.exists()] == []
    assert all(process.returncode is not None for process in processes)
    assert len(list(Path("/proc/self/fd").iterdir())) <= fds
    assert {each for each in threading.enumerate() if "ThreadPool" not in each.name} <= threads
    asked(sandbox)  # and it starts again


def test_the_last_one_to_hold_a_sandbox_may_be_the_thread_that_fills_its_pool(sandbox: ZygoteSandbox) -> None:
    asked(sandbox)
    ended = sandbox._refilling.submit(sandbox._finally)
    assert ended.exception(timeout=20) is None
