"""The trusted process that runs an author's pytest file; the submission runs elsewhere, behind the judge."""

import os
import re
from collections.abc import Callable, Generator, Mapping
from pathlib import Path
from typing import Any

import pytest

from ..serve import Session

MAX_TEXT = 1000  # characters of what a test says of its failure
OPTIONS = ("-q", "-s", "-p", "no:cacheprovider", "-p", "no:faulthandler", "--rootdir=.", "-c", "tests.ini")


class SubmissionError(Exception):
    """The submission's code raised, hit a limit, or has no such name.

    Attributes:
        number: of the call, by the judge's count.
    """

    def __init__(self, text: str, number: int) -> None:
        super().__init__(text)
        self.number = number


class Proxy:
    """The fixture `submission`: `submission.f(…)` calls a function of the submission, `submission["x"]` is a variable.

    What comes back is a plain value: a number, a text, a list, a dict or a NumPy array. Every fault of the submission
    is a `submission.Error`.
    """

    Error = SubmissionError

    def __init__(self, ask: Callable[..., Any]) -> None:
        self._ask = ask

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("__"):  # pytest and copy look for many such names
            raise AttributeError(name)
        return lambda *args, **kwargs: self._asked("call", of=name, args=args, kwargs=kwargs)

    def __getitem__(self, name: str) -> Any:
        return self._asked("variable", of=name)

    def _asked(self, question: str, **payload: Any) -> Any:
        answer = self._ask(question, **payload)
        if "error" in answer:
            raise SubmissionError(answer["error"], answer["number"])
        return answer["value"]


class Watcher:
    """A plugin of pytest: gives the fixture, and notes how each test ended."""

    def __init__(self, ask: Callable[..., Any]) -> None:
        self._ask = ask
        self.tests: list[dict[str, Any]] = []
        self.problem: dict[str, Any] | None = None  # of the file itself

    @pytest.fixture
    def submission(self) -> Proxy:
        """Stand in for the submission."""
        return Proxy(self._ask)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note a file that cannot be loaded."""
        if report.failed:
            text = str(report.longrepr)
            said = [line for line in text.splitlines() if line.startswith("E ")] or text.splitlines()
            places = re.findall(rf"{re.escape(Path(report.nodeid).name)}(?:\", line |:)(\d+)", text)
            self.blame(int(places[-1]) if places else 0, said[-1].removeprefix("E").strip())

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Note how a part of a test ended: its setup, its call or its teardown."""
        report = yield
        error = call.excinfo.value if call.excinfo else None
        if report.when == "call" or report.skipped or isinstance(error, SubmissionError):
            self._note(item, report, error)
        elif report.failed:
            self.blame((item.location[1] or 0) + 1, f"{item.name}: {type(error).__name__}: {error}")
        return report

    def blame(self, line: int, text: str) -> None:
        """Note that the file is at fault; the first reason counts."""
        self.problem = self.problem or {"line": line, "text": text[:MAX_TEXT]}

    def _note(self, item: pytest.Item, report: pytest.TestReport, error: BaseException | None) -> None:
        text = str(error) if isinstance(error, AssertionError | SubmissionError) else f"{type(error).__name__}: {error}"
        test = {
            "name": item.name, "result": report.outcome, "line": (item.location[1] or 0) + 1,
            "text": text[:MAX_TEXT] if report.failed else "", "number": _number(error),
            "odd": report.failed and not isinstance(error, AssertionError | SubmissionError | pytest.fail.Exception),
        }  # fmt: skip
        self.tests = [each for each in self.tests if each["name"] != item.name] + [test]


def _number(error: BaseException | None) -> int | None:
    """Return the number of the call of the submission that an error comes from, directly or by way of another."""
    for _ in range(10):
        if error is None or isinstance(error, SubmissionError):
            break
        error = error.__cause__ or error.__context__
    return error.number if isinstance(error, SubmissionError) else None


def run(session: Session, payload: Mapping[str, Any]) -> dict[str, Any]:
    """Run the tests of a `file` in the working folder; they ask the judge for what the submission does.

    Returns `tests`, each with `name`, `result` (passed, failed or skipped), `text`, `line`, `number` of the call that
    failed it, and `odd`, whether it failed neither by an assertion nor by the submission; and the `problem` of a file
    that cannot be run: `line` and `text`.
    """
    Path("tests.ini").write_text("[pytest]\n", encoding="utf-8")
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    watcher = Watcher(session.ask)
    code = pytest.main([*OPTIONS, payload["file"]], plugins=[watcher])
    if code not in {pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED}:
        text = "there is no test in it" if code == pytest.ExitCode.NO_TESTS_COLLECTED else f"pytest ended with {code!r}"
        watcher.blame(0, text)
    return {"tests": watcher.tests, "problem": watcher.problem}


OPS = {"run": run}
