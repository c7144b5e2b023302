"""A report in a real terminal, 80 columns wide: tmux breaks none of its lines, and shows all of its words."""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
GRADE = (sys.executable, "-m", "grader", "grade", "submissions/quiz_gpu_basics/s003/quiz.py",
         "--assignment", "quiz_gpu_basics")  # fmt: skip
COLUMNS = 80
END = "end-of-the-report"
_CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()][A-Z0-9]|\r|\x0f")


class Terminal:
    """A server of tmux of its own, with one pane."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.written = folder, folder / "written"
        self.environment = {**os.environ, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}
        for name in ("TMUX", "NO_COLOR", "COLUMNS", "LINES"):
            self.environment.pop(name, None)

    def tmux(self, *words: str) -> str:
        command = ["tmux", "-u", "-f", "/dev/null", "-S", str(self.folder / "socket"), *words]
        done = subprocess.run(command, env=self.environment, cwd=ROOT, capture_output=True, text=True, check=True)
        return done.stdout

    def show(self, *command: str) -> tuple[list[str], list[str]]:
        """Run a command; return the lines that it wrote, control sequences taken out, and those that are seen."""
        script = self.folder / "script"
        script.write_text(f"tmux wait-for go\n{' '.join(command)}\necho {END}\nsleep 600\n", encoding="utf-8")
        self.tmux("new-session", "-d", "-x", str(COLUMNS), "-y", "50", f"sh {script}")
        self.tmux("pipe-pane", f"cat > {self.written}")
        self.tmux("wait-for", "-S", "go")
        deadline = time.monotonic() + 120
        while not (self.written.exists() and END in self.written.read_text(encoding="utf-8", errors="replace")):
            assert time.monotonic() < deadline, "the command has not ended"
            time.sleep(0.1)
        seen = self.tmux("capture-pane", "-p", "-S", "-")
        written = _CONTROL.sub("", self.written.read_text(encoding="utf-8"))
        return _lines(written), _lines(seen)


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.partition(END)[0].split("\n")]


@contextmanager
def terminal(folder: Path) -> Iterator[Terminal]:
    opened = Terminal(folder)
    try:
        yield opened
    finally:
        opened.tmux("kill-server")


@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
def test_no_line_of_a_report_is_broken_by_the_terminal(tmp_path: Path) -> None:
    with terminal(tmp_path) as shown:
        written, seen = shown.show(*GRADE)
    assert len(written) > 50
    assert max(map(len, written)) > COLUMNS / 2
    assert seen == written
    assert "\x1b[" in (tmp_path / "written").read_text(encoding="utf-8")  # in colour


@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
def test_plain_means_no_control_sequence_in_a_terminal_either(tmp_path: Path) -> None:
    with terminal(tmp_path) as shown:
        shown.show(*GRADE, "--plain")
    written = (tmp_path / "written").read_text(encoding="utf-8").replace("\r\n", "\n")
    piped = subprocess.run([*GRADE], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    assert "\x1b" not in written
    assert written.partition(END)[0] == piped
