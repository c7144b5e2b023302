"""What every sandbox must do, whichever way it isolates: the code in the box is run through the oracle's driver."""

import contextlib
import os
import secrets
import signal
import textwrap
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from grader import registry
from grader.boxes.printed import KEPT
from grader.errors import MachineError
from grader.model.assignment import Limits
from grader.model.evidence import Ending
from grader.model.values import Array, Value
from grader.ports import Box, Lease, Reply

LIMITS = Limits(wall_s=20.0, memory_bytes=2_000_000_000)
# Finds what leads to the judge, as student code could: a socket, or else a pipe that can be written to.
CHANNEL = """
    import fcntl, os, stat, struct, json
    def tell(data):
        for kind in (stat.S_ISSOCK, stat.S_ISFIFO):
            for name in range(3, 64):
                try:
                    if kind(os.fstat(name).st_mode) and fcntl.fcntl(name, fcntl.F_GETFL) & 3:
                        return os.write(name, data)
                except OSError:
                    pass
    def forge(body):
        raw = json.dumps({"arrays": [], **body}).encode()
        tell(struct.pack(">I", len(raw)) + raw)
"""


@pytest.fixture(scope="module", params=registry.names("sandboxes"))
def sandbox(request: pytest.FixtureRequest) -> Iterator[Any]:
    opened = registry.load("sandboxes", request.param)()
    try:
        _ = opened.isolation
    except MachineError as error:
        pytest.skip(str(error))
    yield opened
    opened.close()


@contextmanager
def opened(sandbox: Any, source: str, limits: Limits = LIMITS) -> Iterator[Box]:
    files = {"code.py": textwrap.dedent(source).encode()}
    lease = Lease(environment={"GRADER_TEST": "1"})
    with sandbox.open(driver="oracle", files=files, lease=lease, limits=limits) as box:
        yield box


def call(box: Box, arguments: Mapping[str, Value] | None = None, limits: Limits = LIMITS) -> Reply:
    payload: dict[str, Value] = {"file": "code.py", "name": "run", "arguments": arguments or {}}
    return box.request("function", payload, limits=limits)


def value(reply: Reply) -> Mapping[str, Value]:
    assert reply.outcome.ending is Ending.RETURNED, reply.outcome
    values = reply.value["values"]
    assert isinstance(values, Mapping)
    return values


def test_results_may_be_larger_than_files(sandbox: Any) -> None:
    source = """
        import numpy as np
        def run():
            return {"small": np.ones(3, np.uint8), "large": np.arange(5_000_000, dtype=np.int32)}
    """
    limits = replace(LIMITS, disk_bytes=10_000_000)
    with opened(sandbox, source, limits) as box:
        large = value(call(box, limits=limits))["large"]
    assert isinstance(large, Array)
    assert np.array_equal(np.frombuffer(large.data, np.int32), np.arange(5_000_000))


def test_values_cross_unchanged_in_both_directions(sandbox: Any) -> None:
    given: dict[str, Value] = {
        "array": Array(dtype="float16", shape=(2, 3), data=bytes(range(12))),
        "empty": Array(dtype="int64", shape=(0,), data=b""),
        "nested": {"list": [1, -(2**70), 0.5, None, True, "বাংলা"]},
        "infinite": float("inf"),
    }
    with opened(sandbox, "def run(**given):\n    return given") as box:
        assert value(call(box, given)) == given


def test_an_error_comes_with_its_class_text_and_line(sandbox: Any) -> None:
    with opened(sandbox, "def run():\n    x = 1\n    raise KeyError('no such key')") as box:
        outcome = call(box).outcome
    assert (outcome.ending, outcome.error, outcome.text) == (Ending.RAISED, "KeyError", "'no such key'")
    assert outcome.place is not None
    assert (outcome.place.file, outcome.place.line) == ("code.py", 3)


def test_a_box_goes_on_after_an_error(sandbox: Any) -> None:
    with opened(sandbox, "def run(n):\n    return {'inverse': 1 / n}") as box:
        assert call(box, {"n": 0}).outcome.ending is Ending.RAISED
        assert value(call(box, {"n": 4})) == {"inverse": 0.25}


def test_an_endless_loop_is_stopped_and_located(sandbox: Any) -> None:
    short = Limits(wall_s=1.0)
    with opened(sandbox, "def run():\n    while True:\n        pass") as box:
        start = time.monotonic()
        outcome = call(box, limits=short).outcome
    assert (outcome.ending, outcome.limit) == (Ending.TIMEOUT, 1.0)
    assert time.monotonic() - start < 10.0
    assert outcome.place is not None
    assert outcome.place.file == "code.py"


