"""What no single value shows: names that have to agree, files that have to exist, checks that need each other."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter

from grader import registry
from grader.config import draws, handing_in, limits
from grader.config.cases import CASE_KEYS, PlacedCase, expand
from grader.config.files import Folder
from grader.config.kinds import Item, nearest
from grader.config.nodes import Map
from grader.config.regions import RegionError, derived
from grader.errors import Problem

TENSORS = ("pytorch", "triton")  # languages whose functions get tensors


def assignment(item: Item, folder: Folder, reference: Folder) -> Iterator[Problem]:
    """Yield the problems of an assignment whose values have been read; of those that are missing nothing is said."""
    given: Mapping[str, Item] = item.value
    if "id" in given and given["id"].value != folder.path.name:
        message = f"expected the name of the folder, {folder.path.name!r}, got {given['id'].value!r}"
        yield given["id"].node.place.problem(message)
    yield from _found(given, folder.problem, "starter", "messages")
    yield from _found(given, reference.problem, "reference", "source")
    yield from _split(given, folder, reference)
    yield from handing_in.without_due(given)
    exercises: Sequence[Item] = given["exercises"].value if "exercises" in given else ()
    yield from _unique(exercises, "exercise")
    for exercise in exercises:
        yield from _exercise(exercise.value, folder, reference)


def _split(given: Mapping[str, Item], folder: Folder, reference: Folder) -> Iterator[Problem]:
    """Yield what is not as the source gives it: without this, a starter might show what has become the solution."""
    if "source" not in given or not {"starter", "reference"} <= set(given):
        return
    paths = {"starter": folder.path / given["starter"].value, "reference": reference.path / given["reference"].value}
    source = reference.path / given["source"].value
    if not all(path.is_file() for path in (source, *paths.values())):
        return  # already told
    try:
        right = derived(source, **paths)
    except RegionError as error:
        yield given["source"].node.place.problem(f"{source.name}: {error}")
        return
    for key, path in paths.items():
        if path.read_bytes().replace(b"\r\n", b"\n") != getattr(right, key).encode() and path != source:
            hint = f"run `grader split {folder.path.name}`"
            yield given[key].node.place.problem(f"{path.name} is not what {source.name} gives", hint)


def _exercise(given: Mapping[str, Item], folder: Folder, reference: Folder) -> Iterator[Problem]:
    yield from _found(given, reference.function_problem, "oracle")
    yield from _found(given, folder.function_problem, "adapter")
    if "inputs" in given and isinstance(given["inputs"].value, str):
        yield from _found(given, reference.function_problem, "inputs")
    for mistake in _list(given, "mistakes"):
        yield from _found(mistake.value, folder.problem, "file")
    for honest in _list(given, "honest"):
        yield from _found({"honest": honest}, folder.problem, "honest")
    checks = _list(given, "checks")
    for check in checks:
        yield from _found(check.value, reference.problem, *_reference_files(check))
    clashes = tuple(_unique(checks, "check"))
    yield from clashes or _needs(checks)
    yield from limits.clashes(checks)
    lines = _list(given, "cases")
    empty = [problem for line in lines for problem in draws.empty(line)]
    yield from empty or _case_ids(expand([line for line in lines if _is_whole(line)]))
    yield from _arrays(given, lines)
    for name, uses in _parameters(given).items():
        yield from _parameter(name, uses, lines)


def _reference_files(check: Item) -> tuple[str, ...]:
    """Return the keys of a check that name a file in the folder of the reference."""
    kind = check.value["kind"].value if "kind" in check.value else ""
    plugin = registry.load("checks", kind) if kind in registry.names("checks") else None
    found: tuple[str, ...] = getattr(plugin, "reference_files", ())
    return found


def _list(given: Mapping[str, Item], key: str) -> tuple[Item, ...]:
    return given[key].value if key in given else ()


def _found(given: Mapping[str, Item], look: Callable[[Item], Problem | None], *keys: str) -> Iterator[Problem]:
    for key in keys:
        problem = look(given[key]) if key in given else None
        if problem:
            yield problem


def _unique(items: Sequence[Item], noun: str) -> Iterator[Problem]:
    first: dict[str, Item] = {}
    for item in items:
        if "id" in item.value:
            own = item.value["id"]
            other = first.setdefault(own.value, own)
            if other is not own:
                hint = f"the first is in line {other.node.place.line}"
                yield own.node.place.problem(f"another {noun} is called {own.value!r}", hint)


def _case_ids(cases: Sequence[PlacedCase]) -> Iterator[Problem]:
    first: dict[str, PlacedCase] = {}
    for placed in cases:
        other = first.setdefault(placed.case.id, placed)
        if other is placed:
            continue
        if other.place == placed.place and placed.named:
            yield placed.place.problem(
                "one `id` cannot name a list of cases", "leave it out, or write one line for each"
            )
        else:
            hint = f"the first is in line {other.place.line}; give this one an `id`"
            yield placed.place.problem(f"another case is called {placed.case.id!r}", hint)


def _needs(checks: Sequence[Item]) -> Iterator[Problem]:
    if not all("id" in check.value for check in checks):
        return
    places = {check.value["id"].value: check.value["id"].node.place for check in checks}
    needs: dict[str, list[str]] = {name: [] for name in places}
    for check in checks:
        own = check.value["id"].value
        for need in _list(check.value, "needs"):
            needs[own].append(need.value)
            if need.value not in places:
                hint = nearest(need.value, tuple(name for name in places if name != own))
                yield need.node.place.problem(f"no check of this exercise is called {need.value!r}", hint)
    for circle in _circles(needs):
        yield places[circle[0]].problem(f"needs itself: {' → '.join((*circle, circle[0]))}")


def _circles(needs: Mapping[str, Sequence[str]]) -> Iterator[Sequence[str]]:
    """Yield each circle of needs, beginning with the check that stands first in the file."""
    rest = {name: set(own) for name, own in needs.items()}
    while circle := _circle(rest):
        first = circle.index(min(circle, key=list(needs).index))
        circle = [*circle[first:], *circle[:first]]
        yield circle
        rest[circle[0]].discard(circle[1 % len(circle)])  # and look for the next one


def _circle(needs: Mapping[str, Iterable[str]]) -> Sequence[str]:
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]  # each is needed by the next; the last is the first once more
        return found[:0:-1]
    return ()


def _arrays(given: Mapping[str, Item], lines: Sequence[Item]) -> Iterator[Problem]:
    """Yield where a case says of arrays what they cannot be."""
    inputs = given["inputs"].value if "inputs" in given else {}
    arrays = inputs.values() if isinstance(inputs, Mapping) else ()
    types = [each.value["array"].value for each in arrays if {"array", "values"} <= set(each.value)]
    for line in lines:
        if "values" in line.value and not any(dtype.startswith("float") for dtype in types):
            yield line.value["values"].node.place.problem(
                "no input is an array of floating-point numbers with `values`"
            )
        if "strided" in line.value and "language" in given and given["language"].value not in TENSORS:
            yield line.value["strided"].node.place.problem(f"only tensors can be strided: {' or '.join(TENSORS)}")
        elif "strided" in line.value and "launch" in given:
            yield line.value["strided"].node.place.problem("a kernel that the grader launches is told no strides")
        elif "strided" in line.value and "adapter" in given:
            yield line.value["strided"].node.place.problem("an adapter makes its tensors itself")


def _is_whole(line: Item) -> bool:
    """Return whether every value of a case could be read; of another case no id can be made."""
    drawn = [item for item in line.value.values() if draws.is_draw(item.node)]
    return isinstance(line.node, Map) and set(line.value) == set(line.node.entries) and all(map(draws.is_whole, drawn))


def _parameters(given: Mapping[str, Item]) -> Mapping[str, Sequence[Item]]:
    """Return every name that has to be a parameter of the cases, with the values that use it."""
    uses: dict[str, list[Item]] = {}
    if "launch" in given and "over" in given["launch"].value:
        over = given["launch"].value["over"]
        uses.setdefault(over.value, []).append(over)
    inputs = given["inputs"].value if "inputs" in given else {}
    for name, described in inputs.items() if isinstance(inputs, Mapping) else ():
        if "scalar" in described.value:
            uses.setdefault(name, []).append(described.value["scalar"])
        for length in _list(described.value, "shape"):
            if isinstance(length.value, str):
                uses.setdefault(length.value, []).append(length)
    return uses


def _parameter(name: str, uses: Sequence[Item], lines: Sequence[Item]) -> Iterator[Problem]:
    given = [(line.node.place, tuple(line.node.entries)) for line in lines if isinstance(line.node, Map)]
    without = [place for place, names in given if name not in names]
    if given and len(without) == len(given):
        known = tuple(dict.fromkeys(key for _, names in given for key in names if key not in CASE_KEYS))
        for use in uses:
            yield use.node.place.problem(f"no case has a parameter {name!r}", nearest(name, known))
    else:
        for place in without:
            yield place.problem(f"this case needs the parameter {name!r}", f"used in line {uses[0].node.place.line}")
