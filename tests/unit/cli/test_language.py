"""In Bangla the command line has no English sentence left: neither our own texts nor Click's."""

import gettext
import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po

from grader.cli.main import COMMANDS, main
from grader.feedback.click_texts import FOLDER

NAMES = [module.__name__.rpartition(".")[2].strip("_").replace("_", "-") for module in COMMANDS]
# Words that stand in every English sentence, and in no list of technical terms.
ENGLISH = re.compile(
    r"\b(?:the|a|an|is|are|was|not|no|of|for|to|in|and|or|with|such|missing|required|default|invalid|value|try|help|did|"
    r"you|mean|cannot|does|exist|there|expected|got|must|requires|argument|show|exit|one|it|here|this|usage|unexpected)\b"
)


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("LANGUAGE", "en")  # what `main` sets is taken back
    yield
    gettext.bindtextdomain("messages", None)


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """Return the exit code, and what is left of the output without code, names, options and metavars."""
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    shown = capsys.readouterr()
    prose = re.sub(r"`[^`]*`|'[^']*'|\"[^\"]*\"|--?[a-z][\w-]*(?: [A-Z…]+)?|\[[\w|']+\]", "", shown.out + shown.err)
    return int(ended.value.code or 0), prose


@pytest.mark.parametrize("name", ["", *NAMES])
def test_the_help_of_every_command_is_in_bangla(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, prose = said(capsys, *filter(None, [name]), "--help", "--lang", "bn")
    assert code == 0
    assert prose.startswith("ব্যবহার: ")
    assert ENGLISH.findall(prose.replace("argument", "")) == []


@pytest.mark.parametrize(
    ("line", "bangla"),
    [
        ("grade --assignment x", "এই argument দিতেই হবে"),
        ("grade grader.yaml", "এই option দিতেই হবে"),
        ("grade grader.yaml --assignment", "এর পরে একটি মান লাগে"),
        ("grade none.py --assignment x", "পাওয়া যায়নি"),
        ("batch grader.yaml", "অথচ এখানে folder লাগে"),
        ("list --course .", "অথচ এখানে ফাইল লাগে"),
        ("batch --workers x", "সংখ্যা হিসেবে পড়া যায় না"),
        ("batch --workers -1", "সীমার বাইরে"),
        ("schema colour", "এগুলোর কোনোটি নয়"),
        ("list --lang fr", "এগুলোর কোনোটি নয়"),
        ("list --colour", "নামে কোনো option নেই"),
        ("list extra", "বাড়তি argument দরকার নেই"),
        ("doctor --plain=3", "কোনো মান নেয় না"),
        ("validat", "নামে কোনো command নেই"),
        ("nothing-like-it", "যা আছে"),
        ("messages cuda.rase", "নামে কোনো বার্তা নেই"),
        ("validate vec", "নামে কোনো assignment নেই"),
        ("batch --unsafe --require-level A", "কোনো দেয়াল ছাড়াও চলে"),
        ("list --course none.yaml", "পড়া যায়নি"),
        ("overview none", "পাওয়া যায়নি"),
    ],
)
def test_what_is_said_of_a_wrong_line_is_in_bangla(line: str, bangla: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, prose = said(capsys, *line.split())
    assert code == 2
    assert bangla in prose
    assert ENGLISH.findall(prose.replace("argument", "")) == []


def test_english_stays_english(capsys: pytest.CaptureFixture[str]) -> None:
    assert "No such option" in said(capsys, "list", "--colour", "--lang", "en")[1]


@pytest.mark.parametrize("source", sorted(FOLDER.rglob("messages.po")), ids=str)
def test_the_compiled_catalogue_is_up_to_date(source: Path) -> None:
    """Else: pybabel compile -d grader/feedback/locale."""
    anew = io.BytesIO()
    with source.open("rb") as file:
        write_mo(anew, read_po(file))
    anew.seek(0)
    with source.with_suffix(".mo").open("rb") as compiled:
        found, wanted = ({str(each.id): each.string for each in read_mo(file) if each.id} for file in (compiled, anew))
    assert found == wanted
