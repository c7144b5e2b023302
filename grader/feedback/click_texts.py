"""Click's own sentences in the language of the course: they are looked up in the catalogue in `locale/`.

After a change to a `.po` there: `pybabel compile -d grader/feedback/locale`.
"""

import gettext
import os
from pathlib import Path

from grader.model.text import Language

FOLDER = Path(__file__).parent / "locale"


def speak(language: Language) -> None:
    """Let every text that goes through `gettext`, as Click's do, be of one language; English needs no catalogue."""
    gettext.bindtextdomain("messages", str(FOLDER))
    os.environ["LANGUAGE"] = language
