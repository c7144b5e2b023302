"""A report in which every part is filled: pictures of each kind, examples, marked lines; and its hidden twin."""

from dataclasses import replace
from decimal import Decimal

from fixed_reports import ASSIGNMENT, report

from grader.model.assignment import CheckSpec
from grader.model.pictures import Count, Counts, Timing, WhereWrong
from grader.model.submission import Cell, Note
from grader.model.text import Text
from grader.model.verdict import Example, Finding, Score, Shown, Status, Verdict

SOURCE = '''"""Vector add, as a student may write it."""
import numpy as np
from numba import cuda


@cuda.jit
def vec_add_kernel(a, b, c):
    # index of this thread, হিসাব করা
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    c[i] = a[i] + b[i]  # এখানে কোনো bounds guard নেই, তাই শেষ block-এর বাড়তি thread-গুলোও এই লাইনে এসে লেখে


def vec_add(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return a + b."""
    if len(a) != len(b) and not isinstance(a, list):
        raise ValueError(f"lengths differ: {len(a)} and {len(b)}")
    threads, blocks = 256, 4.0e0
    c = cuda.device_array(1_000, dtype=np.float32)
    vec_add_kernel[4, threads](a, b, c)
    return c.copy_to_host()
'''

_CHECKS = ("values", "matrix", "total", "safe", "raised", "slow", "fast", "cheap", "dear", "hidden")
FILLED_ASSIGNMENT = replace(
    ASSIGNMENT,
    exercises=(
        replace(
            ASSIGNMENT.exercises[0],
            checks=tuple(
                CheckSpec(
                    id=each,
                    kind="output",
                    points=Decimal(1),
                    title=Text(bn=f"`{each}` ঠিক আছে কি না", en=f"whether `{each}` is right"),
                )
                for each in _CHECKS
            ),
        ),
    ),
)

TAIL = WhereWrong(
    name="c", shape=(1000,), wrong=24, part=(1, 16),
    cells=(*((0.0,) * 16 for _ in range(3)), (0.0,) * 13 + (0.5, 1.0)),
)  # fmt: skip
TILE = WhereWrong(
    name="c", shape=(16, 16), wrong=32,
    cells=tuple(tuple(float(row < 8 and column >= 12) for column in range(16)) for row in range(16)),
)  # fmt: skip
STRIPE = WhereWrong(name="out", shape=(64,), wrong=32, cells=(tuple(float(column % 2) for column in range(64)),))
SLOW = Timing(
    student_ms=(5.1, 5.4, 5.6, 5.3, 5.2, 5.9, 5.4, 5.5), beside_ms=(2.0, 2.1, 1.9, 2.0, 2.0, 2.2, 2.0, 1.95),
    copy=False, low=2.6, ratio=2.7, high=2.8, limit=1.5,
)  # fmt: skip
FAST = Timing(
    student_ms=(1.02, 1.0, 1.1), beside_ms=(0.9, 0.91, 0.92), copy=True, low=1.08, ratio=1.11, high=1.2, limit=1.25
)
COUNTS = Counts(
    items=(
        Count(name="sectors", counted=1_234_568, ideal=154_321, limit=308_642),
        Count(name="blocks", counted=4, limit=64, at_least=True),
        Count(name="idle", counted=0.03, limit=0.25),
    )
)
VECTORS = Example(
    case="n=5, values=arange", inputs=("a = [0, 1, 2, 3, 4]", "n = 5"), place="c[3]", expected="6", got="0",
    values=(
        Shown(name="a", role="input", shape=(5,), values=("0", "1", "2", "3", "4")),
        Shown(name="n", role="input", shape=(), values=("5",)),
        Shown(name="c", role="expected", shape=(5,), values=("0", "2", "4", "6", "8")),
        Shown(name="c", role="got", shape=(5,), values=("0", "2", "4", "0", "nan")),
    ),
)  # fmt: skip
WIDE = replace(  # wider than a phone
    VECTORS,
    values=tuple(
        replace(each, values=tuple(f"-{value}.23457e+38" for value in each.values)) for each in VECTORS.values
    ),
)
MATRICES = Example(
    case="n=3", place="c[1, 2]", expected="1.5", got="-3.40282e+38",
    values=(
        Shown(name="a", role="input", shape=(2, 3), values=("1", "2", "3", "4", "5", "6")),
        Shown(name="c", role="expected", shape=(2, 3), values=("1", "2", "3", "4", "5", "1.5")),
        Shown(name="c", role="got", shape=(2, 3), values=("1", "2", "3", "4", "5", "-3.40282e+38")),
    ),
)  # fmt: skip
NUMBER = Example(
    case="n=2", place="total", expected="499500", got="499501",
    values=(
        Shown(name="n", role="input", shape=(), values=("1000",)),
        Shown(name="total", role="expected", shape=(), values=("499500",)),
        Shown(name="total", role="got", shape=(), values=("499501",)),
    ),
)  # fmt: skip
_WRONG = {"name": "c", "wrong": 24, "total": 1000, "index": "[976]", "expected": "14.0", "got": "nan"}
_BEYOND = {
    "name": "c", "length": 1000, "element": "index 1000", "where": "vec_add.py:10",
    "who": "blockIdx = 3, threadIdx = 232",
}  # fmt: skip
_APART = {"where": "?", "count": 8, "ideal": 4, "got": 2.0, "limit": 1.5}
_RAISED = {"error": "TypingError: cannot determine Numba type of <class 'list'>", "where": "vec_add.py:10"}

