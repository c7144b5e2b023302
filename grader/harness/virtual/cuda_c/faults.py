"""Why a kernel, or the host, was stopped: what the native part knows of it, and where that is in the source."""

import ctypes
import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..trace import Site

_KINDS = {0: "reads", 1: "writes", 2: "changes"}
_LINE = re.compile(r"^(?P<function>.*?) at (?P<file>.*):(?P<line>\d+|\?)")


class NativeFault(ctypes.Structure):
    """`vgpu::Fault`."""

    _fields_ = (
        ("error", ctypes.c_int32), ("kind", ctypes.c_int32), ("address", ctypes.c_int64), ("size", ctypes.c_int64),
        ("place", ctypes.c_void_p), ("thread", ctypes.c_int32 * 3), ("block", ctypes.c_int32 * 3),
        ("line", ctypes.c_int32), ("other_line", ctypes.c_int32), ("split", ctypes.c_int32), ("host", ctypes.c_int32),
        ("kernel", ctypes.c_char * 128), ("text", ctypes.c_char * 256), ("base", ctypes.c_void_p),
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Fault:
    """What happened.

    Attributes:
        text: in words, as a tool for finding errors on a card would say it; empty when nothing is known.
        line: of the student's source; 0 when it is not known.
    """

    text: str
    line: int


def read_fault(path: Path) -> NativeFault:
    """Return the fault that a program has left in a file."""
    return NativeFault.from_buffer_copy(path.read_bytes().ljust(ctypes.sizeof(NativeFault), b"\0"))


def explain(native: NativeFault, binary: Path) -> Fault:
    """Return what is known of a fault."""
    line = native.line
    if native.place and native.base:
        line = sites_of(binary, [native.place - native.base])[0].line
    text = bytes(native.text).decode(errors="replace")
    if native.host:
        return Fault(text=f"host code touches memory of the device, at address {native.address:#x}", line=line)
    if native.split or (native.line and native.other_line):
        reason = "divergent barrier" if native.split else text
        lines = " and ".join(f"line {line}" for line in dict.fromkeys((native.line, native.other_line)))
        return Fault(text=f"{reason}: {_thread(native, whole=False)} waits at {lines}", line=native.line)
    if native.kind in _KINDS and native.size:
        text = f"{_thread(native)} {_KINDS[native.kind]} {native.size} bytes at address {native.address:#x}"
    elif native.error:
        text = f"{text or 'illegal access'}: {_thread(native)}"
    return Fault(text=text, line=line)


def sites_of(binary: Path, offsets: Sequence[int]) -> list[Site]:
    """Return the places in the source of return addresses, relative to where a binary begins.

    A place in one of our headers stands for the line that it was used in.
    """
    # The byte before a return address belongs to the call.
    asked = "\n".join(hex(offset - 1) for offset in offsets)
    told = subprocess.run(
        ["addr2line", "-e", str(binary), "-f", "-C", "-p", "-i"],  # noqa: S607 - it comes with g++
        input=asked, capture_output=True, encoding="utf-8", check=False, errors="replace",
    ).stdout  # fmt: skip
    found: list[list[Site]] = []
    for line in told.splitlines():
        inner = line.removeprefix(" (inlined by) ")
        match = _LINE.match(inner)
        site = Site(
            file=Path(match["file"]).name.removesuffix(".cpp") if match else "",  # of what is compiled, or included
            line=int(match["line"].replace("?", "0")) if match else 0,
            function=match["function"].partition("(")[0] if match else "",
        )  # fmt: skip
        if inner == line:
            found.append([])
        found[-1].append(site)
    return [next((site for site in sites if _is_students(site)), sites[0]) for sites in found]


def _is_students(site: Site) -> bool:
    return bool(site.line) and site.file not in {"atomics.h", "threads.h", "numbers.h", "launch.h", "cuda_fp16.h"}


def _thread(native: NativeFault, *, whole: bool = True) -> str:
    x, y, z = native.thread
    block = "block ({}, {}, {})".format(*native.block)
    kernel = bytes(native.kernel).decode(errors="replace")
    return f"thread ({x}, {y}, {z}) of {block} in {kernel}" if whole else f"{block} in {kernel}"
