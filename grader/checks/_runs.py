"""What every check of runs has to say when there is nothing to judge: how the run ended."""

import re
from collections.abc import Iterable, Iterator, Mapping

from grader.model import endings
from grader.model.evidence import Ending, Outcome, Run
from grader.model.values import Value
from grader.model.verdict import Finding, Status
from grader.ports import Seen

# How numba says that a kernel cannot have what Python has: lists, dictionaries, texts, exceptions, parts of NumPy.
_PYTHON_ONLY = (
    r"unsupported NumPy function|of type list\(|List\(|DictType|unicode_type|Literal\[str\]|exception_match"
    r"|NRT required|has no attribute '(?:set_try_status|build_\w+)'|^printing unimplemented for"
    r"|^Signature mismatch: \d+ argument types"
)
_OPERATORS = "i?(?:add|sub|mul|truediv|floordiv|mod|pow)|neg|lt|le|gt|ge|eq|ne"
_STEPS = re.compile(r"^Failed in cuda mode pipeline \(step: [^)]*\)\n")  # before what numba has to say
_AT = re.compile(r"\bat ([\w-]+\.py) \((\d+)\)|\bFile \"([\w-]+\.py)\", line (\d+)")

# Class name and message of an error -> the code that explains it; the first that fits. All have the same parameters.
_KNOWN = (
    (r"^EOFError$", r"EOF when reading a line", "py.needs-input"),
    (r"^FileNotFoundError$", r"No such file or directory", "py.no-such-file"),
    (r"NotAKernel", r"", "cuda.not-a-kernel"),
    (r"NotAGlobalFunctionError", r"", "cuda.c-not-a-kernel"),
    (r"ArgumentError", r" is passed$|, and is called with ", "cuda.c-parameters"),
    (r"HostCrashError", r"", "cuda.c-crash"),
    (r"ProgramFailedError", r"", "cuda.c-program-failed"),
    (r"", r"[Ll]aunch configuration was not specified|Kernel missing launch configuration", "cuda.no-launch"),
    (r"", r"CUDA_ERROR_INVALID_(VALUE|CONFIGURATION)", "cuda.bad-launch"),
    (r"", r"CUDA_ERROR_ILLEGAL_ADDRESS|\[700\]", "cuda.illegal-address"),  # numba says only the number
    (r"CudaAPIError", r"^\[7\d\d\] CUDA_ERROR_", "cuda.c-error"),
    (r"", r"illegal memory access was encountered", "cuda.illegal-address"),
    (r"TypingError", r"to none for '\$\w+\.\d+', defined at None", "cuda.kernel-returns"),
    (
        r"TypingError",
        r"Untyped global name .*: Cannot determine Numba type of <class 'function'>",
        "cuda.plain-function",
    ),
    (
        r"TypingError",
        rf">>> (?:{_OPERATORS})\((?!Literal)[^\n]*array\(|^.*\nUnknown attribute '\w+' of type array\(",
        "cuda.whole-array",
    ),
    (r"UnsupportedBytecodeError|UnsupportedError", r"", "cuda.python-feature"),
    (r"", _PYTHON_ONLY, "cuda.python-feature"),
    (r"TypingError", r"of function Function\(<function shared\.array", "cuda.shared-size-not-constant"),
    (r"TypingError|LoweringError|NumbaNotImplementedError", r"", "cuda.not-compiled"),
    (r"CompilationError", r"range must be a power of 2", "triton.block-power-of-two"),
    (r"CompilationError", r"must be of type tl\.constexpr", "triton.not-constexpr"),
    (r"ValueError", r"cannot be accessed from Triton \(cpu tensor\?\)", "triton.cpu-tensor"),
    (r"CompilationError|UnsupportedLanguageConstruct|CompileTimeAssertionFailure", r"", "cuda.triton-not-compiled"),
    (r"OutOfResources", r"", "cuda.triton-too-large"),
    (
        r"",
        r"step\(\) has already been called since the last update|unscale_\(\) is being called after step",
        "amp.no-scaler-update",
    ),
    (r"", r"unscale_\(\) has already been called", "amp.unscale-twice"),
    (r"", r"Attempting to unscale FP16 gradients", "amp.half-model"),
    (r"", r"Attempted \w+ but _scale is None", "amp.loss-not-scaled"),
    (r"", r"No inf checks were recorded prior to update", "amp.no-scaler-step"),
    (r"", r"No inf checks were recorded for this optimizer", "amp.no-gradients"),
    (r"", r"(on|at) the same device", "torch.device-mismatch"),
    (r"", r"Input type \(torch\.(cuda\.\w+\).*\(torch\.(?!cuda)|(?!cuda).*\(torch\.cuda)", "torch.device-mismatch"),
    (r"", r"leaf Variable that requires grad .*in-place operation", "torch.leaf-in-place"),
    (r"", r"has been modified by an inplace operation", "torch.in-place"),
    (r"", r"does not require grad and does not have a grad_fn", "torch.no-graph"),
    (r"", r"backward through the graph a second time", "torch.graph-freed"),
)

