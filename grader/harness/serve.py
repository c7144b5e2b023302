"""The loop of a box: one request in, one reply out, whatever the student's code does."""

import _thread
import contextlib
import faulthandler
import importlib
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from . import virtual
from .channel import Channel, PipeChannel
from .footprint import measured
from .submission import Submission, describe

TOLD_S = 0.25  # between two times

Operation = Callable[["Session", dict[str, Any]], dict[str, Any]]


class Session:
    """What a driver's operations share: the submission once it is loaded, and a way to ask the judge."""

    def __init__(self, channel: Channel | PipeChannel) -> None:
        self._channel = channel
        self._id = ""
        self.driver = ""
        self.operations: dict[str, Operation] = {"open": _open}
        self.submission: Submission | None = None
        self.held: Any = None  # what one operation of a driver leaves for the next
        self.claims: dict[str, Any] = {}  # what the box tells of itself, for explanations only

    def ask(self, name: str, **payload: Any) -> Any:
        """Ask the judge something and return its answer."""
        self._channel.send({"id": self._id, "ask": name, "payload": payload})
        message = self._channel.receive()
        if message is None:
            os._exit(0)  # the judge has gone, and nobody is left to answer to
        return message["answer"]

    def run(self, message: dict[str, Any]) -> None:
        """Do one request and reply to it."""
        self._id = message["id"]
        self.claims = {}
        try:
            with measured(self, message["payload"]):
                value = self.operations[message["op"]](self, message["payload"])
            self._reply(value=value)
        except BaseException as error:  # noqa: BLE001 - SystemExit and the like are the student's too
            self._reply(error=describe(error, self.submission.file if self.submission else ""))

    def _reply(self, **body: Any) -> None:
        with contextlib.suppress(Exception):  # the student may have put anything in its place
            sys.stdout.flush()
        self._channel.send({"id": self._id, **body, "claims": self.claims})


def main(channel_fd: int, where_fd: int) -> None:
    """Serve requests until the judge closes the channel.

    Args:
        channel_fd: stream socket to the judge.
        where_fd: pipe on which SIGUSR1 makes the interpreter write where it is, even inside a loop.
    """
    # Closed when the process ends: kept open for the signal handler.
    where = os.fdopen(where_fd, "w")
    # The main thread alone: it is the one that gets the signal, and of many threads it would be the one left out.
    faulthandler.register(signal.SIGUSR1, file=where, all_threads=False)
    _serve(Channel(socket.socket(fileno=channel_fd)))


def serve_pipes(where: str) -> None:
    """Serve requests from the standard input, with answers to the standard output; what is printed goes to the error.

    Student code finds no input, and prints into the same as its errors: the pipes of the judge are others by then.

    Args:
        where: file that is told all the time where the interpreter is, as there is no signal on Windows that asks it.
    """
    # No thread of the module `threading`, which student code may count.
    _thread.start_new_thread(_tell, (where, threading.get_ident()))
    requests, replies = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    _serve(PipeChannel(os.fdopen(requests, "rb"), os.fdopen(replies, "wb"), output=1))


def _tell(where: str, main_thread: int) -> None:
    """Write into a file where a thread is, again and again, as faulthandler does; what it does itself may crash."""
    with Path(where).open("w", encoding="utf-8", errors="replace") as file:
        while True:
            time.sleep(TOLD_S)
            frame = sys._current_frames().get(main_thread)  # noqa: SLF001 - meant for debuggers
            while frame is not None:
                code = frame.f_code
                file.write(f'File "{code.co_filename}", line {frame.f_lineno} in {code.co_name}\n')
                frame = frame.f_back
            file.flush()


def _serve(channel: Channel | PipeChannel) -> None:
    if os.environ.get("GRADER_DEVICE") == "cuda":
        _wake_card()
    session = Session(channel)
    channel.send({"ready": True})
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        while (message := channel.receive()) is not None:
            session.run(message)


def _wake_card() -> None:
    """Make the context that torch and numba share: after the fork, which none survives, and before student code."""
    torch = importlib.import_module("torch")
    torch.zeros(1, device="cuda")


def _open(session: Session, payload: dict[str, Any]) -> dict[str, Any]:
    """Put files into the working folder and let a driver do the rest: the first request, and only that."""
    for name, data in payload["files"].items():
        Path(name).write_bytes(data.tobytes())
    on_virtual_card = os.environ.get("GRADER_DEVICE") == "virtual"
    if on_virtual_card:
        virtual.prepare()
    driver = importlib.import_module(f".drivers.{payload['driver']}", __package__)
    session.driver, session.operations = payload["driver"], driver.OPS
    if on_virtual_card:
        virtual.install()
    if hasattr(driver, "prepare"):
        driver.prepare(session)
    return {}
