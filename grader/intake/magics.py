"""IPython's own syntax in a cell, turned into Python on the same lines."""

import re
import warnings
from dataclasses import dataclass, replace

# What may be IPython's: a magic or shell line, a value taken from one, a question, a pasted prompt.
SPECIAL = re.compile(r"^[ \t]*(?:[%!?,;/]|>>>|In \[)|=[ \t]*[%!]|\?[ \t]*(?:#[^\n]*)?$", re.MULTILINE)
# The time that IPython takes grows with a cell's length times its magics. No real notebook comes near this; what comes
# after it is kept as it is.
MAX_WORK = 1_000_000  # characters read
LEADING = re.compile(r"(?:[ \t]*\n)*")
CALL = re.compile(r"get_ipython\(\)\.(system|getoutput|run_line_magic|run_cell_magic)\((?:'(%?\w+)')?")
CUDA_C = re.compile(r"%%(?:cu(?:da\w*)?(?!\S)|writefile[ \t][^\n]*\.cu[ \t]*$)[^\n]*\n?", re.MULTILINE)
WRAPPING = re.compile(r"%%(?:time|timeit|capture)(?!\S)")  # the body is Python, and may hold magics itself
CHECKING = re.compile(r"(?:%%check(?!\S)[^\n]*(?:\n|\Z)(?:[ \t]*\n)*)+")  # our own magic: the body is what is handed in
SHELLS = {"bash", "sh", "shell", "script", "system", "sx"}
# Run in the box, mere questions, and what nobody misses there.
UNREMARKED = {"time", "timeit", "capture", "writefile", "file", "pinfo", "pinfo2", "load_ext", "check"}


@dataclass(frozen=True, kw_only=True)
class Python:
    """A cell as Python."""

    source: str
    shell: int = 0  # shell lines and shell cells, which are not run
    magics: frozenset[str] = frozenset()  # those that do nothing in a box, with their percent signs
    cuda_c: bool = False  # it was CUDA C: the source is empty
    body: str = ""  # the CUDA C, on its own lines


def cost(source: str) -> int:
    """Return about how many characters IPython reads to translate a cell: it reads all of it for every magic."""
    return len(source) * (1 + sum(1 for _ in SPECIAL.finditer(source)))


def to_python(source: str, *, inside: bool = False) -> Python:
    """Translate a cell; one that IPython cannot translate is kept as it is, and its error is found when it runs.

    Args:
        source: as the student wrote it.
        inside: this is the body of a `%%time` or the like.
    """
    start = LEADING.match(source).end()  # type: ignore[union-attr] # it also matches nothing
    blank, rest = source[:start], source[start:]
    if found := CHECKING.match(rest):
        return to_python(blank + "\n" * found[0].count("\n") + rest[found.end() :], inside=inside)
    if found := CUDA_C.match(rest):
        return Python(source="", cuda_c=True, body=blank + "\n" + rest[found.end() :])
    head, end, body = rest.partition("\n")
    if WRAPPING.match(head) and not inside:
        wrapped = to_python(body, inside=True)
        return replace(wrapped, source=blank + _translate(head + end + wrapped.source), cuda_c=False)
    if not SPECIAL.search(rest) and not rest.startswith((" ", "\t")):
        return Python(source=source)
    python = _translate(rest)
    calls = [match.groups(default="") for match in CALL.finditer(python)]
    calls = calls[:1] if head.startswith("%%") else calls  # what follows is the body, as a string
    named = [(call, name) for call, name in calls if name and call not in {"system", "getoutput"}]
    skipped = {f"%%{name}" if call == "run_cell_magic" else f"%{name}" for call, name in named}
    shell = sum(call in {"system", "getoutput"} or name in SHELLS for call, name in calls)
    silent = {sign + name for name in SHELLS | UNREMARKED for sign in ("%", "%%")}
    return Python(source=blank + python, shell=shell, magics=frozenset(skipped - silent))


def _translate(source: str) -> str:
    # Imported here: it takes a tenth of a second.
    from grader.intake.ipython import LineKeeper

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about odd line ends, meant for IPython's developers
            return LineKeeper().transform_cell(source)  # type: ignore[no-untyped-call] # IPython's constructor
    except Exception:  # noqa: BLE001 - it was never meant for broken cells and raises all sorts of things
        return source
