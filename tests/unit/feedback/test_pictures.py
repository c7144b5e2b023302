"""Pictures and examples in words, and what is drawn of them."""

from dataclasses import replace

import pytest
from filled_report import COUNTS, FAST, MATRICES, NUMBER, SLOW, STRIPE, TAIL, TILE, VECTORS

from grader.feedback.catalogue import Catalogue
from grader.feedback.drawing import cells, label
from grader.feedback.examples import Cell, smallest
from grader.feedback.pictures import Bars, Drawing, Map, Strip, told
from grader.feedback.translator import Translator
from grader.model.pictures import Picture, WhereWrong
from grader.model.verdict import Example, Shown

CATALOGUE = Catalogue.load()
ENGLISH, BANGLA = (Translator(catalogue=CATALOGUE, language=language) for language in ("en", "bn"))


def drawn(picture: Picture, translator: Translator = ENGLISH) -> Drawing:
    found = told(picture, translator)
    assert found is not None
    return found


def test_a_map_says_where_the_wrong_values_are_and_what_a_cell_stands_for() -> None:
    assert " ".join(drawn(TAIL).words) == (
        "Wrong elements: 24 of 1,000. They lie within: `c[976:1000]`. "
        "Each cell of the picture stands for 16 elements; the fuller it is, the more of them are wrong."
    )
    assert drawn(TILE).words[1] == "They lie within: `c[0:8, 12:16]`."
    assert "`c[976:1000]`" in " ".join(drawn(TAIL, BANGLA).words)
    assert drawn(TAIL, BANGLA).words[0] == "১,০০০টি element-এর মধ্যে ২৪টির মান ভুল।"


def test_a_map_names_a_few_parts_and_counts_the_others() -> None:
    words = drawn(STRIPE).words
    assert words[1].count("out[") == 6
    assert words[2] == "There are 26 more such parts."


def test_leading_axes_are_folded_in_words_as_they_are_in_the_picture() -> None:
    folded = WhereWrong(name="c", shape=(2, 2, 3), wrong=2, cells=((0, 0, 0), (0, 0, 0), (0, 0, 1), (0, 0, 1)))
    assert drawn(folded).words[1] == "They lie within: `c.reshape(4, 3)[2:4, 2:3]`."


def test_the_drawing_of_a_map_fills_what_is_wrong() -> None:
    found = drawn(TAIL)
    assert isinstance(found, Map)
    laid = cells(found)
    assert (laid.columns, laid.rows) == (16, 4)
    assert laid.fillings == ((0.5, "M13 3.75h1"), (1.0, "M14 3.5h1"))
    barely = cells(replace(found, cells=((0.001, 0.0, 0.999, 1.0),)))
    assert [height for height, _ in barely.fillings] == [0.25, 0.75, 1.0]


def test_samples_lie_on_their_axis_with_the_limit_and_the_interval() -> None:
    found = drawn(SLOW, BANGLA)
    assert isinstance(found, Strip)
    order = [
        found.at(value)
        for value in (found.ends[0], 1.0, found.limit, found.low, found.ratio, found.high, found.ends[1])
    ]
    assert order == sorted(order)
    assert (order[0], order[-1]) == (0.0, 1.0)
    assert all(0 < found.at(point) < 1 for row in found.rows for point in row.points)
    assert [text for _, text in found.ticks] == ["১", "১.৫", "২", "৩"]
    assert found.words[0] == "আপনার কোডের সময় reference-এর ২.৭ গুণ; ৯৫% নিশ্চয়তায় ২.৬ থেকে ২.৮ গুণ।"
    assert label(found, found.ends[1], "end").anchor == "end"


@pytest.mark.parametrize(
    "timing", [replace(FAST, beside_ms=()), replace(FAST, beside_ms=(0.0,)), replace(FAST, low=0.0)]
)
def test_times_that_cannot_be_drawn_are_not(timing: Picture) -> None:
    assert told(timing, ENGLISH) is None


def test_counts_stand_beside_what_would_do_and_what_is_allowed() -> None:
    found = drawn(COUNTS)
    assert isinstance(found, Bars)
    assert found.words[0] == "Sectors of global memory: 1,234,568, fewest needed 154,321, at most 308,642"
    assert [bar.beyond for bar in found.bars] == [True, True, False]
    assert (found.bars[1].counted, found.bars[1].limit) == (4 / 64, 1.0)


def test_vectors_stand_side_by_side_and_wrong_values_are_marked() -> None:
    found = smallest(VECTORS, ENGLISH)
    assert found.scalars == (("`n`", Cell(text="5")),)
    (table,) = found.tables
    assert table.heads == ("Index", "`a`", "Expected `c`", "Your `c`")
    assert table.rows[2] == ("2", (Cell(text="2"), Cell(text="4"), Cell(text="4")))
    assert [index for index, row in table.rows if row[-1].wrong] == ["3", "4"]
    assert "a = [" not in " ".join(found.lead)  # the table says it


def test_matrices_are_grids() -> None:
    grids = smallest(MATRICES, ENGLISH).tables
    assert [grid.title for grid in grids] == ["`a`", "Expected `c`", "Your `c`"]
    assert grids[2].heads == ("", "0", "1", "2")
    assert [(index, [cell.wrong for cell in row]) for index, row in grids[2].rows] == [
        ("0", [False] * 3),
        ("1", [False, False, True]),
    ]


def test_of_results_that_are_right_nothing_is_shown() -> None:
    right = tuple(replace(each, role="expected" if each.role == "got" else each.role) for each in VECTORS.values)
    same = (*right[:-1], replace(right[-2], role="got"))
    found = smallest(replace(VECTORS, place="", expected="", got="", values=same), ENGLISH)
    assert [table.heads for table in found.tables] == [("Index", "`a`")]


def test_a_number_that_the_check_calls_wrong_is_marked_however_near_it_is() -> None:
    flags = {head: cell.wrong for head, cell in smallest(NUMBER, ENGLISH).scalars}
    assert flags == {"`n`": False, "Expected `total`": False, "Your `total`": True}


def test_a_result_with_too_few_values_has_gaps() -> None:
    short = Example(
        case="n=2",
        values=(
            Shown(name="c", role="expected", shape=(2,), values=("1", "2")),
            Shown(name="c", role="got", shape=(1,), values=("1",)),
        ),
    )
    (table,) = smallest(short, ENGLISH).tables
    assert [row[-1] for _, row in table.rows] == [Cell(text="1"), Cell(text="–", wrong=True)]
