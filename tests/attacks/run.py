"""Grades every attack on every level of isolation that this machine allows, and looks for what they leave behind."""

import ctypes
import functools
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
from attack_files import Attack, attacks
from host import Command, left
from levels import LEVELS, USERS, unreachable
from rich.console import Console
from rich.progress import Progress
from rich.table import Column, Table

from grader.ports import Lease
from grader.sandboxes._harness import copy_harness
from grader.sandboxes._kept import cache

HERE = Path(__file__).parent
SECRET = "TOPSECRET-7f3a"  # noqa: S105 - of the judge's process; attacks look for it
WIDTH = 120  # of a table that is no terminal's
STUCK_S = 100.0  # longer than any attack takes
GONE_S = 3.0  # for what was killed to be gone
_PR_SET_CHILD_SUBREAPER = 36


@dataclass(kw_only=True)
class LevelRun:
    """All attacks on one level."""

    level: str
    skipped: str = ""  # why it cannot be entered here
    results: list[dict[str, Any]] = field(default_factory=list)  # name, outcome, milliseconds, wrong
    faults: list[str] = field(default_factory=list)  # what is wrong beside them


def run_level(level: str, sandbox: str, found: Sequence[Attack], each: Callable[[], None]) -> LevelRun:
    """Grade attacks on a level.

    Args:
        level: of LEVELS.
        sandbox: its name.
        found: the attacks.
        each: called after each.
    """
    run = LevelRun(level=level, skipped=unreachable(level))
    if run.skipped:
        return run
    # Whatever loses its parent becomes a child of this process, and is found.
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    before, folder = left(), Path(tempfile.mkdtemp(prefix=f"grader-attacks-{level[0]}-"))
    try:
        for line in _told([level, sandbox, *(attack.name for attack in found)], folder):
            if "name" in line:
                run.results.append(line)
                each()
            elif line.get("found", level) != level:
                run.faults.append(f"the sandbox found level {line['found']}")
            elif line.get("fault"):
                run.faults.append(line["fault"])
        run.faults += [f"a process goes on: {name}" for name in _end_survivors()]
        run.faults += [f"left behind, and removed: {command}" for command in _removed(left() - before)]
        run.faults += [f"left behind: {path}" for path in folder.iterdir() if path.name.startswith("grader-")]
    finally:
        subprocess.run(["rm", "-rf", str(folder)], check=False)  # noqa: S607 - shutil's own fails on deep trees
    missing = {attack.name for attack in found} - {result["name"] for result in run.results}
    run.faults += [f"never graded: {', '.join(sorted(missing))}"] if missing else []
    return run


@functools.cache
def _built() -> Path:
    """Return the cache that holds what a judge builds once: one whose home is empty would build it again."""
    with tempfile.TemporaryDirectory() as folder:
        copy_harness(Path(folder), Lease(environment={"GRADER_DEVICE": "virtual"}))
    return cache()


def _told(arguments: Sequence[str], folder: Path) -> Iterator[dict[str, Any]]:
    """Yield what the process that grades tells."""
    level = arguments[0]
    folder.chmod(0o755)  # boxes that are other users pass through
    shutil.copytree(_built(), folder / ".cache/grader", ignore=shutil.ignore_patterns("tmp*"))
    if os.geteuid() == 0 and level in USERS:
        for each in (folder, *folder.rglob("*")):
            os.chown(each, USERS[level], USERS[level])
    inside = [sys.executable, str(HERE / "inside.py"), *arguments]
    environment = {**os.environ, "TMPDIR": str(folder), "HOME": str(folder), "PYTHONDONTWRITEBYTECODE": "1",
                   "JUDGE": SECRET}  # fmt: skip
    with subprocess.Popen(
        [sys.executable, str(HERE / "levels.py"), level, *inside],
        env=environment, stdout=subprocess.PIPE, text=True, encoding="utf-8",
    ) as process:  # fmt: skip
        assert process.stdout is not None
        alarm = _Alarm(process)
        for line in process.stdout:
            alarm.start_again()
            yield json.loads(line)
        alarm.stop()
        if process.wait():
            yield {"fault": f"the judge ended with {process.returncode}"}


