"""What a box must not reach: a file and sockets of the judge's machine, with names that the attacks know."""

import contextlib
import io
import os
import socket
import threading
import zipfile
from collections.abc import Iterator
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Self

FILE, SOCKET, ABSTRACT, PORT = "victim", "judge.sock", "\0grader-attacks", 49871
_CONTENT, _TIME = "the judge's own", 1_000_000_000
PACKAGE = "answer-1.0-py3-none-any.whl"
MARK = "left-by-attack"  # how the names of what attacks leave begin
KEYS = (0x6772_6164, 77001, 77002)  # of what they leave that is no file
PUBLIC = (Path("/tmp"), Path("/dev/shm"), Path("/var/tmp"))  # noqa: S108 - where an attack would leave something

Command = tuple[str, ...]


class _Index(BaseHTTPRequestHandler):
    """An index of packages, with one in it that does the work."""

    def do_GET(self) -> None:
        """Answer with the package, or with a page that links to it."""
        body = _package() if self.path.endswith(".whl") else f'<a href="/{PACKAGE}">{PACKAGE}</a>'.encode()
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "application/zip" if self.path.endswith(".whl") else "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing here."""


class Host:
    """A temporary folder of the judge's, with a file that everybody may read, and sockets that listen."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / FILE
        self._stack = contextlib.ExitStack()
        self._file.write_text(_CONTENT, encoding="ascii")
        self._file.chmod(0o644)
        os.utime(self._file, (_TIME, _TIME))
        self._before = self._state()
        self._listen(socket.AF_UNIX, str(folder / SOCKET))
        (folder / SOCKET).chmod(0o777)
        # On another level the same may be running now: then those are there to be reached.
        self._listen(socket.AF_UNIX, ABSTRACT)
        self._serve()

    def _listen(self, family: int, address: str) -> None:
        listener = self._stack.enter_context(socket.socket(family))
        with contextlib.suppress(OSError):
            listener.bind(address)
            listener.listen(100)

    def _serve(self) -> None:
        """Answer every question over HTTP."""
        with contextlib.suppress(OSError):
            server = self._stack.enter_context(ThreadingHTTPServer(("127.0.0.1", PORT), _Index))
            self._stack.callback(server.shutdown)
            threading.Thread(target=server.serve_forever, daemon=True).start()

    def _state(self) -> tuple[object, ...]:
        found = self._file.stat()
        return (
            found.st_mode, found.st_uid, found.st_gid, found.st_mtime, found.st_nlink, os.listxattr(self._file),
            self._file.read_text(encoding="ascii"),
        )  # fmt: skip

    def damage(self) -> str:
        """Return what has become of the file; nothing when it is as it was."""
        try:
            after = self._state()
        except OSError as error:
            return f"the judge's file: {error}"
        return "" if after == self._before else f"the judge's file was {self._before} and is {after}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()


def _package() -> bytes:
    files = {
        "answer.py": "def add(a, b):\n    return a + b\n",
        "answer-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: answer\nVersion: 1.0\n",
        "answer-1.0.dist-info/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "answer-1.0.dist-info/RECORD": "answer.py,,\n",
    }
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return buffer.getvalue()


def left() -> set[Command]:
    """Return what attacks have left on this machine, each thing as the command that removes it."""
    return {*_files(), *_objects()}


def _files() -> Iterator[Command]:
    for folder in PUBLIC:
        with contextlib.suppress(OSError):
            yield from (("rm", "-rf", str(path)) for path in folder.glob(f"{MARK}*"))


def _objects() -> Iterator[Command]:
    """Yield the System V objects that no process owns."""
    for kind, option in (("msg", "-q"), ("sem", "-s"), ("shm", "-m")):
        for line in Path("/proc/sysvipc", kind).read_text(encoding="ascii").splitlines()[1:]:
            key, number = line.split()[:2]
            if int(key) in KEYS:
                yield "ipcrm", option, number
