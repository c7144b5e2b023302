"""`grader doctor`: what this machine can do, what it lacks, for whom that matters, and the command that mends it."""

import contextlib
import os
import platform
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import click

from grader.cli.common import EXIT_DONE, EXIT_MACHINE, console
from grader.cli.common import command as make
from grader.feedback.labels import Labels

GOOD, NONE, BAD = "✓", "–", "✗"  # works, is not there and need not be, is broken
STYLES = {GOOD: "green", NONE: "yellow", BAD: "red"}
PIP = "pip install"
# Program, and what installs it, by what the system installs with.
COMPILER = {"apt-get": "sudo apt install g++", "dnf": "sudo dnf install gcc-c++"}
WEAK = ("B'", "C", "D", "E")  # levels for which there is advice
PROCESSOR = "+cpu"  # ends the version of a torch that was built for the processor alone


@dataclass(frozen=True, kw_only=True)
class Row:
    """One thing that matters."""

    mark: str
    name: str
    found: str
    why: str = ""  # what it is for; only told where it is missing
    mend: tuple[str, ...] = ()  # commands


def command(labels: Labels) -> click.Command:
    """Return the command."""
    return make(labels, "doctor", run, [])


def run(labels: Labels) -> int:
    """Print what matters; fails when something that is needed does not work."""
    from grader.feedback.terminal import Printer

    printer, broken = Printer(console()), False
    for row in _rows(labels):
        broken |= row.mark == BAD
        printer.line(f"{row.mark} {row.name}: {row.found}", style=STYLES[row.mark])
        if row.why:
            printer.line(row.why, indent=4)
        for each in row.mend:
            printer.line(f"`{each}`", indent=4)
    return EXIT_MACHINE if broken else EXIT_DONE


def _rows(labels: Labels) -> Iterator[Row]:
    system = platform.system()
    yield Row(mark=GOOD, name="Python", found=f"{platform.python_version()} ({system} {platform.machine()})")
    if system != "Linux":
        why, mend = labels.label("cli.doctor.only-self-check"), ("wsl --install",) if system == "Windows" else ()
        yield Row(mark=NONE, name=system, found=labels.label("cli.doctor.no-wall"), why=why, mend=mend)
    for name in ("numpy", "numba", "ipython", "nbformat"):
        yield _library(name, labels, needed=True)
    yield _torch(labels)
    for name in ("triton", "typst", "pytest"):
        yield _library(name, labels, needed=False)
    yield _compiler(labels)
    if system == "Linux":
        yield from _devices(labels)
        yield from _sandboxes(labels)
    yield _course(labels)


def _library(name: str, labels: Labels, *, needed: bool) -> Row:
    try:
        return Row(mark=GOOD, name=name, found=version(name))
    except PackageNotFoundError:
        missing, why = labels.label("cli.doctor.missing"), labels.label(f"cli.doctor.for.{name}")
        return Row(mark=BAD if needed else NONE, name=name, found=missing, why=why, mend=(f"{PIP} {name}",))


def _torch(labels: Labels) -> Row:
    """PyTorch is the user's choice: for the processor, or for the card that is there."""
    row = _library("torch", labels, needed=False)
    if row.mark == GOOD and row.found.endswith(PROCESSOR) and shutil.which("nvidia-smi"):
        why, mend = labels.label("cli.doctor.torch-without-card"), (f"{PIP} --force-reinstall torch",)
        return Row(mark=NONE, name="torch", found=row.found, why=why, mend=mend)
    return row


def _compiler(labels: Labels) -> Row:
    found = shutil.which("g++") if sys.platform == "linux" else None
    if found:
        return Row(mark=GOOD, name="g++", found=found)
    mend = tuple(line for tool, line in COMPILER.items() if shutil.which(tool))[:1]
    missing, why = labels.label("cli.doctor.missing"), labels.label("cli.doctor.for.compiler")
    return Row(mark=NONE, name="g++", found=missing, why=why, mend=mend)


def _devices(labels: Labels) -> Iterator[Row]:
    from grader import registry
    from grader.errors import MachineError
    from grader.feedback.faults import told

    for name in registry.names("devices"):
        device = registry.load("devices", name)()
        try:
            facts = ", ".join(f"{key} {value}" for key, value in device.facts().items())
        except MachineError as error:
            why = labels.label("cli.doctor.for.card")
            yield Row(mark=NONE, name=f"device {name}", found=told(error, labels.language), why=why)
            continue
        found = facts if device.can_time else f"{facts}; {labels.label('cli.doctor.no-time')}"
        yield Row(mark=GOOD, name=f"device {name}", found=found)


def _sandboxes(labels: Labels) -> Iterator[Row]:
    """Open a box of each kind: the one proof that it works."""
    from grader import registry
    from grader.errors import MachineError, PluginError
    from grader.feedback.faults import told
    from grader.model.assignment import Limits
    from grader.ports import Lease

    for name in registry.names("sandboxes"):
        try:
            with contextlib.closing(registry.load("sandboxes", name)()) as sandbox:
                level = sandbox.isolation
                with sandbox.open(driver="oracle", files={}, lease=Lease(), limits=Limits()):
                    found = f"{level}: {labels.label(f'cli.doctor.level.{level[0].lower()}')}"
            stronger = labels.label("cli.doctor.stronger") if level in WEAK[:-1] else ""
            yield Row(mark=GOOD, name=f"sandbox {name}", found=found, why=stronger, mend=_wall(level))
        except PluginError as error:  # made for another system
            yield Row(mark=NONE, name=f"sandbox {name}", found=told(error, labels.language))
        except MachineError as error:
            yield Row(mark=BAD, name=f"sandbox {name}", found=told(error, labels.language))


def _wall(level: str) -> tuple[str, ...]:
    """Return what an administrator can run for a stronger wall; `docs/sandbox.md` says what each is worth."""
    if level not in WEAK[:-1]:
        return ()
    if Path("/.dockerenv").exists():
        return (
            "docker run --security-opt seccomp=unconfined --security-opt apparmor=unconfined --cap-add SYS_ADMIN …",
        )
    switch = Path("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")
    closed = switch.exists() and switch.read_text(encoding="ascii").strip() == "1"
    return ("sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0",) if closed and os.geteuid() else ()


def _course(labels: Labels) -> Row:
    from grader.config import find_course
    from grader.errors import UsageError
    from grader.text.paths import shown

    try:
        return Row(mark=GOOD, name="grader.yaml", found=shown(find_course(Path.cwd())))
    except UsageError:
        missing, why = labels.label("cli.doctor.no-course"), labels.label("cli.doctor.for.course")
        return Row(mark=NONE, name="grader.yaml", found=missing, why=why, mend=("grader init",))
