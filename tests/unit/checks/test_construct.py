"""Hints from the source: names are followed to their modules, and what only looks like code counts for nothing."""

from typing import Any

import pytest

from grader.checks.construct import ConstructCheck
from grader.model.assignment import Exercise
from grader.model.evidence import Ending, ExerciseEvidence, Outcome, Reference
from grader.model.submission import Cell
from grader.model.text import Text
from grader.model.verdict import Finding, Status
from grader.ports import Seen

TEXT = Text(bn="ক", en="a")
KERNEL = """\
from numba import cuda
@cuda.jit
def k(a):
    cuda.syncthreads()
"""


def judge(*sources: str | Cell, **options: Any) -> Finding:
    cells = tuple(each if isinstance(each, Cell) else Cell(source=each) for each in sources)
    seen = Seen(
        exercise=Exercise(id="e", title=TEXT, statement=TEXT, language="python", checks=()),
        evidence=ExerciseEvidence(exercise="e", load=Outcome(ending=Ending.RETURNED)),
        reference=Reference(exercise="e", expected=()),
        device="virtual",
        can_time=False,
        cells=cells,
    )
    (finding,) = ConstructCheck(**options).judge(seen)
    return finding


@pytest.mark.parametrize(
    "source",
    [
        KERNEL,
        "import numba.cuda\nnumba.cuda.syncthreads()\n",
        "import numba.cuda as c\nc.syncthreads()\n",
        "from numba.cuda import syncthreads as sync\nsync()\n",
        "from numba.cuda import *\nsyncthreads()\n",
    ],
)
def test_a_name_is_followed_to_its_module_however_it_was_imported(source: str) -> None:
    assert judge(source, must_use=("cuda.syncthreads",)).status is Status.PASS
    assert judge(source, must_use=("numba.cuda.syncthreads",)).status is Status.PASS
    assert judge(source, must_not_use=("cuda.syncthreads",)).code == "construct.forbidden"


@pytest.mark.parametrize(
    "source",
    [
        "# cuda.syncthreads()\n",
        "'''cuda.syncthreads()'''\n",
        "print('torch.autocast')\n",
        "from numba.cuda import syncthreads\n",
        "cuda.syncthreads = None\n",
        "def syncthreads(): pass\n",
    ],
)
def test_what_only_looks_like_a_use_is_none(source: str) -> None:
    finding = judge(source, must_use=("syncthreads",))
    assert (finding.code, finding.params) == ("construct.missing", {"names": ("syncthreads",)})


def test_one_of_several_names_is_enough() -> None:
    either = ("torch.autocast | torch.amp.autocast | torch.cuda.amp.autocast",)
    for line in ("with torch.autocast('cuda'): pass", "with torch.amp.autocast('cuda'): pass"):
        assert judge(f"import torch\n{line}\n", must_use=either).status is Status.PASS
    assert judge("import torch\nx = torch.ones(1)\n", must_use=either).params == {"names": either}


@pytest.mark.parametrize(
    ("source", "place"),
    [
        ("import numpy as np\n\ny = np.sum(x)\n", "line 3"),
        ("x = [1]\ny = 1\nz = sum(x)\n", "line 3"),
        ("import torch\nx = torch.ones(3)\ns = x.sum()\n", "line 3"),
        ("import torch\ns = torch.ones(3).sum()\n", "line 2"),
        ("from numpy import sum\n", "line 1"),
    ],
)
def test_a_plain_name_is_a_function_or_a_method_of_any_module(source: str, place: str) -> None:
    finding = judge(source, must_not_use=("sum",))
    assert (finding.status, finding.code) == (Status.FAIL, "construct.forbidden")
    assert finding.params == {"names": ("sum",), "first": "sum", "where": place}


@pytest.mark.parametrize(
    "source",
    [
        "def sum(x):\n    total = 0\n    for v in x:\n        total += v\n    return total\nprint(sum([1]))\n",
        "class A:\n    def sum(self): return 1\n    def f(self): return self.sum()\n",
        "total_sum = 1\nprint(total_sum, 'sum')\n",
        "sum = 0\nfor v in [1]:\n    sum = sum + v\n",
    ],
)
def test_what_a_student_defines_under_that_name_is_another_thing(source: str) -> None:
    assert judge(source, must_not_use=("sum",)).status is Status.PASS


def test_words_of_the_language_are_found_and_a_comprehension_is_no_loop() -> None:
    assert judge("for i in x: pass\n", must_not_use=("for",)).params["where"] == "line 1"
    assert judge("y = [i for i in x]\n", must_not_use=("for",)).status is Status.PASS
    assert judge("y = [i for i in x]\n", must_use=("for | comprehension",)).status is Status.PASS
    assert judge("y = a @ b\n", must_not_use=("@",)).code == "construct.forbidden"
    assert judge("@a\ndef f(): pass\n", must_not_use=("@",)).status is Status.PASS
    assert judge("x = 'while True'\n", must_use=("while",)).code == "construct.missing"


def test_a_place_in_a_notebook_has_its_cell_and_aliases_hold_in_later_cells() -> None:
    cells = (
        Cell(source="import numpy as np\n", number=1),
        Cell(source="np.sum(", number=2),
        Cell(source="**np.sum** is forbidden", kind="markdown"),
        Cell(source="x = 1\ny = np.sum(x)\n", number=3),
    )
    assert judge(*cells, must_not_use=("numpy.sum",)).params["where"] == "cell 3, line 2"


C = r"""
// __syncthreads();
/* atomicAdd(x, 1);
   __syncthreads(); */
#if 0
  __syncthreads();
# if 1
  __syncthreads();
# endif
#endif
const char *s = "__syncthreads()", *r = R"(__syncthreads())", q = '"';
int million = 1'000'000;
__global__ void k(float *a) {
    cg::this_thread_block().sync();
}
"""


def test_comments_texts_and_left_out_parts_of_cuda_c_do_not_count() -> None:
    cell = Cell(source=C, kind="cuda_c")
    assert judge(cell, must_not_use=("__syncthreads", "atomicAdd")).status is Status.PASS
    assert judge(cell, must_use=("__syncthreads",)).code == "construct.missing"
    finding = judge(cell, must_not_use=("cg.this_thread_block",))
    assert finding.params["where"] == "line 14"
    other = Cell(source="#if 0\n#else\n__syncthreads();\n#endif\nk<<<1, 2>>>(a);", kind="cuda_c")
    assert judge(other, must_use=("__syncthreads", "<<<")).status is Status.PASS


@pytest.mark.parametrize("source", ['"' + '\\"' * 100_000, "/*" * 100_000, 'R"(' * 50_000, "#if 0\n" * 50_000])
def test_no_text_takes_long_to_read(source: str) -> None:
    assert judge(Cell(source=source, kind="cuda_c"), must_use=("k",)).code == "construct.missing"


def test_a_check_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="must_use, must_not_use"):
        ConstructCheck()
    with pytest.raises(ValueError, match=r"^must_use: expected a name"):
        ConstructCheck(must_use=("a |",))