@pytest.mark.parametrize(
    ("source", "signal_"),
    [
        ("import os\ndef run():\n    os._exit(0)", None),
        ("import ctypes\ndef run():\n    ctypes.string_at(0)", signal.SIGSEGV),
    ],
    ids=["exit", "segfault"],
)
def test_a_process_that_ends_is_dead_whatever_its_exit_code(sandbox: Any, source: str, signal_: int | None) -> None:
    with opened(sandbox, source) as box:
        outcome = call(box).outcome
    assert (outcome.ending, outcome.signal) == (Ending.DIED, signal_)


def test_leaving_through_sys_exit_is_an_error_like_any_other(sandbox: Any) -> None:
    with opened(sandbox, "import sys\ndef run():\n    sys.exit(0)") as box:
        outcome = call(box).outcome
    assert (outcome.ending, outcome.error) == (Ending.RAISED, "SystemExit")


def test_memory_is_limited(sandbox: Any) -> None:
    with opened(sandbox, "import numpy as np\ndef run():\n    return {'x': np.ones(10**9).sum()}") as box:
        outcome = call(box).outcome
    assert (outcome.ending, outcome.limit) == (Ending.MEMORY, LIMITS.memory_bytes)


MANY_CHILDREN = """
    import os, time
    def run():
        for _ in range(4):
            if os.fork() == 0:
                held = bytearray(b"x" * 200_000_000)
                time.sleep(60)
                os._exit(0)
        time.sleep(60)
"""
MANY_THREADS = """
    import threading, time
    def run():
        for _ in range(200):
            threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
        time.sleep(60)
"""
THREADS_AND_NO_WORD = """
    import threading, time
    def run():
        while True:
            try:
                threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
            except (RuntimeError, MemoryError):  # there is no room for another stack, or for anything at all
                pass
"""
MANY_FILES = "def run():\n    held = []\n    while True:\n        held.append(open('/dev/null'))"
ONE_FILE = "def run():\n    with open('x', 'wb') as file:\n        while True:\n            file.write(bytes(1 << 20))"
SMALL_FILES = """
    import time
    def run():
        for number in range(40):
            with open(f"{number}.bin", "wb") as file:
                file.write(bytes(1 << 20))
        time.sleep(60)
"""
BUSY = """
    import os
    def run():
        os.fork()
        while True:
            pass
"""
FLOOD = "def run():\n    while True:\n        print('x' * 1000)"


@pytest.mark.parametrize(
    ("source", "limits", "ending", "limit"),
    [
        (MANY_CHILDREN, {"memory_bytes": 500_000_000}, Ending.MEMORY, 500_000_000),
        (MANY_THREADS, {"processes": 40}, Ending.PROCESSES, 40),
        (THREADS_AND_NO_WORD, {"processes": 40, "wall_s": 2.0}, Ending.PROCESSES, 40),
        (MANY_FILES, {"open_files": 100}, Ending.OPEN_FILES, 100),
        (ONE_FILE, {"disk_bytes": 10_000_000}, Ending.DISK, 10_000_000),
        (SMALL_FILES, {"disk_bytes": 10_000_000}, Ending.DISK, 10_000_000),
        (BUSY, {"cpu_s": 1.0}, Ending.CPU, 1.0),
        (FLOOD, {"output_bytes": 1_000_000}, Ending.OUTPUT, 1_000_000),
    ],
    ids=["children", "threads", "swallowed", "files", "file", "small-files", "cpu", "output"],
)
def test_each_limit_is_told_with_the_place(
    sandbox: Any, source: str, limits: dict[str, Any], ending: Ending, limit: float
) -> None:
    held = replace(LIMITS, **limits)
    with opened(sandbox, source, held) as box:
        outcome = call(box, limits=held).outcome
    assert (outcome.ending, outcome.limit) == (ending, limit), outcome
    if source is not MANY_CHILDREN or outcome.place:  # the kernel may end them at once
        assert outcome.place
        assert outcome.place.file == "code.py"


def test_head_and_tail_of_a_long_output_are_kept(sandbox: Any) -> None:
    source = "def run():\n    for i in range(100_000):\n        print('line', i)\n    return {}"
    with opened(sandbox, source) as box:
        value(call(box))
        # What was printed may still be on its way.
        deadline = time.monotonic() + 5.0
        while "line 99999" not in box.output and time.monotonic() < deadline:
            time.sleep(0.05)
        output = box.output
    assert output.startswith("line 0\n")
    assert "lines left out" in output
    assert len(output) < KEPT + 100


