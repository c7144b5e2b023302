"""Conversations with submissions that bring their boxes down."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from grader import registry
from grader.boxes.session import Program, Session
from grader.model.assignment import Case, Limits
from grader.model.evidence import Ending
from grader.model.submission import Cell, Submission
from grader.model.values import Value
from grader.ports import Bench, Lease, Reply

LIMITS = Limits(wall_s=5.0)
SOURCE = """
import os, time

def entry(n):
    if n == 0:
        os._exit(1)
    if n == 1:
        raise RuntimeError("CUDA error: an illegal memory access was encountered")
    if n == 2:
        time.sleep(60)
    return n + os.getpid() * 1000
"""


@contextmanager
def session(*sources: str, notebook: bool = False, nodes: tuple[str, ...] = ()) -> Iterator[Session]:
    cells = (Cell(source=source, number=at if notebook else None) for at, source in enumerate(sources, 1))
    submission = Submission(
        student="s001", assignment="a", file="a.ipynb" if notebook else "a.py", format="py", digest="",
        cells=tuple(cells),
    )  # fmt: skip
    bench = Bench(
        sandbox=registry.load("sandboxes", "local")(),
        lease=Lease(environment={"GRADER_DEVICE": "virtual"}, nodes=nodes),
        limits=LIMITS,
        seed=lambda _case: 0,
        can_time=False,
    )
    with Session(Program(submission=submission, entry="entry", driver="numba_cuda"), bench) as opened:
        yield opened


def call(opened: Session, n: int) -> Reply:
    argument: dict[str, Value] = {"name": "n", "dtype": "int64", "value": n}
    return opened.request("call", {"entry": "entry", "arguments": [argument], "launch": None})


def result(reply: Reply) -> int:
    returned = reply.value["returned"]
    assert isinstance(returned, dict)
    return int(returned["result"])


def test_a_dead_box_is_replaced_and_the_next_case_runs() -> None:
    with session(SOURCE) as opened:
        assert opened.load().ending is Ending.RETURNED
        first = result(call(opened, 5))
        assert call(opened, 0).outcome.ending is Ending.DIED
        second = result(call(opened, 5))
    assert first != second, "a fresh process has another number"
    assert first % 1000 == second % 1000 == 5


def test_after_two_lost_boxes_the_rest_is_not_run() -> None:
    with session(SOURCE) as opened:
        opened.load()
        endings = [call(opened, n).outcome.ending for n in (0, 0, 5, 5)]
    assert endings == [Ending.DIED, Ending.DIED, Ending.NOT_RUN, Ending.NOT_RUN]


def test_what_one_role_s_cases_bring_down_costs_no_other_role() -> None:
    big = Case(id="big", params={}, role="big")
    with session(SOURCE) as opened:
        opened.load()
        opened.begin(big, LIMITS)
        endings = [call(opened, n).outcome.ending for n in (0, 0, 5)]
        opened.begin(Case(id="small", params={}), LIMITS)
        assert result(call(opened, 5)) % 1000 == 5
        opened.begin(big, LIMITS)
        endings.append(call(opened, 0).outcome.ending)
    assert endings == [Ending.DIED, Ending.DIED, Ending.NOT_RUN, Ending.NOT_RUN]


def test_other_limits_mean_another_box_and_the_same_ones_do_not() -> None:
    case = Case(id="a", params={})
    with session(SOURCE) as opened:
        opened.load()
        opened.begin(case, LIMITS)
        first, second = result(call(opened, 5)), result(call(opened, 5))
        opened.begin(case, replace(LIMITS, wall_s=1.0))
        late = call(opened, 2).outcome
        opened.begin(case, LIMITS)
        assert result(call(opened, 5)) != first
    assert first == second
    assert (late.ending, late.limit) == (Ending.TIMEOUT, 1.0)


def test_after_an_error_of_the_card_its_process_is_not_used_again() -> None:
    for nodes in (("null",), ()):
        with session(SOURCE, nodes=nodes) as opened:
            opened.load()
            first = result(call(opened, 5))
            assert call(opened, 1).outcome.ending is Ending.RAISED
            assert (result(call(opened, 5)) == first) == (nodes == ())


def test_a_distrusted_box_is_not_asked_again() -> None:
    with session(SOURCE) as opened:
        opened.load()
        good = call(opened, 5)
        bad = opened.distrust(good, "a buffer is missing")
        assert (bad.outcome.ending, bad.value) == (Ending.BAD_REPLY, {})
        assert result(call(opened, 5)) != result(good)


def test_a_submission_that_cannot_be_loaded_is_not_ready() -> None:
    with session("def entry(n):\n    return n\n1 / 0\n") as opened:
        assert opened.load().error == "ZeroDivisionError"
        assert not opened.ready


def test_a_missing_entry_comes_with_the_names_that_there_are() -> None:
    with session("def entri(n):\n    return n\nprint('loaded')\n") as opened:
        assert opened.load().error == "MissingEntry"
        assert opened.names == ("entri",)
        assert opened.output == "loaded\n"


def test_a_notebook_is_ready_once_its_entry_is_defined() -> None:
    with session("def entry(n):\n    return n", "import no_such_library", notebook=True) as opened:
        load = opened.load()
        assert (load.ending, load.error) == (Ending.RAISED, "ModuleNotFoundError")
        assert load.place is not None
        assert load.place.cell == 2
        assert result(call(opened, 5)) == 5


def test_a_notebook_that_fails_before_its_entry_is_not_ready() -> None:
    with session("import no_such_library", "def entry(n):\n    return n", notebook=True) as opened:
        assert opened.load().ending is Ending.RAISED
        assert not opened.ready
