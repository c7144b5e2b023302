"""From the IR that numba writes for NVVM to IR that LLVM compiles for this processor, every access checked."""

import re
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field

from ..trace import ATOMIC, READ, WRITE, Site
from .state import Slot, State

_DROPPED = ("target triple", "target datalayout", "!nvvm", '@"llvm.used"')
_ASSEMBLY = re.compile(r'call (\S+(?: \*)?) asm +(?:sideeffect +)?"([^"]*)", "[^"]*" ?\(')
_BLOCKING = re.compile(r"call .*@(nvvm\.(?:barrier0|bar\.warp|shfl|vote|match)|ptx\.activemask|cudaCGSynchronize)")
_ATOMIC = re.compile(r"call \S+ @(?:nvvm\.atomic|___numba_atomic)[\w.]*\(ptr ([^,]+), (\w+) ")
_LOAD = re.compile(r"= load (?:volatile )?(.+?), ptr ([^,]+)")
_STORE = re.compile(r"^\s+store (?:volatile )?(.+), ptr ([^,]+)(?:, |$)")
_UPDATE = re.compile(r"= (?:atomicrmw (?:volatile )?\w+|cmpxchg (?:volatile )?) ?ptr ([^,]+), (\w+) ")
_COPY = re.compile(
    r"call void @llvm\.mem(?:cpy|move)\.\S+\(ptr (?:\w+ \d+ )?([^,]+), ptr (?:\w+ \d+ )?([^,]+), i64 ([^,]+),"
)
_SHAPED = re.compile(r"^\s+(%\S+) = (alloca|getelementptr)(?: inbounds| nuw| nusw)* (.+)$")


def translated(text: str) -> str:
    """Return a module in which nothing is a card's: names and address spaces are this processor's.

    Inline assembly becomes a call of `ptx.` and its first word; intrinsics of NVVM lose their `llvm.`.
    """
    text = "\n".join(line for line in text.splitlines() if not line.startswith(_DROPPED))
    text = re.sub(r'@"llvm\.nvvm\.([^"]+)"', r'@"nvvm.\1"', text).replace('@"vprintf"', '@"virtual.vprintf"')
    text = re.sub(r" ?addrspace\(\d+\)", "", text).replace(" addrspacecast ", " bitcast ").replace("immarg", "")
    declared: dict[str, str] = {}

    def call(found: re.Match[str]) -> str:
        name = _mnemonic(found[2])
        rest = text[found.end() : text.index(")", found.end())]
        kinds = ", ".join(each.split(" ")[0] for each in rest.split(", ") if each)
        declared[name] = f'declare {found[1]} @"{name}"({kinds})'
        return f'call {found[1]} @"{name}"('

    text = _ASSEMBLY.sub(call, text)
    if " asm " in text:
        raise NotImplementedError("this inline assembly is not emulated on the virtual GPU")
    return "\n".join((text, *declared.values()))


def _mnemonic(assembly: str) -> str:
    compared = re.search(r"setp\.(\w+)\.f16", assembly)
    if compared:
        return f"ptx.setp.{compared[1]}.f16"
    for register in ("dynamic_smem_size", "lanemask_lt"):
        if f"%{register}" in assembly:
            return f"ptx.{register}"
    return "ptx." + assembly.split(maxsplit=1)[0].rstrip(";").removesuffix(".b32").removesuffix(".u32")


