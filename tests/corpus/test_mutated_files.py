"""Files that no editor would write: whatever arrives is read, or refused with a reason, and nothing else happens."""

import json
import random
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from generate_corpus import situations
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.errors import UnreadableSubmissionError
from grader.intake import find, read
from grader.intake.notebook import read_notebook
from grader.model.submission import Submission

SUBMIT = ("hw1.py", "*.ipynb", "*.cu")
MUTANTS = 10_000
SEEDS = [data for each in situations() for name, data in each.files.items() if name.endswith(".ipynb")]
PIECES = (
    b"",
    b"\0",
    b'"',
    b"\\",
    b"{",
    b"]",
    b"\xff\xfe",
    b"\xe0\xa6",
    b"\r\n",
    b"%%cu\\n",
    b"!ls",
    b"null",
    b"\xef\xbb\xbf",
)
VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    1e308,
    "",
    "code",
    "%%check\n%%time\n!",
    [],
    [[]],
    {},
    {"cell_type": "code"},
    "\ud800",
    "\0",
)


def damaged(data: bytes, rng: random.Random) -> bytes:
    """Return bytes of which a piece is lost, doubled, or replaced."""
    start, end = sorted(rng.randrange(len(data) + 1) for _ in range(2))
    end = min(end, start + rng.choice((1, 8, 200, len(data))))
    kind = rng.randrange(4)
    if kind == 0:
        return data[:start] + data[end:]
    if kind == 1:
        return data[:end] + data[start:]
    if kind == 2:
        return data[:start] + rng.choice(PIECES) + data[end:]
    return data[:start] + rng.randbytes(rng.randrange(1, 5)) + data[start + 1 :]


def places(node: Any) -> list[tuple[Any, Any]]:
    """Return every (container, key) of a tree."""
    items = list(node.items()) if isinstance(node, dict) else list(enumerate(node)) if isinstance(node, list) else []
    return [(node, key) for key, _ in items] + [place for _, child in items for place in places(child)]


def rebuilt(data: bytes, rng: random.Random) -> bytes:
    """Return a notebook of which a value is lost, moved, or of another type."""
    tree = json.loads(data.rstrip(b"\0"))
    for _ in range(rng.randrange(1, 4)):
        found = places(tree)
        if not found:
            break
        node, key = rng.choice(found)
        if rng.random() < 0.3:
            del node[key]
        elif rng.random() < 0.3:
            other, name = rng.choice(found)
            node[key] = json.loads(json.dumps(other[name])) if name in other or isinstance(other, list) else None
        else:
            node[key] = rng.choice(VALUES)
    return json.dumps(tree).encode()


def readable(seeds: list[bytes]) -> list[bytes]:
    found = []
    for data in seeds:
        try:
            json.loads(data.rstrip(b"\0"))
        except ValueError:
            continue
        found.append(data)
    return found


WAYS: tuple[tuple[Callable[[bytes, random.Random], bytes], list[bytes]], ...] = (
    (damaged, SEEDS),
    (rebuilt, readable(SEEDS)),
)


def test_mutated_notebooks_are_read_or_refused() -> None:
    rng = random.Random(7)  # noqa: S311 - the same files every time
    outcomes = {"read": 0, "refused": 0}
    for number in range(MUTANTS):
        change, seeds = WAYS[number % 2]
        data = change(rng.choice(seeds), rng)
        try:
            cells, _ = read_notebook(data, "hw1.ipynb", cuda_c=number % 3 == 0)
        except UnreadableSubmissionError:
            outcomes["refused"] += 1
        else:
            assert cells
            for cell in cells:
                cell.source.encode()  # no half of a surrogate pair, which no file could hold
            outcomes["read"] += 1
    assert outcomes["read"] + outcomes["refused"] == MUTANTS
    assert min(outcomes.values()) > MUTANTS // 10, outcomes


def arrived(folder: Path, files: dict[str, bytes]) -> Submission | UnreadableSubmissionError:
    for name, data in files.items():
        (folder / name).write_bytes(data)
    try:
        return read(find(folder, SUBMIT), student="mina", assignment="hw1", submit=SUBMIT)
    except UnreadableSubmissionError as error:
        return error


def zipped(entries: dict[str, bytes]) -> bytes:
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return stream.getvalue()


NAMES = st.text(st.characters(exclude_characters="/\0", exclude_categories=["Cs"]), min_size=1, max_size=12).filter(
    lambda name: name not in {".", ".."}
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["cells", "source", "cell_type", "worksheets", "input", "outputs"]), inner)
    ),
    max_leaves=15,
)
ANY = settings(
    max_examples=150, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture
def empty(tmp_path: Path) -> Callable[[], Path]:
    """Return what gives one empty folder after the other: hypothesis calls a test many times."""
    numbers = iter(range(10**6))

    def make() -> Path:
        folder = tmp_path / str(next(numbers))
        folder.mkdir()
        return folder

    return make


@ANY
@given(data=st.binary(max_size=300), suffix=st.sampled_from([".py", ".ipynb", ".cu", ".zip"]))
def test_any_bytes(empty: Callable[[], Path], data: bytes, suffix: str) -> None:
    assert isinstance(arrived(empty(), {f"hw1{suffix}": data}), Submission | UnreadableSubmissionError)


@ANY
@given(
    text=st.text(st.characters(), max_size=200), encoding=st.sampled_from(["utf-8", "utf-16", "utf-16-le", "cp1252"])
)
def test_any_text(empty: Callable[[], Path], text: str, encoding: str) -> None:
    data = text.encode(encoding, "replace")
    assert isinstance(arrived(empty(), {"hw1.py": data}), Submission | UnreadableSubmissionError)


@ANY
@given(tree=JSON)
def test_any_json(empty: Callable[[], Path], tree: object) -> None:
    data = json.dumps(tree).encode()
    assert isinstance(arrived(empty(), {"hw1.ipynb": data}), Submission | UnreadableSubmissionError)


@ANY
@given(source=st.text(st.sampled_from("%!?;,/ \n\t\\'\"()=#abc") | st.characters(), max_size=60))
def test_any_cell(source: str) -> None:
    cell = {"cell_type": "code", "source": f"x{source}"}
    cells, _ = read_notebook(json.dumps({"cells": [cell]}).encode(), "hw1.ipynb")
    assert len(cells) == 1


@ANY
@given(names=st.dictionaries(NAMES, st.just(b"x = 1\n"), max_size=4), data=st.data())
def test_any_names(empty: Callable[[], Path], names: dict[str, bytes], data: st.DataObject) -> None:
    if data.draw(st.booleans()):
        names = {f"{name[:20]}{data.draw(st.sampled_from(['.py', '.PY', '.ipynb', '.zip', '.txt']))}": body
                 for name, body in names.items()}  # fmt: skip
    assert isinstance(arrived(empty(), names), Submission | UnreadableSubmissionError)


@ANY
@given(
    entries=st.dictionaries(
        st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1, max_size=15),
        st.binary(max_size=30),
        max_size=4,
    )
)
def test_any_zip(empty: Callable[[], Path], entries: dict[str, bytes]) -> None:
    assert isinstance(arrived(empty(), {"hw1.zip": zipped(entries)}), Submission | UnreadableSubmissionError)
