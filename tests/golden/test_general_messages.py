"""What students read of scripts, sources, instructors' tests and memory, filled with the samples of the catalogue."""

from pathlib import Path

import pytest

from grader.feedback.catalogue import Catalogue
from grader.feedback.records import PARTS
from grader.feedback.translator import Translator
from grader.model.text import Language

FOLDER = Path(__file__).parent / "reports"
LANGUAGES: tuple[Language, ...] = ("bn", "en")
AREAS = ("construct", "mem", "pytest", "stdout", "variables")


def shown(area: str, language: Language) -> str:
    catalogue = Catalogue.load()
    words = Translator(catalogue=catalogue, language=language)
    texts = []
    for code, record in catalogue.records.items():
        if code.partition(".")[0] == area:
            message = words.message(code, record.sample)
            texts.append("\n".join((f"[{code}]", *(getattr(message, part) for part in PARTS))))
    return "\n\n".join(texts) + "\n"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("area", AREAS)
def test_the_messages_of_an_area(area: str, language: Language, *, update_goldens: bool) -> None:
    path, text = FOLDER / f"messages-{area}.{language}.txt", shown(area, language)
    if update_goldens:
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
