"""Files as students send them, made anew from fixed seeds: `python tests/corpus/generate_corpus.py DIR` writes them.

Each situation has the number of a case that broke another grader, or confused its students (A1 to A28), and says what
must become of it. Situations of the same number are siblings: the case stands for its whole kind.
"""

import io
import json
import sys
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

RIGHT = "def scale(x, k):\n    return x * k\n"
SHELL, MAGIC, COLAB, RENAMED = "note.shell-skipped", "note.magic-skipped", "note.colab", "note.renamed"
ENCODING, ODD, OLD_AMP, CUDA_CELL = "note.encoding", "note.odd-cells", "note.old-amp", "note.cuda-cell-skipped"


@dataclass(frozen=True, kw_only=True)
class Situation:
    """What lies in a student's folder, and what must become of it."""

    case: str  # A1 to A28
    name: str
    files: Mapping[str, bytes]
    assignment: str = "hw1"
    lines: Mapping[str, str] = field(default_factory=dict)  # check -> status, or the code of its message
    problem: str = ""  # the code of why there is no score; then there are no lines
    notes: frozenset[str] = frozenset()
    says: str = ""  # stands somewhere in the report, in English

    @property
    def id(self) -> str:
        """What its folder is called."""
        return f"{self.case}-{self.name}"


def code(*sources: str) -> list[dict[str, Any]]:
    """Return code cells."""
    return [{"cell_type": "code", "metadata": {}, "source": source, "outputs": []} for source in sources]


def book(cells: Sequence[Any], minor: int = 5, **more: Any) -> dict[str, Any]:
    """Return a notebook."""
    return {"nbformat": 4, "nbformat_minor": minor, "metadata": {}, "cells": list(cells), **more}


def raw(notebook: Mapping[str, Any], encoding: str = "utf-8") -> bytes:
    """Return a notebook's bytes."""
    return json.dumps(notebook, ensure_ascii=False, indent=1).encode(encoding)


