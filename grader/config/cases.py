"""The cases of an exercise: each line of the YAML, with its lists of values written out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from grader.config.kinds import Item
from grader.config.nodes import Place, Scalar
from grader.config.table import CASE
from grader.model.assignment import Case

CASE_KEYS = frozenset(field.key for field in CASE.fields)


@dataclass(frozen=True, kw_only=True)
class PlacedCase:
    """A case, and the line that it comes from."""

    case: Case
    place: Place
    named: bool  # by its author


def expand(lines: Sequence[Item]) -> tuple[PlacedCase, ...]:
    """Return the cases of all lines, in order; hidden ones are numbered through."""
    found: list[PlacedCase] = []
    hidden = 0
    for line in lines:
        given = line.value
        is_hidden = "hidden" in given and given["hidden"].value
        role = given["role"].value if "role" in given else ""
        for params in _choices(line):
            hidden += is_hidden
            name = f"hidden-{hidden}" if is_hidden else _name(params, role)
            case = Case(
                id=given["id"].value if "id" in given else name,
                params={key: item.value for key, item in params.items()},
                hidden=is_hidden,
                role=role,
            )
            found.append(PlacedCase(case=case, place=line.node.place, named="id" in given))
    return tuple(found)


def _choices(line: Item) -> Iterator[dict[str, Item]]:
    params = {key: item for key, item in line.value.items() if key not in CASE_KEYS}
    choices = (item.value if isinstance(item.value, tuple) else (item,) for item in params.values())
    for values in product(*choices):
        yield dict(zip(params, values, strict=True))


def _name(params: dict[str, Item], role: str) -> str:
    texts = (f"{key}={item.node.text}" for key, item in params.items() if isinstance(item.node, Scalar))
    return ", ".join(texts) or role or "case"