HELD = "HELD5309"
_HIDDEN = Finding(
    status=Status.FAIL, code="output.wrong-values", hidden=True, case=f"n={HELD}", picture=replace(TAIL, name=HELD),
    params={**_WRONG, "name": HELD, "expected": HELD, "got": HELD, "where": "vec_add.py:19"},
    example=Example(
        case=HELD, inputs=(f"a = [{HELD}]",), place=HELD, expected=HELD, got=HELD,
        values=(Shown(name=HELD, role="got", shape=(1,), values=(HELD,)),),
    ),
)  # fmt: skip


def _verdict(check: str, finding: Finding) -> Verdict:
    awarded = Decimal(finding.status is Status.PASS)
    return Verdict(exercise="kernel", check=check, kind="output", points=Decimal(1), awarded=awarded, finding=finding)


def _failed(code: str, params: dict[str, object], **more: object) -> Finding:
    return Finding(status=Status.FAIL, code=code, params=params, case="n=1000", **more)  # type: ignore[arg-type]  # the names are Finding's


FILLED = report(
    "s005",
    verdicts=tuple(
        _verdict(check, finding)
        for check, finding in {
            "values": _failed("output.wrong-values", {**_WRONG}, picture=TAIL, example=VECTORS),
            "matrix": _failed("output.wrong-values", {**_WRONG, "wrong": 32}, picture=TILE, example=MATRICES),
            "total": _failed("output.wrong-values", {**_WRONG, "wrong": 1}, picture=STRIPE, example=NUMBER),
            "safe": _failed("cuda.write-out-of-bounds", {**_BEYOND}, example=WIDE),
            "raised": _failed("run.raised", {**_RAISED}),
            "slow": _failed("perf.uncoalesced", {**_APART}, picture=SLOW),
            "fast": Finding(status=Status.PASS, picture=FAST),
            "cheap": Finding(status=Status.PASS, picture=COUNTS),
            "dear": _failed("perf.uncoalesced", {**_APART, "where": "vec_add.py:9"}, picture=COUNTS),
            "hidden": _HIDDEN,
        }.items()
    ),
    score=Score(earned=Decimal(2), open=Decimal(0), possible=Decimal(10)),
    notes=(Note(code="note.renamed", params={"file": "vec_add (1).py", "expected": "vec_add.py"}),),
    cells=(Cell(source=SOURCE),),
)

NOTEBOOK = replace(
    FILLED,
    file="lab.ipynb",
    verdicts=(
        _verdict("safe", _failed("nb.syntax-error", {"cell": 2, "line": 2, "error": "SyntaxError: invalid syntax"})),
        _verdict("values", _failed("nb.cell-error", {"cell": 1, "error": "NameError: name 'x'", "left": 5})),
    ),
    cells=(
        Cell(source="# পাঠ ৩", kind="markdown"),
        Cell(source="import torch\nx = torch.zeros(3)", number=1),
        Cell(source="y = x + 1\nz = y +\nprint(z)", number=2),
    ),
)