@pytest.mark.parametrize(
    "lie",
    [
        "tell(b'\\xff' * 64)",
        "tell(struct.pack('>I', 5) + b'hello')",
        "forge({'id': '0' * 32, 'value': {'values': {}}})",
        "forge({'id': '0' * 32, 'ask': 'expected', 'payload': {}})",
        "raw = b'[' * 100_000\n        tell(struct.pack('>I', len(raw)) + raw)",
    ],
    ids=["noise", "no-json", "wrong-nonce", "question-without-nonce", "too-deep"],
)
def test_a_lying_process_gets_a_bad_reply(sandbox: Any, lie: str) -> None:
    source = f"{CHANNEL}\n    def run():\n        {lie}\n        return {{}}"
    with opened(sandbox, source) as box:
        assert call(box).outcome.ending is Ending.BAD_REPLY


def test_an_object_cannot_cross(sandbox: Any) -> None:
    with opened(sandbox, "def run():\n    return {'x': object()}") as box:
        outcome = call(box).outcome
    assert (outcome.ending, outcome.error) == (Ending.RAISED, "TypeError")


def test_the_judge_s_environment_stays_outside(sandbox: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGE_SECRET", "42")
    with opened(sandbox, "import os\ndef run():\n    return dict(os.environ)") as box:
        seen = value(call(box))
    assert "JUDGE_SECRET" not in seen
    assert seen["GRADER_TEST"] == "1"


def test_a_process_that_kills_itself_returns_nothing(sandbox: Any) -> None:
    # The first process of a pid namespace lives on: nobody but its parent can kill it.
    with opened(sandbox, "import os, signal\ndef run():\n    os.kill(os.getpid(), signal.SIGKILL)") as box:
        assert call(box).outcome.ending in {Ending.DIED, Ending.RAISED}


BUSY = """
    import os, subprocess, sys, threading
    SPIN = "while True: pass"
    def run(kind):
        if kind == "thread":
            threading.Thread(target=exec, args=(SPIN, {}), daemon=True).start()
        elif os.fork() == 0:
            exec(SPIN)
        return {}
"""


@pytest.mark.parametrize("kind", ["thread", "child"])
def test_nothing_runs_in_a_box_that_is_paused_and_all_goes_on_afterwards(sandbox: Any, kind: str) -> None:
    with opened(sandbox, BUSY) as box:
        value(call(box, {"kind": kind}))
        _wait_until_busy(box)
        box.pause()
        time.sleep(0.05)  # for each processor to take notice
        before = box.cpu_s
        time.sleep(0.3)
        assert box.cpu_s - before < 0.01
        box.resume()
        _wait_until_busy(box)
        assert value(call(box, {"kind": "thread"})) == {}


def _wait_until_busy(box: Box) -> None:
    before, deadline = box.cpu_s, time.monotonic() + 20.0
    while box.cpu_s - before < 0.05:
        assert time.monotonic() < deadline, "what is to be busy uses no processor time"
        time.sleep(0.01)


def test_no_process_outlives_the_box(sandbox: Any) -> None:
    source = """
        import subprocess
        def run(seconds):
            return {"pid": subprocess.Popen(["sleep", seconds]).pid}
    """
    seconds = f"600.{secrets.randbits(32)}"  # nobody else sleeps as long
    with opened(sandbox, source) as box:
        value(call(box, {"seconds": seconds}))
        assert _comes_to(seconds, runs=True)  # its name shows a moment after it has been started
    assert _comes_to(seconds, runs=False)


def _comes_to(word: str, *, runs: bool) -> bool:
    deadline = time.monotonic() + 10.0
    while _runs(word) != runs and time.monotonic() < deadline:
        time.sleep(0.05)
    return _runs(word) == runs


def _runs(word: str) -> bool:
    """Whether a process runs, anywhere on this machine, that was started with a word."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            if word.encode() in path.read_bytes():
                return True
    return False


def test_the_working_folder_goes_with_the_box(sandbox: Any) -> None:
    source = "import os\ndef run():\n    open('left.txt', 'w').close()\n    return {'folder': os.getcwd()}"
    with opened(sandbox, source) as box:
        folder = value(call(box))["folder"]
    assert isinstance(folder, str)
    assert not os.path.exists(folder)  # noqa: PTH110 - a string from the box


LOOPBACK = """
    import socket, threading
    def run():
        with socket.create_server(("127.0.0.1", 0)) as server:
            speaker = threading.Thread(target=lambda: socket.create_connection(server.getsockname()).sendall(b"hello"))
            speaker.start()
            listener, _ = server.accept()
            speaker.join()
            return {"heard": listener.recv(5).decode()}
"""


def test_what_runs_in_a_box_can_talk_there_where_the_box_has_its_own_network(sandbox: Any) -> None:
    if sandbox.isolation in {"C", "D"}:
        pytest.skip("without namespaces a box has no network at all")
    with opened(sandbox, LOOPBACK) as box:
        assert value(call(box))["heard"] == "hello"