@dataclass(kw_only=True)
class Checker:
    """Puts a call of `virtual_check` before every access to memory that is not the function's own.

    Attributes:
        state: of the launches.
        fixed: addresses of global variables by name: shared arrays and constants.
        recording: whether accesses are recorded too.
        sites: places in the source; accesses carry their number.
        blocking: whether a thread may wait for others.
    """

    state: State
    fixed: Mapping[str, int]
    recording: bool = False
    sites: list[Site] = field(default_factory=list)
    blocking: bool = False
    _places: dict[str, int] = field(default_factory=dict)
    _roots: dict[str, tuple[str, str]] = field(default_factory=dict)
    _extra: int = 0

    def checked(self, text: str) -> str:
        """Return the text of a module, as LLVM prints it, with its accesses checked."""
        self._places = {"": self._number(Site(file="", line=0, function=""))} | dict(self._located(text))
        for name, address in self.fixed.items():
            text = re.sub(rf'^@"?{re.escape(name)}"? = .*$', "", text, flags=re.MULTILINE)
            text = re.sub(rf'@"?{re.escape(name)}"?(?![\w.])', f"inttoptr (i64 {address} to ptr)", text)
        return "\n".join(self._lines(text))

    def _lines(self, text: str) -> Iterator[str]:
        for line in text.splitlines():
            if line.startswith("define"):
                self._roots = {}
            yield (yield from self._instruction(line)) if line.startswith("  ") else line

    def _instruction(self, line: str) -> Generator[str, None, str]:
        shaped = _SHAPED.match(line)
        if shaped:
            self._shape(*shaped.groups())
            return line
        tag = re.search(r"!dbg (!\d+)", line)
        site = self._places.get(tag[1] if tag else "", 0)
        if _BLOCKING.search(line):
            self.blocking = True
            yield f"  store i64 {site}, ptr {self.state.slot(Slot.SITE)}"
            return line
        for pointer, kind, writes in _accesses(line):
            found = yield from self._check(pointer, kind, site, writes)
            line = line.replace(f"ptr {pointer}", f"ptr {found}", 1) if found != pointer else line
        return line

    def _shape(self, name: str, what: str, rest: str) -> None:
        """Remember what a pointer into the function's own memory points into."""
        kind = _first_type(rest)
        if what == "alloca":
            self._roots[name] = (name, kind)
            return
        base = re.match(r", ptr ([^,]+)", rest[len(kind) :])
        # A field of a structure is where it is; only arrays are indexed by what a student computes.
        if base and base[1] in self._roots and not kind.startswith("{"):
            self._roots[name] = self._roots[base[1]]
        elif base and base[1] in self._roots:
            self._roots[name] = (name, "")

    def _check(self, pointer: str, kind: str, site: int, writes: int) -> Generator[str, None, str]:
        size = kind if kind.startswith(("i64 %", "i64 ")) and kind != "i64" else f"i64 {_size(kind)}"
        root = self._roots.get(pointer)
        if root is None:
            if not pointer.startswith("@"):
                yield f"  call void @virtual_check(ptr {pointer}, {size}, i64 {site}, i64 {writes})"
                if self.recording:
                    yield f"  call void @virtual_record(ptr {pointer}, {size}, i64 {site}, i64 {writes})"
            return pointer
        owner, whole = root
        if not whole or pointer == owner:
            return pointer
        self._extra += 1
        yield (
            f"  %virtual.{self._extra} = call ptr"
            f" @virtual_local(ptr {pointer}, {size}, ptr {owner}, i64 {_size(whole)})"
        )
        return f"%virtual.{self._extra}"

    def _located(self, text: str) -> Iterator[tuple[str, int]]:
        """Yield the number of the site of every place in the debugging information."""
        nodes = dict(
            re.findall(r"^(!\d+) = (?:distinct )?(!DI(?:Location|Subprogram|File)\(.*\))$", text, flags=re.MULTILINE)
        )
        for name, node in nodes.items():
            if node.startswith("!DILocation"):
                scope = nodes.get(_value(node, "scope"), "")
                file = nodes.get(_value(scope, "file"), "")
                line = int(_value(node, "line") or 0)
                site = Site(file=_value(file, "filename"), line=line, function=_value(scope, "name"))
                yield name, self._number(site)

    def _number(self, site: Site) -> int:
        if site not in self.sites:
            self.sites.append(site)
        return self.sites.index(site)


def _accesses(line: str) -> Iterator[tuple[str, str, int]]:
    """Yield the pointer, the type or the size, and the kind of every access that an instruction makes."""
    for pattern, kind, writes in ((_ATOMIC, 2, ATOMIC), (_UPDATE, 2, ATOMIC), (_COPY, 0, WRITE)):
        found = pattern.search(line)
        if found and kind:
            yield found[1], found[kind], writes
            return
        if found:
            yield found[1], f"i64 {found[3]}", WRITE
            yield found[2], f"i64 {found[3]}", READ
            return
    found = _LOAD.search(line)
    if found:
        yield found[2], found[1], READ
        return
    found = _STORE.search(line)
    if found:
        yield found[2], _first_type(found[1]), WRITE


def _first_type(text: str) -> str:
    """Return the type that a piece of IR begins with."""
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter in "{[<(") - (letter in "}])>")
        if depth == 0 and (letter in "}])>" or letter in " ,"):
            return text[: at + (letter in "}])>")]
    return text


def _size(kind: str) -> str:
    return f"ptrtoint (ptr getelementptr ({kind}, ptr null, i32 1) to i64)"


def _value(node: str, key: str) -> str:
    found = re.search(rf'\b{key}: (?:"([^"]*)"|([^,)]+))', node)
    return (found[1] if found[1] is not None else found[2]) if found else ""
