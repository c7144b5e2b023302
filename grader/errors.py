"""The tree of errors: whose fault each one is, and the exit code that it ends in.

::

    GraderError
    ├── CallerError            exit 2: the command line or the author's files are wrong
    │   ├── UsageError             a path or a name that the caller gave does not exist
    │   └── ConfigError            every problem of the YAML files at once
    ├── UnreadableSubmissionError   a file that cannot be read as a submission: no score, never a zero
    └── MachineError           exit 3: this machine, its driver or the grader itself failed
        ├── BoxError               a box could not be opened, or broke for a reason that is not the student's
        ├── PluginError            a plugin is missing or cannot be loaded
        └── StoreError             stored evidence is missing, damaged or of another version

Each keeps its constructor's arguments as ``args`` and makes its text in ``__str__``, so that it survives pickling.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar


class GraderError(Exception):
    """Anything that the grader itself raises."""

    exit_code: ClassVar[int] = 3


class CallerError(GraderError):
    """The command line or the author's files are wrong."""

    exit_code: ClassVar[int] = 2


class UsageError(CallerError):
    """A path or a name that the caller gave does not exist; the message says what does."""


@dataclass(frozen=True, kw_only=True)
class Problem:
    """One mistake in an author's file."""

    file: str
    line: int  # counted from 1; 0 when the whole file is meant
    column: int  # counted from 1; 0 when the whole file is meant
    message: str  # what was expected, what stands there
    hint: str = ""  # the nearest valid name, or what to do

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        return f"{place}: {self.message}" + (f" ({self.hint})" if self.hint else "")


class ConfigError(CallerError):
    """Every problem of the author's files, reported together."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(tuple(problems))
        self.problems: tuple[Problem, ...] = tuple(problems)

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems))


class UnreadableSubmissionError(GraderError):
    """A file that cannot be read as a submission: the student is asked to send it again, and nothing is scored."""

    def __init__(self, code: str, params: Mapping[str, object]) -> None:
        super().__init__(code, dict(params))
        self.code = code  # a message code
        self.params = dict(params)

    def __str__(self) -> str:
        return f"{self.code}: {self.params}"


class MachineError(GraderError):
    """This machine, its driver or the grader itself failed; the student is not charged for it."""


class BoxError(MachineError):
    """A box could not be opened, or broke for a reason that is not the student's."""


class PluginError(MachineError):
    """A plugin is missing or cannot be loaded."""


class StoreError(MachineError):
    """Stored evidence is missing, damaged or of another version."""
