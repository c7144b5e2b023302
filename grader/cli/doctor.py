"""`grader doctor`: what this machine can do."""

import platform
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version

import click

from grader.cli.common import EXIT_DONE, EXIT_MACHINE, console
from grader.cli.common import command as make
from grader.feedback.labels import Labels

GOOD, NONE, BAD = "✓", "–", "✗"  # works, is not there and need not be, is broken


def command(labels: Labels) -> click.Command:
    """Return the command."""
    return make(labels, "doctor", run, [])


def run(labels: Labels) -> int:
    """Print one line per thing that matters; fails when something that is needed does not work."""
    from rich.table import Table

    rows = list(_rows(labels))
    table = Table(box=None, show_header=False, pad_edge=False)
    for mark, what, found in rows:
        table.add_row(mark, what, found)
    console().print(table)
    return EXIT_MACHINE if any(mark == BAD for mark, _, _ in rows) else EXIT_DONE


def _rows(labels: Labels) -> Iterator[tuple[str, str, str]]:
    yield GOOD, "Python", f"{platform.python_version()} ({platform.system()} {platform.machine()})"
    for name in ("torch", "numba", "numpy"):
        try:
            yield GOOD, name, version(name)
        except PackageNotFoundError:
            yield BAD, name, labels.label("cli.doctor.missing")
    yield from _devices(labels)
    yield from _sandboxes(labels)


def _devices(labels: Labels) -> Iterator[tuple[str, str, str]]:
    from grader import registry
    from grader.errors import MachineError

    for name in registry.names("devices"):
        device = registry.load("devices", name)()
        try:
            facts = ", ".join(f"{key} {value}" for key, value in device.facts().items())
            yield GOOD, f"device {name}", facts if device.can_time else f"{facts}; {labels.label('cli.doctor.no-time')}"
        except MachineError as error:
            yield NONE, f"device {name}", str(error)


def _sandboxes(labels: Labels) -> Iterator[tuple[str, str, str]]:
    """Open a box of each kind: the one proof that it works."""
    from grader import registry
    from grader.errors import MachineError
    from grader.model.assignment import Limits
    from grader.ports import Lease

    for name in registry.names("sandboxes"):
        sandbox = registry.load("sandboxes", name)()
        try:
            level = sandbox.isolation
            with sandbox.open(driver="oracle", files={}, lease=Lease(), limits=Limits()):
                yield GOOD, f"sandbox {name}", f"{level}: {labels.label(f'cli.doctor.level.{level[0].lower()}')}"
        except MachineError as error:
            yield BAD, f"sandbox {name}", str(error)
        finally:
            sandbox.close()
