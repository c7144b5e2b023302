"""Frames whose arrays lie in memory files, on Linux: nobody else can change them under the one who reads them."""

import contextlib
import fcntl
import os
import socket
from collections.abc import Iterator, Mapping

from grader.boxes.wire import MAX_ARRAYS, Spec, WireError, head_in, packed
from grader.model.values import Array, Value

# Nobody can change the size of a memory file under the one who reads it, nor the contents of what the judge sends.
_FIXED = fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW
_SEND_ONCE = 1 << 18  # bytes; a socket takes no more at a time anyway


class Frame:
    """A message on its way to a box, and the memory file that the box's own arrays come back in."""

    def __init__(self, head: bytes, arrays: int | None, replies: int) -> None:
        self.replies = replies
        self._unsent = memoryview(head)
        self._fds = [replies] if arrays is None else [replies, arrays]

    def send(self, channel: socket.socket) -> bool:
        """Send what the channel takes now; True when nothing is left. A box that has gone takes everything."""
        try:
            sent = socket.send_fds(channel, [self._unsent[:_SEND_ONCE]], self._fds)
        except BlockingIOError:
            return False
        except OSError:  # reading will say how it ended
            return True
        self._unsent, self._fds = self._unsent[sent:], []
        return not self._unsent


@contextlib.contextmanager
def encode(message: Mapping[str, Value], most: int = MAX_ARRAYS, room: int = 0) -> Iterator[Frame]:
    """Yield the frame of a message; its memory files are the judge's own.

    Args:
        message: with arrays anywhere in it.
        most: bytes of arrays that may come back.
        room: bytes of them that memory is found for beforehand, so that sending them back takes no longer than a copy.
    """
    body = packed(message)
    with contextlib.ExitStack() as stack:
        replies = _memory_file(stack, min(most, MAX_ARRAYS))
        fcntl.fcntl(replies, fcntl.F_ADD_SEALS, _FIXED | fcntl.F_SEAL_SEAL)
        if room:
            os.posix_fallocate(replies, 0, min(room, most, MAX_ARRAYS))
        given = None
        if body.arrays:
            given = _memory_file(stack, body.end)
            for offset, data in body.arrays:
                _write(given, data, offset)
            fcntl.fcntl(given, fcntl.F_ADD_SEALS, _FIXED | fcntl.F_SEAL_WRITE | fcntl.F_SEAL_SEAL)
        yield Frame(body.head, given, replies)


def _memory_file(stack: contextlib.ExitStack, size: int) -> int:
    fd = os.memfd_create("arrays", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    stack.callback(os.close, fd)
    os.ftruncate(fd, size)
    return fd


def _write(fd: int, data: bytes, offset: int) -> None:
    left = memoryview(data)
    while left:
        done = os.pwrite(fd, left, offset)
        left, offset = left[done:], offset + done


class FrameReader:
    """Puts frames together from whatever pieces the socket gives."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> None:
        """Add bytes as they came."""
        self._buffer += data

    def next(self, replies: int | None) -> dict[str, Value] | None:
        """Return the next whole message, or None while it is incomplete.

        Args:
            replies: the memory file that its arrays are copied from; without one, it may have none.

        Raises:
            WireError: it is none, or too large.
        """
        head = head_in(self._buffer)
        if head is None:
            return None
        if len(self._buffer) > head.end:
            raise WireError("more than one message at a time")
        self._buffer.clear()
        if head.specs and (replies is None or _written(replies) < sum(spec.size for spec in head.specs)):
            raise WireError("arrays that were not sent")
        return head.filled([_copied(spec, replies) for spec in head.specs] if replies is not None else [])


def _written(fd: int) -> int:
    """Return how many bytes of a memory file are in use: what a box claims to have sent must have cost it memory."""
    return os.fstat(fd).st_blocks * 512


def _copied(spec: Spec, replies: int) -> Array:
    """Return the judge's own copy of an array: whatever the box does to the file later, it stays as it is."""
    data = os.pread(replies, spec.size, spec.offset)
    while len(data) < spec.size:  # one call reads no more than 2 GiB less a page
        more = os.pread(replies, spec.size - len(data), spec.offset + len(data))
        if not more:
            raise WireError("an array beyond its file")
        data += more
    return spec.array(data)
