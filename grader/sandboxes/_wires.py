"""The wires between the judge and a box on Linux."""

import os
import socket
from dataclasses import dataclass

from grader.boxes.sockets import Wires


@dataclass(frozen=True, kw_only=True)
class Ends:
    """The box's ends of the wires."""

    channel: socket.socket
    output: int
    where: int

    def close(self) -> None:
        """Let go of them, once the box has its own."""
        self.channel.close()
        os.close(self.output)
        os.close(self.where)


def wire() -> tuple[Wires, Ends]:
    """Return both ends of the channel and of the pipes for output and place. Raises OSError."""
    ours, theirs = socket.socketpair()
    output, output_end = os.pipe()
    where, where_end = os.pipe()
    return Wires(channel=ours, output=output, where=where), Ends(channel=theirs, output=output_end, where=where_end)
