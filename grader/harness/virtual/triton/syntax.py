"""Reads the text of Triton's intermediate code (`ttir`, as MLIR prints it) into operations.

One operation stands on a line; a line that ends with `{` opens a region, one that begins with `}` closes it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ..trace import Site

_RESULT = re.compile(r"(%[\w$.-]+)(?::(\d+))? = ")
_NAME = re.compile(r'"?([a-z_]+\.[a-z_.0-9]+)"? ?')
_VALUE = re.compile(r"%[\w$.-]+(?:#\d+)?")
_LABEL = re.compile(r"\^(\w+)(?:\((.*)\))?:")
_ARGUMENT = re.compile(r"(%[\w$.-]+): ")
_FUNCTION = re.compile(r"tt\.func (?:public|private) @\"?([^\"(]+)\"?\((.*?)\)(?: -> .*?)? attributes")
_TRAILING = re.compile(r" loc\(((?:[^()]|\([^()]*\))*)\)$")
_ANY_LOCATION = re.compile(r" loc\((?:[^()\"]|\"[^\"]*\"|\((?:[^()]|\([^()]*\))*\))*\)")
_PLACE = re.compile(r'"(.*)":(\d+):\d+')
_CALL = re.compile(r"callsite\((#\w+) at (#\w+)\)")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
NOWHERE = Site(file="?", line=0, function="")


@dataclass(kw_only=True)
class Operation:
    """One operation.

    Attributes:
        name: such as `arith.addf`.
        results: names of the values that it makes.
        operands: names of the values that it takes, in the order of the text.
        text: what follows the name, up to the types.
        types: text of its types: what follows the last colon.
        labels: blocks that it may jump to.
        regions: operations within it.
        site: place in the source of the kernel.
    """

    name: str
    results: list[str]
    operands: list[str]
    text: str
    types: str
    labels: list[str]
    regions: list["Region"] = field(default_factory=list)
    site: Site = NOWHERE


@dataclass(kw_only=True)
class Block:
    """Operations one after the other; the last one says where to go on."""

    arguments: list[str] = field(default_factory=list)
    operations: list[Operation] = field(default_factory=list)


@dataclass(kw_only=True)
class Region:
    """Blocks by their label; the first one is where it begins."""

    blocks: dict[str, Block]


@dataclass(kw_only=True)
class Function:
    """One function: names and types of its parameters, and its body."""

    name: str
    parameters: list[tuple[str, str]]
    body: Region


def functions(text: str, library: str) -> dict[str, Function]:
    """Return the functions of a module by name; the first one is the kernel.

    Args:
        text: of the module.
        library: folder whose code is nobody's mistake: places in it are those of the call.
    """
    reader = _Reader(text, library)
    found = {}
    for line in reader.lines:
        if match := _FUNCTION.search(line):
            parameters = [(name, kind) for name, kind in _parameters(match[2])]
            found[match[1]] = Function(name=match[1], parameters=parameters, body=reader.region(match[1]))
    return found


class _Reader:
    def __init__(self, text: str, library: str) -> None:
        code = [line.strip() for line in text.splitlines() if line.strip()]
        self.lines = iter([line for line in code if not line.startswith("#")])
        self._library = library
        self._locations = dict(line.split(" = ", 1) for line in code if line.startswith("#loc"))
        self._ending = ""

    def region(self, function: str) -> Region:
        """Read up to the brace that closes a region; what stands behind it is `_ending`."""
        current, label = Block(), "bb0"
        blocks = {label: current}
        for line in self.lines:
            if line.startswith("}"):
                self._ending = line
                return Region(blocks=blocks)
            if match := _LABEL.match(line):
                label = match[1]
                arguments = [name for name, _ in _parameters(match[2] or "")]
                # Of the first block only its arguments are written with a label.
                current = blocks["bb0"] if not blocks["bb0"].operations else Block()
                current.arguments = arguments
                blocks[label] = current
                continue
            current.operations.append(self._operation(line, function))
        raise ValueError("a region has no end")

    def _operation(self, line: str, function: str) -> Operation:
        regions = []
        head = line
        if line.endswith("{"):
            head = line[:-1].removesuffix("(").rstrip()
            regions.append(self.region(function))
            while self._ending.endswith("{"):
                regions.append(self.region(function))
        ending = self._ending.lstrip("})") if regions else line
        location = _TRAILING.search(ending)
        head = _TRAILING.sub("", head)
        if regions and ending.startswith(" :"):  # of a generic operation, the types stand behind its regions
            head += _TRAILING.sub("", ending)
        made = _operation(head)
        made.regions = regions
        made.site = self._site(location[1] if location else "", function) or NOWHERE
        return made

    def _site(self, location: str, function: str) -> Site | None:
        """Return the innermost place that is not the library's."""
        while location.startswith("#"):
            location = self._locations.get(location, "").removeprefix("loc(").removesuffix(")")
        if match := _CALL.fullmatch(location):
            return self._site(match[1], function) or self._site(match[2], function)
        if match := _PLACE.fullmatch(location):
            if match[1].startswith(self._library):
                return None
            return Site(file=match[1].rpartition("/")[2], line=int(match[2]), function=function)
        named = re.search(r"#\w+", location)
        return self._site(named[0], function) if named else None


def _operation(head: str) -> Operation:
    results: list[str] = []
    if match := _RESULT.match(head):
        count = int(match[2]) if match[2] else 0
        results = [f"{match[1]}#{at}" for at in range(count)] if count else [match[1]]
        head = head[match.end() :]
    match = _NAME.match(head)
    if match is None:
        raise ValueError(f"no operation: {head}")
    text, types = _split(head[match.end() :])
    bare = _STRING.sub('""', text)
    return Operation(
        name=match[1], results=results, operands=_VALUE.findall(bare), text=text, types=types,
        labels=re.findall(r"\^(\w+)", bare),
    )  # fmt: skip


def _split(text: str) -> tuple[str, str]:
    """Return what stands before and behind the colon that the types follow."""
    depth, quoted, at = 0, False, -1
    for place, letter in enumerate(text):
        if letter == '"' and text[place - 1] != "\\":
            quoted = not quoted
        elif not quoted:
            depth += (letter in "{(<[") - (letter in "})]" or (letter == ">" and text[place - 1] != "-"))
            if depth == 0 and text.startswith(" : ", place - 1):
                at = place
    return (text[: at - 1].strip(), text[at + 1 :].strip()) if at >= 0 else (text.strip(), "")


def _parameters(text: str) -> Iterator[tuple[str, str]]:
    """Yield names and types from `%a: i32 loc(...), %b: ...`."""
    bare = _ANY_LOCATION.sub("", text)
    parts = _ARGUMENT.split(bare)[1:]  # names and what follows them, in turn
    for name, kind in zip(parts[::2], parts[1::2], strict=True):
        yield name, kind.strip(" ,").partition(" {")[0]
