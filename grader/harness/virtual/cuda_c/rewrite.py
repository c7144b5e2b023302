"""CUDA C to C++ with our headers; every line keeps its number."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from .calls import refused_calls
from .diagnostics import Diagnostic, RefusedError
from .tokens import Token, after, before, closing, code, namespace, split, text_of, tokens_of

# Headers of NVIDIA's; those that are not among ours are not emulated.
_NVIDIAS = re.compile(
    r"cublas|cufft|curand|cusparse|cusolver|cudnn|cupti|cutensor|cuComplex|cuda\w*\.h|nccl|nvrtc|nvToolsExt|nvtx|nvml|npp|"
    r"mma\.h|sm_\d|texture|surface|channel_descriptor|cooperative_groups|(?:thrust|cub|cuda|cutlass|cute)/"
)
_OURS = Path(__file__).parent / "include"
_LAUNCHING = {"cudaLaunchKernel", "cudaLaunchCooperativeKernel"}
_STORAGE = {"__device__", "__constant__", "__managed__"}
_WITH_ARGUMENTS = {"__align__", "__attribute__", "alignas", "decltype", "__launch_bounds__", "__builtin_align__"}


def rewrite(source: str, file: str) -> str:
    """Return a source as C++.

    Args:
        source: CUDA C.
        file: its name, for messages.

    Raises:
        RefusedError: it is wrong in a way that only we would notice, or needs what is not emulated.
    """
    tokens = tokens_of(source)
    _refuse(tokens, file)
    if found := list(refused_calls(tokens, file)):
        raise RefusedError(*found)
    for at in range(len(tokens)):
        tokens[at] = _replaced(tokens, at)
    for at in reversed([at for at, token in enumerate(tokens) if token.text == "<<<"]):
        _launch(tokens, at, file)
    return text_of(tokens)


def _refuse(tokens: Sequence[Token], file: str) -> None:
    for at, token in enumerate(tokens):
        name = re.split(r'[<"]', token.text)[1][:-1] if token.kind == "include" else ""
        if name and _NVIDIAS.match(name) and not (_OURS / name).exists():
            raise RefusedError(Diagnostic.not_emulated(file, token.line, f"the header {name}"))
        if token.text in {"asm", "__asm__"} and tokens[_asm_body(tokens, at)].text == "(":
            raise RefusedError(Diagnostic.not_emulated(file, token.line, "inline PTX assembly"))
        if token.text == "__shared__" and _initialised(tokens, at):
            text = "initializer not allowed for __shared__ variable"
            raise RefusedError(Diagnostic(file=file, line=token.line, text=text))


def _asm_body(tokens: Sequence[Token], at: int) -> int:
    at = after(tokens, at)
    while at < len(tokens) - 1 and tokens[at].text in {"volatile", "__volatile__"}:
        at = after(tokens, at)
    return min(at, len(tokens) - 1)


def _initialised(tokens: Sequence[Token], at: int) -> bool:
    end = _end(tokens, at)
    declared = code(tokens[at:end])
    return any(token.text == "=" for token in declared) and not _preprocessed(tokens, at)


def _preprocessed(tokens: Sequence[Token], at: int) -> bool:
    """Return whether a token stands in a preprocessor's line."""
    line = tokens[at].line
    first = at
    while first > 0 and "\n" not in tokens[first - 1].text:
        first -= 1
    return any(token.text == "#" and token.line == line for token in tokens[first:at])


def _end(tokens: Sequence[Token], at: int) -> int:
    """Return where the declaration around `at` ends: its semicolon, or the end of all."""
    while at < len(tokens) and not _is_end(tokens[at]):
        at = closing(tokens, at) + 1 if tokens[at].text in {"(", "[", "{"} else at + 1
    return min(at, len(tokens))


def _begin(tokens: Sequence[Token], at: int) -> int:
    """Return where the declaration around `at` begins."""
    while at > 0 and not _is_end(tokens[at - 1]) and tokens[at - 1].text not in {"{", "}"}:
        if tokens[at - 1].kind == "include":
            break
        at -= 1
    return at


def _is_end(token: Token) -> bool:
    """Return whether a token ends a declaration; what was put there ends so, too."""
    return token.kind == "mark" and token.text.endswith(";")


def _replaced(tokens: list[Token], at: int) -> Token:
    token = tokens[at]
    if token.kind != "name":
        return token
    previous = before(tokens, at)
    if token.text == "__shared__":
        return _shared(tokens, at)
    if token.text == "__noinline__" and (previous < 0 or tokens[previous].text != "("):
        return _with(token, "__attribute__((noinline))")
    if token.text == "NULL" and not _preprocessed(tokens, at):
        return _with(token, "nullptr")  # a launch copies its arguments, and NULL would become a number
    if token.text in _STORAGE:
        _register(tokens, at)
    if token.text in _LAUNCHING:
        _keep_type(tokens, at)
    return token


def _keep_type(tokens: list[Token], at: int) -> None:
    """Take away the `(void*)` before a kernel that is launched: its parameters tell what its arguments are."""
    cast = after(tokens, after(tokens, at))
    end = closing(tokens, cast) if cast < len(tokens) and tokens[cast].text == "(" else cast
    if [token.text for token in code(tokens[cast:end]) if token.text != "const"] == ["(", "void", "*"]:
        for gone in range(cast, end + 1):
            tokens[gone] = Token(kind="space", text="\n" * tokens[gone].text.count("\n"), line=tokens[gone].line)


