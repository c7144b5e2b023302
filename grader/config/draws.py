"""Parameters of a case that each student has a value of their own of."""

from collections.abc import Iterator, Sequence

from grader.config.kinds import Item, Plain, Whole
from grader.config.nodes import List, Map, Node
from grader.config.shapes import Either, Field, ListOf, Record
from grader.errors import Problem
from grader.model.values import Scalar

_RANGE = Record(
    name="a range of whole numbers",
    fields=(
        Field(key="from", kind=Whole(), doc="The least that is drawn."),
        Field(key="to", kind=Whole(), doc="The most that is drawn."),
    ),
)
DRAW = Record(
    name="a draw",
    doc="Each student has a value of their own, which follows from their name: it is the same at every attempt and on "
    "every machine, and their report names it. `{n: {draw: [1000, 1500, 2000]}}` draws one of the values of a list, "
    "`{n: {draw: {from: 1000, to: 2000}}}` one of all whole numbers from the first to the second.",
    fields=(
        Field(
            key="draw",
            kind=Either(first=ListOf(of=Plain(), least=2), second=_RANGE, is_first=lambda node: isinstance(node, List)),
            doc="What is drawn from.",
        ),
    ),
)


def is_draw(node: Node) -> bool:
    """Return whether the value of a parameter is to be drawn."""
    return isinstance(node, Map)


def is_whole(item: Item) -> bool:
    """Return whether all of a draw could be read."""
    draw = item.value.get("draw")
    return draw is not None and (isinstance(draw.value, tuple) or set(draw.value) == {"from", "to"})


def drawn_from(item: Item) -> Sequence[Scalar]:
    """Return the values that a whole draw is made from."""
    values = item.plain()["draw"]
    return range(values["from"], values["to"] + 1) if isinstance(values, dict) else values


def empty(line: Item) -> Iterator[Problem]:
    """Yield a problem for each range of a case that holds no more than one number."""
    for item in line.value.values():
        draw = item.value.get("draw") if is_draw(item.node) and is_whole(item) else None
        if draw and len(drawn_from(item)) < 2 and isinstance(draw.value, dict):
            least, most = draw.value["from"], draw.value["to"]
            yield most.node.place.problem(
                f"expected more than {least.value}, where this range begins, got {most.value}"
            )
