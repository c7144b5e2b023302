import json
from dataclasses import replace
from pathlib import Path

import pytest

from grader.errors import StoreError
from grader.model.assignment import Case
from grader.model.evidence import Ending, Evidence, ExerciseEvidence, Measurement, Outcome, Place, Reference, Run
from grader.model.report import Report
from grader.model.submission import Cell, Note, Submission
from grader.model.values import Array
from grader.store.files import FileStore

ARRAY = Array(dtype="float32", shape=(2, 1), data=b"\x00\x00\x80?\x00\x00\xc0\x7f")
SUBMISSION = Submission(
    student="s001", assignment="vec_add", file="সমাধান.ipynb", format="ipynb", digest="ab",
    cells=(Cell(source="x = 1", number=1), Cell(source="# উত্তর", kind="markdown")),
    notes=(Note(code="note.shell-skipped", params={"cells": ("cell 1",), "count": 2}),),
)  # fmt: skip
RUN = Run(
    case=Case(id="n=2", params={"n": 2, "x": 0.5, "name": "a"}, role="speed"), seed=7,
    outcome=Outcome(ending=Ending.RAISED, seconds=0.25, error="E", place=Place(file="a.py", line=3), signal=9),
    inputs={"a": ARRAY, "n": 2}, outputs={"c": ARRAY, "nested": {"list": [1, float("inf"), None, ARRAY]}},
    changed=("a",), guards={"c": (0, 3)}, log=({"event": "launch", "at": 0.5},),
    measurement=Measurement(student_s=(0.1,), reference_s=(0.2,), null_s=(0.05,)),
)  # fmt: skip
EVIDENCE = Evidence(
    student="s001", assignment="vec_add", assignment_digest="cd", submission_digest="ab",
    graded_at="2026-12-01T00:00:00+00:00", seconds=1.5, device="virtual", can_time=False, sandbox="local",
    isolation="none", machine={"numba": "1"},
    exercises=(ExerciseEvidence(exercise="kernel", load=Outcome(ending=Ending.RETURNED), names=("f",), runs=(RUN,)),),
)  # fmt: skip
REFERENCES = (Reference(exercise="kernel", expected=({"c": ARRAY, "ms": 2.0},)),)


def test_what_is_saved_is_loaded_unchanged(tmp_path: Path) -> None:
    store = FileStore(tmp_path)
    store.save(SUBMISSION, EVIDENCE, REFERENCES)
    submission, evidence, references = store.load("vec_add", "s001", 1)
    assert evidence.exercises[0].runs[0].outputs == RUN.outputs
    assert (evidence, references) == (EVIDENCE, REFERENCES)
    # JSON knows no tuples: those inside of a note's parameters come back as lists.
    assert submission.cells == SUBMISSION.cells
    assert submission.notes[0].params == {"cells": ["cell 1"], "count": 2}


def test_arrays_are_files_beside_the_json(tmp_path: Path) -> None:
    FileStore(tmp_path).save(SUBMISSION, EVIDENCE, REFERENCES)
    folder = tmp_path / "vec_add" / "s001" / "1"
    json.loads((folder / "evidence.json").read_text(encoding="utf-8"), parse_constant=pytest.fail)
    assert {path.read_bytes() for path in folder.glob("*.bin")} == {ARRAY.data}
    assert len(list(folder.glob("*.bin"))) == 4


def test_a_second_save_replaces_the_first(tmp_path: Path) -> None:
    store = FileStore(tmp_path)
    store.save(SUBMISSION, EVIDENCE, REFERENCES)
    store.save(SUBMISSION, EVIDENCE, ())
    assert store.load("vec_add", "s001", 1)[2] == ()
    assert list(store.keys()) == [("vec_add", "s001", 1)]


@pytest.mark.parametrize("body", ["", "{", "[]", '{"schema": 2}', '{"schema": 1, "submission": {}}'])
def test_damaged_evidence_is_said_to_be(tmp_path: Path, body: str) -> None:
    store = FileStore(tmp_path)
    store.save(SUBMISSION, EVIDENCE, REFERENCES)
    (tmp_path / "vec_add" / "s001" / "1" / "evidence.json").write_text(body)
    with pytest.raises(StoreError, match="s001"):
        store.load("vec_add", "s001", 1)


def test_evidence_of_another_version_is_refused(tmp_path: Path) -> None:
    store = FileStore(tmp_path)
    store.save(SUBMISSION, EVIDENCE, REFERENCES)
    path = tmp_path / "vec_add" / "s001" / "1" / "evidence.json"
    path.write_text(path.read_text(encoding="utf-8").replace('"schema": 1', '"schema": 2'), encoding="utf-8")
    with pytest.raises(StoreError, match="another version"):
        store.load("vec_add", "s001", 1)


def test_missing_evidence_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="vec_add/s009"):
        FileStore(tmp_path).load("vec_add", "s009", 1)


UNREADABLE = Report(
    student="s002", assignment="vec_add", file="a.py", submission_digest="", assignment_digest="cd",
    graded_at="2026-12-01T00:00:00+00:00", seconds=0.0, device="virtual", sandbox="local", isolation="none", machine={},
    verdicts=(), score=None, problem=Note(code="intake.empty", params={"file": "a.py"}),
)  # fmt: skip


def test_a_submission_without_evidence_keeps_its_report(tmp_path: Path) -> None:
    store = FileStore(tmp_path)
    store.save(SUBMISSION, EVIDENCE, REFERENCES)
    store.save_unscored(UNREADABLE)
    assert list(store.unscored()) == [UNREADABLE]
    assert list(store.keys()) == [("vec_add", "s001", 1)]


def test_the_newer_of_evidence_and_report_stays(tmp_path: Path) -> None:
    store = FileStore(tmp_path)
    store.save(SUBMISSION, EVIDENCE, REFERENCES)
    store.save_unscored(replace(UNREADABLE, student="s001"))
    assert list(store.keys()) == []
    store.save(SUBMISSION, EVIDENCE, REFERENCES)
    assert list(store.unscored()) == []


def test_attempts_are_kept_apart_and_forgotten_together(tmp_path: Path) -> None:
    store = FileStore(tmp_path)
    for attempt in (10, 2):
        store.save(replace(SUBMISSION, attempt=attempt), EVIDENCE, REFERENCES)
    store.save_unscored(replace(UNREADABLE, student="s001", attempt=3))
    store.save_unscored(UNREADABLE)
    assert list(store.keys()) == [("vec_add", "s001", 2), ("vec_add", "s001", 10)]
    assert store.load("vec_add", "s001", 10)[0].attempt == 10
    store.drop("vec_add", "s001")
    assert (list(store.keys()), list(store.unscored())) == ([], [UNREADABLE])