class _Alarm:
    """Kills a judge that has told nothing for a long time."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self._timer = self._started()

    def _started(self) -> threading.Timer:
        timer = threading.Timer(STUCK_S, self._process.kill)
        timer.start()
        return timer

    def start_again(self) -> None:
        """Let it have as much time once more."""
        self.stop()
        self._timer = self._started()

    def stop(self) -> None:
        """Let it have all the time that it needs."""
        self._timer.cancel()


def _end_survivors() -> list[str]:
    """Kill the processes that the judge has left, and return what they were."""
    names: list[str] = []
    deadline = time.monotonic() + GONE_S
    while time.monotonic() < deadline:
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            break
        alive = _children(os.getpid())
        names += [f"{pid} {_name(pid)}" for pid in alive]
        for pid in alive:
            os.kill(pid, signal.SIGKILL)
        time.sleep(0.05)
    return sorted(set(names))


def _removed(things: Iterable[Command]) -> Iterator[str]:
    """Remove what attacks have left, and yield how it was done."""
    for command in sorted(things):
        subprocess.run(command, check=False)
        yield " ".join(command)


def _children(pid: int) -> list[int]:
    texts = [Path(path, "children").read_text(encoding="ascii") for path in Path(f"/proc/{pid}/task").iterdir()]
    return [int(number) for text in texts for number in text.split()]


def _name(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")[:200]
    except OSError:
        return "?"


def table(run: LevelRun) -> Table:
    """Return what became of each attack on a level."""
    shown = Table(*(Column(name, no_wrap=True) for name in ("attack", "level", "outcome", "ms", "as expected")))
    for result in sorted(run.results, key=lambda result: str(result["name"])):
        wrong = result["wrong"]
        style = "red" if wrong else ""
        cells = (result["name"], run.level, result["outcome"], str(result["milliseconds"]), "no" if wrong else "yes")
        shown.add_row(*cells, style=style)
    return shown


def faults(run: LevelRun) -> list[str]:
    """Return all that is wrong on a level."""
    return [
        *(f"{each['name']}: {each['outcome']}: {each['wrong']}" for each in run.results if each["wrong"]),
        *run.faults,
    ]


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--level", "levels", multiple=True, type=click.Choice(LEVELS), help="All that can be entered, if none.")
@click.option("--only", multiple=True, help="Attacks whose name contains this.")
@click.option("--json", "file", type=click.Path(path_type=Path, dir_okay=False), help="Write the results there.")
@click.option("--sandbox", default="zygote", help="In its place `local` shows what an attack can do without a wall.")
def main(levels: Sequence[str], only: Sequence[str], file: Path | None, sandbox: str) -> None:
    """Grade every attack on every level; exit code 1 when something is not as it should be."""
    found = [attack for attack in attacks() if not only or any(part in attack.name for part in only)]
    console, runs = Console(width=None if sys.stdout.isatty() else WIDTH), []
    for level in levels or LEVELS:
        with Progress(console=console, transient=True) as progress:
            task = progress.add_task(f"level {level}", total=len(found))
            run = run_level(level, sandbox, found, lambda p=progress, t=task: p.advance(t))  # type: ignore[misc] # no type for defaults
        runs.append(run)
        console.print(f"level {level}: not here: {run.skipped}" if run.skipped else table(run))
        for fault in faults(run):
            console.print(f"level {level}: {fault}", style="red", markup=False)
    if file:
        file.write_text(json.dumps([vars(run) for run in runs], indent=1), encoding="utf-8")
    wrong = sum(len(faults(run)) for run in runs)
    console.print(f"{sum(len(run.results) for run in runs)} graded, {wrong} wrong")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
