"""The cases of an exercise: each line of the YAML, with its lists of values written out."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from grader.config.draws import drawn_from, is_draw
from grader.config.kinds import Item
from grader.config.nodes import Place, Scalar
from grader.config.table import CASE, SIZES
from grader.model.assignment import Case

CASE_KEYS = frozenset(field.key for field in CASE.fields)


@dataclass(frozen=True, kw_only=True)
class PlacedCase:
    """A case, and the line that it comes from."""

    case: Case
    place: Place
    named: bool  # by its author


def expand(lines: Sequence[Item]) -> tuple[PlacedCase, ...]:
    """Return the cases of all lines, in order; hidden ones are numbered through, and those with nothing but draws."""
    found: list[PlacedCase] = []
    hidden = drawn = 0
    for line in lines:
        given = line.value
        is_hidden = "hidden" in given and given["hidden"].value
        role = given["role"].value if "role" in given else ""
        for params, family in product(_choices(line), _each(given["values"]) if "values" in given else (None,)):
            draws = {key: drawn_from(item) for key, item in params.items() if is_draw(item.node)}
            hidden, drawn = hidden + is_hidden, drawn + bool(draws)
            plain = role or (f"drawn-{drawn}" if draws else "case")
            name = f"hidden-{hidden}" if is_hidden else _name(params, family) or plain
            case = Case(
                id=given["id"].value if "id" in given else name,
                params={key: item.value for key, item in params.items() if key not in draws},
                draws=draws,
                hidden=is_hidden,
                role=role,
                values=family.value if family else "",
                strided="strided" in given and given["strided"].value,
            )
            found.append(PlacedCase(case=case, place=line.node.place, named="id" in given))
    return tuple(found)


def _choices(line: Item) -> Iterator[dict[str, Item]]:
    params = {key: item for key, item in line.value.items() if key not in CASE_KEYS}
    for values in product(*map(_each, params.values())):
        yield dict(zip(params, values, strict=True))


def _each(item: Item) -> Sequence[Item]:
    """Return the items of a list, or of the sizes that a word stands for; of anything else the item itself."""
    if isinstance(item.node, Scalar) and item.value in SIZES:
        nodes = (replace(item.node, text=str(size), tag="int") for size in SIZES[item.value])
        return [Item(node=node, value=int(node.text)) for node in nodes]
    return item.value if isinstance(item.value, tuple) else (item,)


def _name(params: Mapping[str, Item], family: Item | None) -> str:
    texts = [f"{key}={item.node.text}" for key, item in params.items() if isinstance(item.node, Scalar)]
    return ", ".join([*texts, *([family.value] if family else [])])