def packed(entries: Mapping[str, bytes]) -> bytes:
    """Return a zip; the same entries give the same bytes."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, data in entries.items():
            archive.writestr(zipfile.ZipInfo(name, (2026, 12, 1, 0, 0, 0)), data)
    return stream.getvalue()


def passes(case: str, name: str, files: Mapping[str, bytes], *notes: str, **more: Any) -> Situation:
    """Return a situation that costs nothing."""
    right = {"lines": {"right": "pass", "even": "pass"}, **more}
    return Situation(case=case, name=name, files=files, notes=frozenset(notes), **right)


def refused(case: str, name: str, files: Mapping[str, bytes], problem: str, says: str = "") -> Situation:
    """Return a situation that cannot be scored."""
    return Situation(case=case, name=name, files=files, problem=problem, says=says)


def notebook(*sources: str) -> dict[str, bytes]:
    """Return the files of a student who sends one notebook, under its usual name."""
    return {"hw1.ipynb": raw(book(code(*sources)))}


def script(source: str) -> dict[str, bytes]:
    """Return the files of a student who sends one script."""
    return {"hw1.py": source.encode()}


def notebooks() -> list[Situation]:
    """Return situations of Jupyter's and Colab's own."""
    absent = "import numpy as np\ndef load():\n    pass\nnp.load('/content/drive/MyDrive/a.npy')"
    return [
        passes("A1", "shell", notebook("!pip install -q x\n!nvidia-smi", RIGHT, "!ls -la"), SHELL),
        passes("A1", "shell-in-a-block", notebook("import os\nif True:\n    !pwd\nfiles = !ls", RIGHT), SHELL),
        passes("A1", "bash-cell", notebook("%%bash\nrm -rf / # no Python at all (", RIGHT), SHELL),
        passes("A1", "colabs-own-script", script(f"!pip install -q x\n%matplotlib inline\n{RIGHT}"), SHELL, MAGIC),
        Situation(
            case="A1", name="numbering", files=notebook("!ls\n!pwd", RIGHT.replace("x * k", "x * y")),
            lines={"right": "run.raised", "even": "run.raised"}, notes=frozenset({SHELL}), says="cell 2, line 2",
        ),
        passes("A2", "drive", notebook(
            "from google.colab import drive, files\ndrive.mount('/content/drive')\nup = files.upload()", RIGHT), COLAB),
        passes("A2", "forms-and-userdata", notebook(
            "#@title Setup\nn = 5 #@param {type:'integer'}\nfrom google.colab import userdata\nkey = userdata.get('K')",
            RIGHT), COLAB),
        Situation(
            case="A2", name="file-of-the-drive", files=notebook(absent, RIGHT),
            lines={"right": "py.no-such-file", "even": "py.no-such-file"}, says="/content/drive/MyDrive/a.npy",
        ),
        passes("A3", "c-cell-in-a-python-task", notebook(
            "%load_ext nvcc_plugin", "%%cu\n__global__ void k(float *a) { a[threadIdx.x] = 1; }", RIGHT), CUDA_CELL),
        *[Situation(
            case="A3", name=f"answer-in-{magic}", assignment="kernel_cu", lines={"right": "pass"},
            files=notebook("%load_ext nvcc4jupyter", f"%%{magic}\n{CUDA_C}"),
        ) for magic in ("cu", "cuda", "writefile kernel.cu")],
        passes("A4", "writefile", notebook(f"%%writefile solution.py\n{RIGHT}", "import solution")),
        passes("A4", "not-imported", notebook(f"%%writefile solution.py\n{RIGHT}")),
        passes("A4", "elsewhere", notebook(f"%%writefile ../../../tmp/solution.py\n{RIGHT}", "from solution import scale")),
        passes("A4", "checked-in-the-notebook", notebook("%load_ext grader", f"%%check hw1\n{RIGHT}")),
        passes("A5", "widgets-without-state", {"hw1.ipynb": raw(book(code(RIGHT), metadata={
            "widgets": {"application/vnd.jupyter.widget-state+json": {"abc": {"model_name": "HBoxModel"}}}}))}),
        passes("A6", "ids-too-early", {"hw1.ipynb": raw(book([{**code(RIGHT)[0], "id": "c0"}], minor=4))}),
        passes("A6", "ids-in-4.2", {"hw1.ipynb": raw(book([{**code(RIGHT)[0], "id": "c0"}], minor=2))}),
        passes("A7", "no-ids", {"hw1.ipynb": raw(book(code(RIGHT)))}),
        passes("A7", "same-id-twice", {"hw1.ipynb": raw(book([{**each, "id": "x"} for each in code("a = 1", RIGHT)]))}),
        passes("A7", "version-3", {"hw1.ipynb": raw({"nbformat": 3, "nbformat_minor": 0, "metadata": {}, "worksheets": [
            {"cells": [{"cell_type": "code", "input": RIGHT, "language": "python", "outputs": []}]}]})}),
        passes("A7", "odd-cells", {"hw1.ipynb": raw(book(
            [3, {"cell_type": "code", "source": 7}, {"source": "no type"}, {"cell_type": "raw", "source": "x"},
             {"outputs": [], "source": RIGHT}]))}, ODD),
        passes("A7", "lines", {"hw1.ipynb": raw(book([{**code("")[0], "source": RIGHT.splitlines(keepends=True)}]))}),
    ]  # fmt: skip


CUDA_C = "__global__ void ones(float *a, int n) {\n    int i = threadIdx.x;\n    if (i < n) a[i] = 1;\n}\n"


def encodings() -> list[Situation]:
    """Return situations of bytes and of line ends."""
    bangla = f"print('নমস্কার')\n{RIGHT}"
    whole = book(code(bangla))
    broken = raw(book(code("a = 1", RIGHT)))
    return [
        passes("A8", "marked-notebook", {"hw1.ipynb": raw(whole, "utf-8-sig")}),
        passes("A8", "marked-script", {"hw1.py": bangla.encode("utf-8-sig")}),
        passes("A9", "utf-16-notebook", {"hw1.ipynb": raw(whole, "utf-16")}, ENCODING),
        passes("A9", "utf-16-notebook-without-mark", {"hw1.ipynb": raw(whole, "utf-16-le")}, ENCODING),
        passes("A9", "utf-16-script", {"hw1.py": bangla.encode("utf-16")}, ENCODING),
        refused("A9", "utf-16-script-without-mark", {"hw1.py": bangla.encode("utf-16-le")}, "intake.not-utf8", "UTF-8"),
        refused("A9", "damaged-letters", {"hw1.py": bangla.encode() + b"# \xe9\n"}, "intake.not-utf8", "UTF-8"),
        passes("A10", "bangla", {"hw1.ipynb": raw(whole)}),
        passes("A10", "bangla-names", {"hw1.py": f"{RIGHT}\nযোগফল = 1\n".encode()}),
        passes("A10", "old-windows", {"hw1.py": f"# caf\u00e9\n{RIGHT}".encode("cp1252")}, ENCODING),
        passes("A10", "old-windows-notebook", {"hw1.ipynb": raw(book(code(f"# caf\u00e9\n{RIGHT}")), "cp1252")}, ENCODING),
        passes("A10", "zeros-at-the-end", {"hw1.ipynb": raw(whole) + bytes(4096)}),
        refused("A10", "zeros-only", {"hw1.py": bytes(4096)}, "intake.empty"),
        refused("A10", "zeros-inside", {"hw1.py": b"x = 1\n\0\n"}, "intake.not-utf8"),
        passes("A11", "windows", {"hw1.py": RIGHT.replace("\n", "\r\n").encode()}),
        passes("A11", "old-mac", {"hw1.py": RIGHT.replace("\n", "\r").encode()}),
        passes("A11", "windows-notebook", {"hw1.ipynb": raw(book(code(RIGHT.replace("\n", "\r\n"))))}),
        refused("A11", "cut-off", {"hw1.ipynb": broken[: len(broken) * 3 // 4]}, "intake.not-json", "after cell 2 of all"),
        refused("A11", "no-json", {"hw1.ipynb": b"<html>Sign in</html>"}, "intake.not-json", "line 1 column 1"),
        refused("A11", "merged", {"hw1.ipynb": broken.replace(b'"a = 1"', b'<<<<<<< HEAD\n"a = 1"')}, "intake.not-json"),
    ]  # fmt: skip


def names() -> list[Situation]:
    """Return situations of file names, folders and archives."""
    good, leftover = raw(book(code(RIGHT))), b"\x00\x05\x16\x07\x00\x02\x00\x00Mac OS X"
    inside = {"hw1/hw1.ipynb": good, "__MACOSX/hw1/._hw1.ipynb": leftover, "hw1/.DS_Store": leftover}
    return [
        passes("A12", "wrapped", {"hw1.zip": packed(inside)}),
        passes("A12", "not-packed", inside),
        passes("A12", "plain", {"work.zip": packed({"hw1.py": RIGHT.encode()})}),
        refused("A12", "two-of-them", {"hw1.zip": packed({"a/b1.ipynb": good, "a/c2.ipynb": good})}, "intake.several",
                "`b1.ipynb`, `c2.ipynb`"),
        refused("A12", "outside", {"hw1.zip": packed({"../hw1.py": RIGHT.encode(), "/etc/hw1.py": b"x = 1"})}, "intake.none"),
        refused("A12", "no-zip", {"hw1.zip": b"PK\x03\x04" + bytes(40)}, "intake.bad-zip"),
        refused("A12", "zip-in-zip", {"hw1.zip": packed({"hw1.zip": packed({"hw1.py": b"x = 1"})})}, "intake.none"),
        passes("A13", "second-download", {"hw1 (1).ipynb": good}),
        passes("A13", "bangla", {"hw1-final-শেষ.ipynb": good}),
        passes("A13", "second-script", {"hw1 (1).py": RIGHT.encode()}, RENAMED),
        passes("A13", "capitals", {"HW1.PY": RIGHT.encode()}, RENAMED),
        passes("A13", "wide-letters", {"\uff48\uff57\uff11.py": RIGHT.encode(), "old.py": b"x = 1"}),  # NFKC: hw1
        passes("A13", "invisible-letters", {"hw1\u200b.py": RIGHT.encode(), "old.py": b"x = 1"}),
        refused("A13", "hidden-ending", {"hw1.py.txt": RIGHT.encode()}, "intake.nearly", "rename it to `hw1.py`"),
        refused("A13", "near-one", {"hw01.py": RIGHT.encode(), "zzz.py": b"x = 1"}, "intake.nearly", "closest name is `hw01.py`"),
        refused("A13", "none", {"report.pdf": b"%PDF-1.4"}, "intake.none", "`report.pdf`"),
        refused("A13", "nothing", {}, "intake.none"),
        refused("A13", "empty", {"hw1.py": b" \n"}, "intake.empty"),
    ]  # fmt: skip


def running() -> list[Situation]:
    """Return situations of programs that ask, hang, flood or hide."""

    def stops(case: str, name: str, source: str, message: str, says: str = "") -> Situation:
        return Situation(
            case=case, name=name, files=script(source), lines={"right": message, "even": message}, says=says
        )

    loop = "def scale(x, k):\n    while k % 2:\n        pass\n    return x * k\n"
    guard = 'if __name__ == "__main__":\n    print(int(input()))\n    raise SystemExit(3)\n'
    return [
        stops("A14", "input", f'n = int(input("n? "))\n{RIGHT}', "py.needs-input", "line 1 of `hw1.py`"),
        stops("A14", "input-in-the-function", "def scale(x, k):\n    return x * int(input())\n", "py.needs-input", "line 2 of `hw1.py`"),
        passes("A15", "guard", script(RIGHT + guard)),
        passes("A15", "guard-in-a-notebook", notebook(RIGHT, guard)),
        Situation(case="A16", name="endless", files=script(loop), lines={"right": "run.timeout", "even": "pass"}, says="3 s"),
        stops("A16", "endless-outside", f"{RIGHT}\nwhile True: pass\n", "run.load-timeout", "line 4 of `hw1.py`"),
        stops("A17", "memory", f"{RIGHT}\nxs = []\nwhile True:\n    xs.append('x' * 10**7)\n", "run.memory"),
        Situation(
            case="A18", name="overwritten", assignment="values",
            files={"values.ipynb": raw(book(code("t = 3", "t = 5\nu = 4")))},
            lines={"t": "variables.overwritten", "u": "pass"}, says="cell 1, cell 2",
        ),
        passes("A19", "flood", script(f"for i in range(200000):\n    print('step', i)\n{RIGHT}")),
        passes("A19", "progress", script(f"for i in range(90000):\n    print(i, end='\\r')\n{RIGHT}")),
        passes("A26", "exec", script('names = {}\nexec("def scale(x, k):\\n    return x * k\\n", names)\nscale = names["scale"]\n')),
        passes("A26", "source-is-there", script(f"import inspect\n{RIGHT}\nassert 'x * k' in inspect.getsource(scale)\n")),
    ]  # fmt: skip


def cards() -> list[Situation]:
    """Return situations of GPU programs."""
    ones = 'def ones(a):\n    return {"result": a + torch.ones(a.shape[0], device="cuda")}\n'

    def tensors(case: str, name: str, product: str, message: str, *notes: str) -> Situation:
        files = {"tensors.py": f"import torch\nimport torch.nn.functional as F\n\n{product}\n\n{ones}".encode()}
        lines = {"product": message, "ones": "pass"}
        return Situation(case=case, name=name, assignment="tensors", files=files, lines=lines, notes=frozenset(notes))

    head = "from numba import cuda, float32\n\n@cuda.jit\n"
    flip = (
        f"{head}def flip(a, o):\n    s = cuda.shared.array(64, float32)\n    t = cuda.threadIdx.x\n"
        "    s[t] = a[t]\n    o[t] = s[63 - t]\n"
    )
    timer = "import time\n\ndef benchmark(fn, x):\n    x = x.cuda()\n    fn(x)\n    t = time.time()\n    fn(x)\n"
    fork = (
        "class D(torch.utils.data.Dataset):\n    def __getitem__(self, i):\n        return torch.tensor(i).cuda()\n"
        "    def __len__(self):\n        return 8\n\ndef product(a, b):\n"
        "    return {'result': next(iter(torch.utils.data.DataLoader(D(), num_workers=2)))}\n"
    )
    return [
        tensors(
            "A20", "class-out-of-range", "def product(a, b):\n    labels = torch.tensor([0, 7], device='cuda')\n"
            "    loss = F.cross_entropy(torch.randn(2, 5, device='cuda'), labels)\n    return {'result': loss.item()}\n",
            "run.raised",
        ),
        Situation(
            case="A21", name="no-guard", assignment="fill", files={"fill.py": f"{head}def fill(a):\n    i = cuda.grid(1)\n    a[i] = i\n".encode()},
            lines={"right": "pass", "safe": "cuda.bounds-guard"},
        ),
        tensors("A22", "fork-after-cuda", fork, "run.raised"),
        Situation(
            case="A23", name="few-threads", assignment="fill", lines={"right": "pass", "safe": "pass"},
            files={"fill.py": f"{head}def fill(a):\n    i = cuda.grid(1)\n    if i < a.size:\n        a[i] = i\n".encode()},
        ),
        tensors(
            "A24", "old-amp", "def product(a, b):\n    scaler = torch.cuda.amp.GradScaler()\n"
            "    with torch.cuda.amp.autocast(dtype=torch.float16):\n        return {'result': (a @ b).float()}\n",
            "pass", OLD_AMP,
        ),
        Situation(
            case="A25", name="launch-timed", assignment="timer", lines={"right": "timing.no-synchronize"},
            files={"timer.py": f"{timer}    return 1e3 * (time.time() - t)\n".encode()},
        ),
        Situation(
            case="A26", name="kernel-by-exec", assignment="fill", lines={"right": "pass", "safe": "pass"},
            files={"fill.py": b"from numba import cuda\n\nSOURCE = '''\ndef fill(a):\n    i = cuda.grid(1)\n    if i < a.size:\n"
                   b"        a[i] = i\n'''\nexec(SOURCE)\nfill = cuda.jit(fill)\n"},
        ),
        tensors("A27", "half", "def product(a, b):\n    return {'result': (a.half() @ b.half()).float()}\n", "pass"),
        tensors("A27", "last-term-dropped", "def product(a, b):\n    return {'result': a[:, :-1] @ b[:-1]}\n", "output.wrong-values"),
        Situation(
            case="A28", name="no-barrier", assignment="flip", files={"flip.py": flip.encode()},
            lines={"right": "fail", "safe": "fail"},
        ),
    ]  # fmt: skip


def situations() -> tuple[Situation, ...]:
    """Return all situations."""
    return (*notebooks(), *encodings(), *names(), *running(), *cards())


def write(situation: Situation, folder: Path) -> Path:
    """Write the files of a situation into a folder of their own, and return it."""
    home = folder / situation.id
    home.mkdir(parents=True)
    for name, data in situation.files.items():
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return home


if __name__ == "__main__":
    for each in situations():
        write(each, Path(sys.argv[1]) / each.assignment)
