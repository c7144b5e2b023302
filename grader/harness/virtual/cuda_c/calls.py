"""Calls that a card's compiler refuses and g++ does not: across the border of host and card, and of kernels."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .diagnostics import Diagnostic
from .functions import Function, bodies_of
from .tokens import Token, after, before

_BEFORE_A_CALL = {"return", "else", "do", "case", "throw"}
_NO_CALL = {".", "->", "::", ">"}


@dataclass(frozen=True, kw_only=True)
class _Names:
    """What the functions of a source are called that only one side may call."""

    host: frozenset[str]
    card: frozenset[str]
    kernels: frozenset[str]


def refused_calls(tokens: Sequence[Token], file: str) -> Iterator[Diagnostic]:
    """Yield what is wrong with the calls of functions by each other, in nvcc's words.

    Only plain functions of the source are looked at. A name that is used for several, and a function with lines of the
    preprocessor in it, get the benefit of the doubt.
    """
    found = list(bodies_of(tokens))
    names = _names(tokens, [function for function, _ in found])
    for function, body in found:
        if all(token.text != "#" for token in body):
            yield from _of(function, body, names, file)


def _names(tokens: Sequence[Token], functions: Sequence[Function]) -> _Names:
    def called(*, on_host: bool, on_card: bool) -> set[str]:
        return {
            each.name
            for each in functions
            if not each.kernel and (each.on_host, each.on_card) == (on_host, on_card) and "::" not in each.name
        }

    both = called(on_host=True, on_card=True)
    host, card = called(on_host=True, on_card=False), called(on_host=False, on_card=True)
    return _Names(
        host=frozenset(host - card - both - _declared(tokens, "__device__") - _declared(tokens, "constexpr")),
        card=frozenset(card - host - both - _declared(tokens, "__host__")),
        kernels=frozenset({each.name for each in functions if each.kernel} - host - card - both),
    )


def _declared(tokens: Sequence[Token], word: str) -> set[str]:
    """Return the names before the first bracket after each such word: of the function that it belongs to, if any."""
    found = set()
    for at in (at for at, token in enumerate(tokens) if token.text == word):
        bracket = next((each for each in range(at, len(tokens)) if tokens[each].text == "("), 0)
        found.add(tokens[before(tokens, bracket)].text)
    return found


def _of(function: Function, body: Sequence[Token], names: _Names, file: str) -> Iterator[Diagnostic]:
    kind = "__global__" if function.kernel else "__device__" if function.on_card else "__host__"
    other = {"__global__": names.host, "__device__": names.host, "__host__": names.card}[kind]
    both = function.on_host and function.on_card
    for token in _calls(body):
        if token.text in names.kernels:
            yield Diagnostic(file=file, line=token.line, text="a __global__ function call must be configured")
        elif token.text in other and not both:
            callee = "__device__" if kind == "__host__" else "__host__"
            text = (
                f'calling a {callee} function("{token.text}") from a {kind} function("{function.name}") is not allowed'
            )
            yield Diagnostic(file=file, line=token.line, text=text)


def _calls(body: Sequence[Token]) -> Iterator[Token]:
    """Yield the names that are called: not those of members, of namespaces, or of what is declared."""
    for at, token in enumerate(body):
        follows = after(body, at)
        if token.kind != "name" or follows == len(body) or body[follows].text != "(":
            continue
        last = body[before(body, at)] if before(body, at) >= 0 else None
        if last is None or (last.text not in _NO_CALL and (last.kind != "name" or last.text in _BEFORE_A_CALL)):
            yield token
