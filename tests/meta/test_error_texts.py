"""Every sentence that an instructor can get as an error has one in Bangla, with the same gaps."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from grader.errors import ConfigError, Problem, UsageError
from grader.feedback import lint
from grader.feedback.catalogue import Catalogue
from grader.feedback.faults import FILE, in_bangla, told

ROOT = Path(__file__).parents[2]
# Who raises or makes what a person reads; a check refuses its own keys with a ValueError.
MAKERS = {"problem", "_problem", "Problem", "UsageError", "MachineError", "BoxError", "PluginError", "StoreError",
          "RefusedError", "RegionError"}  # fmt: skip
GAP = re.compile(r"\{[a-z]+\}")


def sentences() -> Iterator[tuple[str, str]]:
    """Yield file:line of every literal sentence of an error, and the sentence with X1, X2, … for its values."""
    folders = ("app.py", "authoring", "boxes", "checks", "cli", "config", "devices", "feedback", "intake", "languages",
               "registry.py", "sandboxes", "store")  # fmt: skip
    for path in sorted(
        path for name in folders for path in [ROOT / "grader" / name, *(ROOT / "grader" / name).rglob("*.py")]
    ):
        if path.is_dir():
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _called(node) in MAKERS | (
                {"ValueError"} if "checks" in path.parts else set()
            ):
                given = [*node.args, *(each.value for each in node.keywords if each.arg in {"message", "hint"})]
                for text in filter(None, map(_literal, given)):
                    yield f"{path.relative_to(ROOT)}:{node.lineno}", text


def _called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _literal(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) and " " in node.value else ""
    if isinstance(node, ast.JoinedStr):
        parts = [str(part.value) if isinstance(part, ast.Constant) else f"X{at}" for at, part in enumerate(node.values)]
        return "".join(parts) if " " in "".join(parts) else ""
    return ""


def test_every_error_has_a_sentence_in_bangla() -> None:
    known = {
        # Never shown by themselves: faults of the machinery inside.
        "the oracle gave a value that is not finite",
        "nothing was measured on X1",
        "X0 blocks are too few for a confidence interval",
        "the oracle gave a unit of error that is negative or not finite",
    }
    found = [(at, text) for at, text in sentences() if re.search(r"[a-z]{3}", re.sub(r"X\d+", "", text))]
    missing = [f"{at}: {text}" for at, text in found if not re.search("[ঀ-৿]", in_bangla(text)) and text not in known]
    assert missing == []
    assert len(found) > 120


def test_what_the_check_of_texts_says_is_said_in_bangla(tmp_path: Path) -> None:
    """Its rules are tables: their sentences stand in no call."""
    file = tmp_path / "messages.yaml"
    bad = "তুমি ভাল  ! — এখানে 5টি , x এর কোন ভুল নেই নি. GPUতে"
    file.write_text(f'a.b: {{title: {{bn: "{bad}", en: "ক। {{x:odd}} {{"}}}}\n', encoding="utf-8")
    with pytest.raises(ConfigError) as found:
        Catalogue.load(file)
    said = [*(each.message for each in found.value.problems), *lint.SENTENCES]
    assert len(said) > 30
    assert [text for text in said if not re.search("[ঀ-৿]{2}", re.sub(re.escape(bad), "", in_bangla(text)))] == []


def test_both_languages_have_the_same_gaps() -> None:
    with FILE.open("rb") as file:
        wrong = [
            f"{FILE.name}:{message.lineno}: {message.id}"
            for message in read_po(file, locale="bn")
            if message.id and sorted(GAP.findall(str(message.id))) != sorted(GAP.findall(str(message.string)))
        ]
    assert wrong == []


@pytest.mark.parametrize(
    ("english", "bangla"),
    [
        ("no assignment is called 'vec' in assignments (did you mean 'vec_add'?)",
         "assignments folder-এ 'vec' নামে কোনো assignment নেই (আপনি কি 'vec_add' বোঝাতে চেয়েছেন?)"),
        ("expected a whole number of at least 1, got a text, 'x'",
         "দরকার একটি পূর্ণ সংখ্যা, অন্তত 1, পাওয়া গেছে একটি text, 'x'"),
        ("there is no message 'x.y' (did you mean 'x.z'?)", "'x.y' নামে কোনো বার্তা নেই (আপনি কি 'x.z' বোঝাতে চেয়েছেন?)"),
        ("'../x.py' leaves the folder of the assignment, sums", "'../x.py' ফাইলটি sums assignment-এর folder-এর বাইরে"),
        ("a.json is damaged: in the report of vec/s1 awarded is 3, and the rest of its score makes it 4",
         "a.json নষ্ট হয়ে গেছে: vec/s1-এর report-এ awarded লেখা আছে 3, অথচ বাকি নম্বর থেকে হয় 4"),
        ("damaged: expected a number in 'of', got 'x'",
         "নষ্ট হয়ে গেছে: 'of'-এ একটি সংখ্যা দরকার, পাওয়া গেছে 'x'"),
        ("something new", "something new"),
    ],
)  # fmt: skip
def test_values_keep_their_place_and_are_translated_where_they_are_words(english: str, bangla: str) -> None:
    assert in_bangla(english) == bangla


def test_problems_keep_their_file_and_line() -> None:
    problem = Problem(file="a.yaml", line=3, column=5, message="a course has no key 'colour'", hint="delete it")
    assert told(ConfigError([problem]), "bn") == "a.yaml:3:5: course: 'colour' নামে কোনো key নেই (এটি মুছে দিন)"
    assert told(ConfigError([problem]), "en") == "a.yaml:3:5: a course has no key 'colour' (delete it)"
    assert told(UsageError("walled boxes need Linux"), "bn") == "দেয়ালের জন্য Linux লাগে"
