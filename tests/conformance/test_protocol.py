"""The protocol as docs/protocol.md has it, spoken by a client of its own: it shares no line with the grader."""

import array
import json
import mmap
import os
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

BOOT = "import sys; sys.path.insert(0, sys.argv[1]); from harness.serve import main; main(*map(int, sys.argv[2:]))"


class Client:
    """A judge in forty lines: floats in a memory file go out, floats in a memory file come back."""

    def __init__(self, sock: socket.socket) -> None:
        self.sock = sock
        self.replies = -1

    def ask(self, body: dict[str, Any], floats: tuple[float, ...] = ()) -> dict[str, Any]:
        if self.replies >= 0:
            os.close(self.replies)
        self.replies, given = os.memfd_create("replies"), os.memfd_create("given")
        os.truncate(self.replies, 4096)
        os.write(given, struct.pack(f"<{len(floats)}d", *floats))
        arrays = [{"dtype": "float64", "shape": [len(floats)], "offset": 0}] if floats else []
        raw = json.dumps({**body, "arrays": arrays}).encode()
        fds = array.array("i", [self.replies, given] if floats else [self.replies])
        sent = struct.pack(">I", len(raw)) + raw
        assert self.sock.sendmsg([sent], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, fds)]) == len(sent)
        os.close(given)
        return self.hear()

    def hear(self) -> dict[str, Any]:
        (length,) = struct.unpack(">I", self.sock.recv(4, socket.MSG_WAITALL))
        heard: dict[str, Any] = json.loads(self.sock.recv(length, socket.MSG_WAITALL))
        return heard

    def floats(self, described: dict[str, Any]) -> tuple[float, ...]:
        assert described["dtype"] == "float64"
        (count,) = described["shape"]
        with mmap.mmap(self.replies, 4096, prot=mmap.PROT_READ) as memory:
            return struct.unpack_from(f"<{count}d", memory, described["offset"])


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    ours, theirs = socket.socketpair()
    where, where_end = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-I", "-c", BOOT, str(files("grader")), str(theirs.fileno()), str(where_end)],
        pass_fds=[theirs.fileno(), where_end], cwd=tmp_path,
    )  # fmt: skip
    theirs.close()
    os.close(where_end)
    ours.settimeout(60)
    yield Client(ours)
    ours.close()
    os.close(where)
    assert process.wait(10) == 0  # it ends when the judge has gone


def test_a_client_that_has_only_read_the_page_can_speak_it(client: Client) -> None:
    assert client.hear() == {"ready": True, "arrays": []}
    code = b"import math\ndef run(x, y):\n    return {'sum': x + 1, 'y': y, 'inf': math.inf}\n"
    # Files are arrays of bytes; this client only knows floats, so it pads to eight.
    padded = code + b"#" * (-len(code) % 8)
    floats = struct.unpack(f"<{len(padded) // 8}d", padded)
    file = {"code.py": {"$array": 0}}
    opened = client.ask({"id": "1", "op": "open", "payload": {"driver": "oracle", "files": file}}, floats)
    assert (opened["id"], opened["value"]) == ("1", {})

    arguments = {"x": {"$array": 0}, "y": [1, None, "বাংলা", {"$float": "-inf"}]}
    asked = {"file": "code.py", "name": "run", "arguments": arguments}
    told = client.ask({"id": "2", "op": "function", "payload": asked}, (0.5, -2.0))
    assert told["id"] == "2"
    values = told["value"]["values"]
    assert (values["y"], values["inf"]) == (arguments["y"], {"$float": "inf"})
    assert client.floats(told["arrays"][values["sum"]["$array"]]) == (1.5, -1.0)


def test_an_error_is_described_and_the_box_goes_on(client: Client) -> None:
    client.hear()
    client.ask({"id": "1", "op": "open", "payload": {"driver": "oracle", "files": {}}})
    told = client.ask({"id": "2", "op": "no such operation", "payload": {}})
    assert told["error"]["type"] == "KeyError"
    assert "value" not in told
    again = client.ask({"id": "3", "op": "inputs", "payload": {"arguments": [], "seed": 1, "turn": 0}})
    assert again["value"] == {"values": {}}
