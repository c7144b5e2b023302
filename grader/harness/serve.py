"""The loop of a box: one request in, one reply out, whatever the student's code does."""

import contextlib
import faulthandler
import importlib
import os
import signal
import socket
import sys
from collections.abc import Callable
from typing import Any, cast

from .channel import Channel
from .submission import Submission, describe

Operation = Callable[["Session", dict[str, Any]], dict[str, Any]]


class Session:
    """What a driver's operations share: the submission once it is loaded, and a way to ask the judge."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._id = ""
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

    def run(self, operations: dict[str, Operation], message: dict[str, Any]) -> None:
        """Do one request and reply to it."""
        self._id = message["id"]
        self.claims = {}
        try:
            self._reply(value=operations[message["op"]](self, message["payload"]))
        except BaseException as error:  # noqa: BLE001 - SystemExit and the like are the student's too
            self._reply(error=describe(error, self.submission.file if self.submission else ""))

    def _reply(self, **body: Any) -> None:
        with contextlib.suppress(Exception):  # the student may have put anything in its place
            sys.stdout.flush()
        self._channel.send({"id": self._id, **body, "claims": self.claims})


def main(channel_fd: int, where_fd: int, driver: str) -> None:
    """Serve requests until the judge closes the channel.

    Args:
        channel_fd: stream socket to the judge.
        where_fd: pipe on which SIGUSR1 makes the interpreter write where it is, even inside a loop.
        driver: module of `harness.drivers`, with `OPS` and, if it has to patch something first, `prepare(session)`.
    """
    # Closed when the process ends: kept open for the signal handler.
    where = os.fdopen(where_fd, "w")
    faulthandler.register(signal.SIGUSR1, file=where, all_threads=True)
    channel = Channel(socket.socket(fileno=channel_fd))
    session = Session(channel)
    module = importlib.import_module(f".drivers.{driver}", __package__)
    if hasattr(module, "prepare"):
        module.prepare(session)
    channel.send({"ready": True})
    operations = cast("dict[str, Operation]", module.OPS)
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        while (message := channel.receive()) is not None:
            session.run(operations, message)
