"""The course file is read into the model, or refused with every problem at its place."""

from pathlib import Path

import authored
import pytest

from grader.config import find_course, load_assignments, load_course
from grader.errors import ConfigError, UsageError
from grader.model.assignment import Course, Endpoint, Limits
from grader.model.text import Text


def test_what_is_left_out_has_the_models_defaults(tmp_path: Path) -> None:
    assert authored.write(tmp_path) == Course(
        title=Text(bn="একটি course", en="A course"),
        root=tmp_path,
        limits=Limits(wall_s=90.0, memory_bytes=2**30),
        assignments=tmp_path / "assignments",
        reference=tmp_path / "reference",
        submissions=tmp_path / "submissions",
        results=tmp_path / "results",
        reviews=tmp_path / "reviews.jsonl",
    )


def test_what_is_given_is_taken(tmp_path: Path) -> None:
    (tmp_path / "messages.yaml").write_text("")
    more = "language: en\nsandbox: local\ndevice: auto\nworkers: 3\nresults: out/results\nmessages: messages.yaml\n"
    path = tmp_path / "grader.yaml"
    path.write_text(authored.COURSE + more, encoding="utf-8")
    course = load_course(path)
    assert (course.language, course.sandbox, course.device, course.workers) == ("en", "local", "auto", 3)
    assert (course.results, course.messages) == (tmp_path / "out/results", tmp_path / "messages.yaml")


def test_every_problem_is_reported_at_once(tmp_path: Path) -> None:
    path = tmp_path / "grader.yaml"
    wrong = "language: bangla\nsandbox: lokal\nworkers: -1\nresult: out\nmessages: message.yaml\nlimits: {wall: 5}\n"
    path.write_text("schema: 1\n" + wrong)
    (tmp_path / "messages.yaml").write_text("")
    with pytest.raises(ConfigError) as caught:
        load_course(path)
    assert [(problem.line, problem.hint) for problem in caught.value.problems] == [
        (1, ""),  # no title
        (2, "there are: bn, en"),
        (3, "did you mean 'local'?"),
        (4, ""),
        (5, "did you mean 'results'?"),
        (6, "did you mean 'messages.yaml'?"),
        (7, "the unit is missing"),
    ]
    assert str(caught.value).startswith(f"{path}:1:1: a course needs the key 'title'")


def test_the_course_is_found_from_below(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    course = authored.write(tmp_path / "course")
    assert find_course(course.assignments / "sums") == course.root / "grader.yaml"
    monkeypatch.chdir(course.root)
    assert find_course(Path()) == course.root / "grader.yaml"
    with pytest.raises(UsageError, match=r"no grader\.yaml in"):
        find_course(tmp_path)


def test_a_course_without_its_folder_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "grader.yaml").write_text(authored.COURSE, encoding="utf-8")
    with pytest.raises(UsageError, match="cannot read the folder of the assignments"):
        load_assignments(load_course(tmp_path / "grader.yaml"))


def test_a_service_that_suggests_marks_is_off_unless_it_is_named(tmp_path: Path) -> None:
    given = authored.write(tmp_path)
    assert given.suggestions is None
    path = tmp_path / "grader.yaml"
    more = "reviews: marks/by_people.jsonl\nsuggestions: {url: 'https://example.org/v1', model: small, key_env: KEY}\n"
    path.write_text(authored.COURSE + more, encoding="utf-8")
    course = load_course(path)
    assert course.reviews == tmp_path / "marks" / "by_people.jsonl"
    assert course.suggestions == Endpoint(url="https://example.org/v1", model="small", key_env="KEY")


@pytest.mark.parametrize("url", ["http://example.org/v1", "file:///etc/passwd", "https://key@example.org", "localhost"])
def test_a_key_goes_over_no_open_line(tmp_path: Path, url: str) -> None:
    path = tmp_path / "grader.yaml"
    path.write_text(authored.COURSE + f"suggestions: {{url: '{url}', model: small}}\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="begins with `https://`"):
        load_course(path)
