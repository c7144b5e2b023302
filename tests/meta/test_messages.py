"""The message catalogue as a whole: its style, and that code and catalogue name the same messages."""

import re
from pathlib import Path

from grader.feedback import labels, lint
from grader.feedback.catalogue import Catalogue
from grader.feedback.records import read_labels

ROOT = Path(__file__).parents[2]
CATALOGUE = Catalogue.load()
AREAS = sorted({code.split(".")[0] for code in CATALOGUE.records} | {"amp", "cuda", "quiz", "timing", "torch"})
SOURCES = sorted((ROOT / "grader").rglob("*.py"))
CODE = re.compile(rf"""["']((?:{"|".join(AREAS)})\.[a-z][a-z0-9]*(?:-[a-z0-9]+)*)["']""")
FILE_NAMES = (".py", ".so", ".yaml", ".json", ".ipynb", ".csv", ".html", ".md")


def test_every_message_keeps_the_style_guide() -> None:
    assert [str(problem) for problem in CATALOGUE.lint()] == []


def test_every_label_keeps_the_style_guide() -> None:
    texts = read_labels(labels.FILE)
    assert [str(problem) for key, entries in texts.items() for problem in lint.label(key, entries)] == []


def test_every_code_that_the_program_uses_has_a_message() -> None:
    missing = {
        f"{path.relative_to(ROOT)}: {code}"
        for path in SOURCES
        for code in CODE.findall(path.read_text(encoding="utf-8"))
        if code not in CATALOGUE.records and not code.endswith(FILE_NAMES)
    }
    assert sorted(missing) == []


def test_every_message_is_used() -> None:
    used = "\n".join(
        path.read_text(encoding="utf-8")
        for folder in ("assignments", "tests/mistakes/assignments")
        for path in (*SOURCES, *sorted((ROOT / folder).rglob("*.yaml")))
    )
    assert [code for code in CATALOGUE.records if not re.search(rf"\b{re.escape(code)}(?![\w-])", used)] == []


def test_every_label_that_the_program_uses_exists() -> None:
    known = read_labels(labels.FILE).keys()
    used = {
        key
        for path in (*SOURCES, *(ROOT / "grader" / "feedback" / "pages").glob("*.j2"))
        for key in re.findall(r"""\blabel\(\s*["']([a-z][\w.-]*[a-z])["']\s*[,)]""", path.read_text(encoding="utf-8"))
    }
    assert sorted(used - known) == []
    assert len(used) > 20