UNTIMED = ("",)  # roles of the cases that are run as they are, with everything looked at


def pairs(seen: Seen, roles: tuple[str, ...]) -> Iterator[tuple[Run, dict[str, Value]]]:
    """Yield the runs of some roles, each with its expected values; without roles, those of the ordinary cases.

    What is timed has to be right as well: the cases for timing are ordinary ones.
    """
    for run, expected in zip(seen.evidence.runs, seen.reference.expected, strict=True):
        if run.case.role in (roles or ("", "speed")):
            yield run, dict(expected)


def turns(of: Iterable[tuple[Run, Mapping[str, Value]]]) -> Iterator[list[tuple[Run, Mapping[str, Value]]]]:
    """Yield the runs of each case together, in the order of their turns."""
    case: list[tuple[Run, Mapping[str, Value]]] = []
    for run, expected in of:
        if case and run.turn == 0:
            yield case
            case = []
        case.append((run, expected))
    if case:
        yield case


def finding(run: Run, status: Status, code: str = "", **params: object) -> Finding:
    """Return a finding about one run."""
    return Finding(status=status, code=code, params=params, case=run.case.id, hidden=run.case.hidden)


def ended(run: Run) -> Finding | None:
    """Return what is to be said of a run that did not return; None for one that did."""
    outcome = run.outcome
    if outcome.ending is Ending.RETURNED:
        return None
    if missing := endings.missing(outcome):
        return finding(run, Status.DEFER, missing[0], **missing[1])
    if outcome.ending is Ending.RAISED:
        return finding(
            run, Status.FAIL, _code(outcome.error, outcome.text), error=_error(outcome), where=_where(outcome)
        )
    lost = endings.ended(outcome)
    assert lost, "one that neither returned nor raised"
    return finding(run, Status.FAIL, lost[0], **lost[1])


def _error(outcome: Outcome) -> str:
    """Return what an error says; of what numba says the part that is about the kernel."""
    if outcome.error == "NotAKernel":
        return outcome.text
    text = _STEPS.sub("", outcome.text)
    return outcome.said if text == outcome.text else f"{outcome.error}: {_reason(text)}"


def _reason(text: str) -> str:
    """Return the first paragraphs of an error of numba's, up to the call that it found nothing for."""
    call = re.search(r">>> [^\n]*", text)
    return f"{text.partition(chr(10))[0]} {call[0] if call else ''}".strip()


def _where(outcome: Outcome) -> str:
    """Return where an error arose; a kernel that the grader launches is compiled outside of the student's lines."""
    found = None if outcome.place else _AT.search(outcome.text)
    return f"{found[1] or found[3]}:{found[2] or found[4]}" if found else outcome.where


def _code(error: str, text: str) -> str:
    for kind, words, code in _KNOWN:
        if re.search(kind, error) and re.search(words, text):
            return code
    return "run.raised"
