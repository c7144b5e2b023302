import pytest

from grader.model.evidence import Ending, Outcome, Place


@pytest.mark.parametrize(
    ("place", "shown"),
    [
        (Place(file="vec_add.py", line=12), "vec_add.py:12"),
        (Place(file="lab.ipynb", line=2, cell=3), "cell 3, line 2"),
        (None, "?"),
    ],
)
def test_a_place_is_shown_as_a_student_finds_it(place: Place | None, shown: str) -> None:
    assert Outcome(ending=Ending.RAISED, place=place).where == shown


@pytest.mark.parametrize(("text", "said"), [("no such key", "KeyError: no such key"), ("", "KeyError")])
def test_an_error_is_said_as_python_says_it(text: str, said: str) -> None:
    assert Outcome(ending=Ending.RAISED, error="KeyError", text=text).said == said
