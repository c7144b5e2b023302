"""The message catalogue as a whole: its style, and that code and catalogue name the same messages."""

import ast
import re
from pathlib import Path

from grader.feedback import labels, lint
from grader.feedback.catalogue import Catalogue

ROOT = Path(__file__).parents[2]
CATALOGUE = Catalogue.load()
AREAS = sorted({code.split(".")[0] for code in CATALOGUE.records} | {"amp", "cuda", "quiz", "timing", "torch"})
SOURCES = sorted((ROOT / "grader").rglob("*.py"))
CODE = re.compile(rf"""["']((?:{"|".join(AREAS)})\.[a-z][a-z0-9]*(?:-[a-z0-9]+)*)["']""")
FILE_NAMES = (".py", ".so", ".yaml", ".json", ".ipynb", ".csv", ".html", ".md")


def test_every_message_keeps_the_style_guide() -> None:
    assert [str(problem) for problem in CATALOGUE.lint()] == []


def test_every_label_keeps_the_style_guide() -> None:
    texts = labels.entries()
    assert [str(problem) for key, entries in texts.items() for problem in lint.label(key, entries)] == []
    names = [line for line in labels.FILE.read_text(encoding="utf-8").splitlines() if line.startswith("msgctxt")]
    assert len(names) == len(set(names)) == len(texts)


def test_every_code_that_the_program_uses_has_a_message() -> None:
    missing = {
        f"{path.relative_to(ROOT)}: {code}"
        for path in SOURCES
        for code in CODE.findall(path.read_text(encoding="utf-8"))
        if code not in CATALOGUE.records and not code.endswith(FILE_NAMES)
    }
    assert sorted(missing) == []


def test_no_code_is_built_of_pieces() -> None:
    """One that is could not be found, neither by a person who searches for it nor by the tests here."""
    built = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in SOURCES
        if path.relative_to(ROOT).parts[1]
        not in {"cli", "feedback", "registry.py"}  # these build keys of labels, and names
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.JoinedStr) and _may_be_a_code(node)
    ]
    assert built == []


def _may_be_a_code(node: ast.JoinedStr) -> bool:
    text = "".join(part.value if isinstance(part, ast.Constant) else "\0" for part in node.values)  # type: ignore[misc]  # of a JoinedStr: texts only
    if not re.fullmatch(r"[a-z0-9\0.-]*[a-z][a-z0-9\0.-]*", text) or not re.search(r"[.-]", text):
        return False
    pattern = re.compile(re.escape(text).replace("\0", "[a-z0-9.-]+").replace("\\\0", "[a-z0-9.-]+"))
    return any(pattern.fullmatch(code) for code in CATALOGUE.records)


def test_every_code_in_an_assignment_has_a_message() -> None:
    """Those of `says`, `instead` and the like; an assignment may have messages of its own."""
    missing = []
    for path in sorted(path for name in ("assignments", "tests") for path in (ROOT / name).rglob("assignment.yaml")):
        own = path.with_name("messages.yaml")
        known = Catalogue.load(own).records if own.exists() else CATALOGUE.records
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            # A name with a hyphen is no name of Python's; one without may be, and is a code after `says`.
            found = re.findall(r"(?<![\w./-])[a-z]+\.[a-z0-9]+(?:-[a-z0-9]+)+(?![\w.(-])", line.partition("#")[0])
            found += re.findall(r"\bsays: ([a-z]+\.[\w-]+)", line)
            missing += [
                f"{path.relative_to(ROOT)}:{number}: {code}"
                for code in found
                if code not in known and not code.endswith(FILE_NAMES)
            ]
    assert missing == []


def test_every_message_is_used() -> None:
    used = "\n".join(
        path.read_text(encoding="utf-8")
        for folder in ("assignments", "tests/mistakes/assignments")
        for path in (*SOURCES, *sorted((ROOT / folder).rglob("*.yaml")))
    )
    assert [code for code in CATALOGUE.records if not re.search(rf"\b{re.escape(code)}(?![\w-])", used)] == []


def test_every_label_that_the_program_uses_exists() -> None:
    known = labels.entries().keys()
    used = {
        key
        for path in (*SOURCES, *(ROOT / "grader" / "feedback" / "pages").glob("*.j2"))
        for key in re.findall(r"""\blabel\(\s*["']([a-z][\w.-]*[a-z])["']\s*[,)]""", path.read_text(encoding="utf-8"))
    }
    assert sorted(used - known) == []
    assert len(used) > 20
