"""The functions that a source defines: what a caller has to know of them, and a way to call them from Python."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .tokens import Token, after, before, closing, code, namespace, split, text_of, tokens_of

_DROPPED = {"const", "__restrict__", "__restrict", "restrict", "volatile", "register", "__grid_constant__"}
_SPECIFIERS = {"static", "inline", "extern", "constexpr", "__host__", "__device__", "__global__", "__forceinline__",
               "__noinline__", '"C"', "typename"}  # fmt: skip
_NO_FUNCTION = {"if", "for", "while", "switch", "return", "sizeof", "defined", "catch"}


@dataclass(frozen=True, kw_only=True)
class Parameter:
    """One parameter.

    Attributes:
        name: empty when it has none.
        type: in C++, without `const`, and a pointer for an array.
    """

    name: str
    type: str

    @property
    def element(self) -> str:
        """Type of what a pointer points to; empty when it is none."""
        return self.type.removesuffix("*").strip() if self.type.endswith("*") else ""


@dataclass(frozen=True, kw_only=True)
class Function:
    """One function that is defined outside of all classes.

    Attributes:
        name: with its namespaces.
        returns: type.
        kernel: whether it is launched.
        on_host: whether the host may call it.
        on_card: whether code of the card may call it.
        template: whether its types are open.
        parameters: in order.
        line: of its name.
    """

    name: str
    returns: str
    kernel: bool
    on_host: bool
    on_card: bool
    template: bool
    parameters: tuple[Parameter, ...]
    line: int


def functions_of(source: str) -> list[Function]:
    """Return the functions that a source defines, in order."""
    return [function for function, _ in bodies_of(tokens_of(source))]


def bodies_of(tokens: Sequence[Token]) -> Iterator[tuple[Function, Sequence[Token]]]:
    """Yield the functions that a source defines, in order, each with what stands in its braces."""
    spaces: list[tuple[int, str]] = []  # where each namespace ends, and its name
    at = 0
    while at < len(tokens):
        spaces = [space for space in spaces if space[0] > at]
        if tokens[at].text == "{":
            end = closing(tokens, at)
            name = namespace(tokens, at)
            if name is None:
                at = end
            else:
                spaces.append((end, name))
        elif tokens[at].text == "(":
            end = closing(tokens, at)
            body = _body(tokens, end)
            if body is not None and (function := _function(tokens, at, end, [name for _, name in spaces if name])):
                at = closing(tokens, body)
                yield function, tokens[body + 1 : at]
            else:
                at = end
        at += 1


def _body(tokens: Sequence[Token], end: int) -> int | None:
    at = after(tokens, end)
    while at < len(tokens) and tokens[at].text in {"noexcept", "const"}:
        at = after(tokens, at)
    return at if at < len(tokens) and tokens[at].text == "{" else None


def _function(tokens: Sequence[Token], at: int, end: int, spaces: Sequence[str]) -> Function | None:
    name = before(tokens, at)
    if name < 0 or tokens[name].kind != "name" or tokens[name].text in _NO_FUNCTION:
        return None
    begin = name
    while begin > 0 and tokens[begin - 1].text not in {";", "{", "}"} and tokens[begin - 1].kind != "include":
        begin -= 1
    head = _after_directives(tokens[begin:name])
    words = [token.text for token in code(head)]
    returns = re.sub(r"(__launch_bounds__|__attribute__)\s*\([^()]*\)", "", text_of(head))
    parts = split(tokens[at + 1 : end])
    parameters = tuple(_parameter(part) for part in parts if [token.text for token in code(part)] != ["void"])
    return Function(
        name="::".join([*spaces, tokens[name].text]), returns=_type(tokens_of(returns)), kernel="__global__" in words,
        on_host="__host__" in words or not {"__global__", "__device__"} & set(words), on_card="__device__" in words,
        template="template" in words, parameters=parameters, line=tokens[name].line,
    )  # fmt: skip


def _after_directives(tokens: Sequence[Token]) -> Sequence[Token]:
    """Return what follows the last line of the preprocessor's, such as a `#define` above a function."""
    for at in range(len(tokens) - 1, -1, -1):
        if tokens[at].text == "#":
            line = tokens[at].line
            return [token for token in tokens[at:] if token.line > line]
    return tokens


def _parameter(tokens: Sequence[Token]) -> Parameter:
    words = code(tokens)
    words = words[: next((at for at, word in enumerate(words) if word.text == "="), len(words))]
    is_array = any(word.text == "[" for word in words)
    words = words[: next((at for at, word in enumerate(words) if word.text == "["), len(words))]
    has_name = len([word for word in words if word.text not in _DROPPED]) > 1 and words[-1].kind == "name"
    name = words.pop().text if has_name else ""
    return Parameter(name=name, type=_type(words) + ("*" if is_array else ""))


def _type(tokens: Sequence[Token]) -> str:
    words = [token.text for token in code(tokens) if token.text not in _DROPPED | _SPECIFIERS]
    return re.sub(r"\s*(\*|&|::|<|>)\s*", r"\1", " ".join(words)).strip()