def _with(token: Token, text: str) -> Token:
    return Token(kind="name", text=text, line=token.line)


def _shared(tokens: list[Token], at: int) -> Token:
    """What a block shares is what each thread of the host has of its own: one block runs at a time."""
    declared = {token.text for token in code(tokens[_begin(tokens, at) : at])}
    if "extern" in declared:
        if _in_function(tokens, at):
            return _dynamic(tokens, at)
        end = _end(tokens, at)
        if end < len(tokens):
            tokens[end] = Token(kind="mark", text=' __asm__("vgpu_dynamic");', line=tokens[end].line)
        return _with(tokens[at], "__thread")
    return _with(tokens[at], "thread_local" if "static" in declared else "static thread_local")


def _in_function(tokens: Sequence[Token], at: int) -> bool:
    depth = 0
    for index in range(at - 1, -1, -1):
        depth += (tokens[index].text == "}") - (tokens[index].text == "{")
        if depth < 0 and namespace(tokens, index) is None:
            return True
        depth = max(depth, 0)
    return False


def _dynamic(tokens: list[Token], at: int) -> Token:
    """Dynamic shared memory in a function becomes a reference: what templates declare cannot get a name of ours."""
    begin, end = next(each for each in range(at, -1, -1) if tokens[each].text == "extern"), _end(tokens, at)
    bracket = next((each for each in range(at, end) if tokens[each].text == "["), end)
    name = before(tokens, bracket)
    if end < len(tokens) and bracket < end:
        called, kind = tokens[name].text, f"vgpu_{tokens[name].text}_t"
        text = f"; {kind}& {called} = *({kind}*)vgpu_dynamic;"
        tokens[begin], tokens[name] = _with(tokens[begin], "typedef"), _with(tokens[name], kind)
        tokens[end] = Token(kind="mark", text=text, line=tokens[end].line)
    return _with(tokens[at], "")


def _register(tokens: list[Token], at: int) -> None:
    """Tell the runtime of the variables that a declaration puts onto the card."""
    begin, end = _begin(tokens, at), _end(tokens, at)
    around = {token.text for token in code(tokens[begin:at])}
    if end == len(tokens) or around & {"template", "extern", "__shared__", *_STORAGE} or _preprocessed(tokens, at):
        return
    names = list(_variables(tokens[at:end]))
    known = "".join(f' static vgpu::Symbol vgpu_symbol_{name}(&{name}, sizeof {name}, "{name}");' for name in names)
    tokens[end] = Token(kind="mark", text=tokens[end].text + known, line=tokens[end].line)


def _variables(declaration: Sequence[Token]) -> Iterator[str]:
    """Yield the names that a declaration declares; none if it is one of a function or a type."""
    for part in split(_without_attributes(code(declaration))):
        name = ""
        for token in part:
            if token.text in {"[", "=", "{"}:
                break
            if token.text in {"(", "struct", "class", "union", "enum"}:
                return
            name = token.text if token.kind == "name" else name
        if name and name not in _STORAGE:
            yield name


def _without_attributes(tokens: list[Token]) -> list[Token]:
    kept, at = [], 0
    while at < len(tokens):
        if tokens[at].text in _WITH_ARGUMENTS and at + 1 < len(tokens) and tokens[at + 1].text == "(":
            at = closing(tokens, at + 1)
        else:
            kept.append(tokens[at])
        at += 1
    return kept


def _launch(tokens: list[Token], at: int, file: str) -> None:
    """Turn `kernel<<<...>>>` into a call that takes the kernel's arguments."""
    end = at + 1
    while end < len(tokens) and tokens[end].text != ">>>":
        end = closing(tokens, end) + 1 if tokens[end].text in {"(", "[", "{"} else end + 1
    if end >= len(tokens):
        raise RefusedError(Diagnostic(file=file, line=tokens[at].line, text='expected a ">>>"'))
    begin = _kernel(tokens, at)
    kernel, given = text_of(tokens[begin:at]).strip(), text_of(tokens[at + 1 : end])
    shown = re.sub(r"[\s\"\\]+", " ", kernel)
    text = f'vgpu::launch(vgpu::Configuration({given}), "{shown}", [=](auto... vgpu_a) {{ {kernel}(vgpu_a...); }})'
    lost = text_of(tokens[begin : end + 1]).count("\n") - text.count("\n")
    tokens[begin : end + 1] = [Token(kind="name", text=text + "\n" * lost, line=tokens[begin].line)]


def _kernel(tokens: Sequence[Token], at: int) -> int:
    """Return where the name of the kernel begins that `<<<` follows."""
    at = before(tokens, at)
    while at >= 0:
        if tokens[at].text == ">":
            at = before(tokens, _opening(tokens, at, "<", ">"))
        if at >= 0 and tokens[at].text in {")", "]"}:
            at = _opening(tokens, at, *("()" if tokens[at].text == ")" else "[]"))
        previous = before(tokens, at)
        if previous < 0 or tokens[previous].text not in {"::", ".", "->"}:
            return max(at, 0)
        at = before(tokens, previous)
        if at < 0 or (tokens[at].kind != "name" and tokens[at].text not in {">", ")", "]"}):
            return previous  # a name of the outermost namespace
    return 0


def _opening(tokens: Sequence[Token], at: int, opening: str, close: str) -> int:
    depth = 0
    for index in range(at, -1, -1):
        depth += (tokens[index].text == close) - (tokens[index].text == opening)
        if depth == 0:
            return index
    return 0
