"""The trusted process: draws inputs and computes what is right; it never sees a submission."""

import inspect
import math
from collections.abc import Callable, Mapping
from copy import copy
from pathlib import Path
from typing import Any

import numpy as np

from .. import families, mutants, traits
from ..serve import Session
from ..submission import Submission

Author = Callable[[Mapping[str, Any]], dict[str, Any]]


def inputs(_session: Session, payload: dict[str, Any]) -> dict[str, Any]:
    """Return `values`: the arguments of one call, from `arguments`, `seed` and `turn` (see `families.make`)."""
    return {"values": families.make(payload["arguments"], payload["seed"], payload["turn"])}


def function(session: Session, payload: dict[str, Any]) -> dict[str, Any]:
    """Return `values`: what the author's function `name` in `file` returns for `arguments`, a dict.

    Raises:
        BaseException: whatever the author's code raises; TypeError if it returns no dict.
    """
    return {"values": _author(session, payload)(payload["arguments"])}


def mutate(session: Session, payload: dict[str, Any]) -> dict[str, Any]:
    """Return `values`: the mutants of one case (see `mutants.make`).

    The payload holds, beside the author's function and its `arguments`: a program's `outputs`, which give the element
    types, what is `expected` there, what is right for `other` inputs, what stood there `before`, the `threads` of a
    block, and whether arrays can be `rectangular`.
    """
    like = {name: np.asarray(value) for name, value in payload["outputs"].items()}
    right = mutants.results(payload["expected"], like)
    if right is None:
        return {"values": {}}
    piece = mutants.Piece(
        arguments=payload["arguments"], right=right, before=payload["before"],
        other={name: np.asarray(value) for name, value in payload["other"].items() if name in like},
        threads=payload["threads"], rectangular=payload["rectangular"], oracle=_author(session, payload),
    )  # fmt: skip
    return {"values": mutants.make(piece)}


def describe(session: Session, payload: dict[str, Any]) -> dict[str, Any]:
    """Return `values`: what one case tells of the exercise (see `traits`).

    `idle`: those of the arguments `names` that can be changed without a change of what is `expected`; for each of its
    `outputs`, the `axes` along which it varies; which of them are the `same` for `other` inputs; and which are `legal`
    where all `poisons` are alike.
    """
    expected = {name: np.asarray(payload["expected"][name]) for name in payload["outputs"]}
    other = {name: np.asarray(value) for name, value in payload["other"].items()}
    found = {
        "idle": traits.idle(_author(session, payload), payload["arguments"], payload["names"], payload["expected"]),
        "axes": {name: traits.axes(right) for name, right in expected.items()},
        "same": [name for name, right in expected.items() if right.size and traits.same(right, other[name])],
        "legal": [
            name
            for name, right in expected.items()
            if traits.legal([poison[name] for poison in payload["poisons"] if name in poison], right)
        ],
    }
    return {"values": found}


def measure(_session: Session, payload: dict[str, Any]) -> dict[str, Any]:
    """Return `values`: how far `off` each of `pairs` is, of what a program gave (`got`) and what is `right`."""
    off = []
    for pair in payload["pairs"]:
        right = mutants.results(pair["right"], {name: np.asarray(value) for name, value in pair["got"].items()})
        off.append(mutants.distance(pair["got"], right) if right else math.inf)
    return {"values": {"off": off}}


def _author(session: Session, payload: dict[str, Any]) -> Author:
    """Return the author's function `name` in `file`, of a dict of arguments; it is given those that it takes."""
    file, name = payload["file"], payload["name"]
    if session.submission is None or session.submission.file != file:
        source = Path(file).read_text(encoding="utf-8")
        session.submission = Submission.run(file, [{"source": source, "number": None}])
    call = session.submission.entry(name)
    taken = inspect.signature(call).parameters
    everything = any(parameter.kind is parameter.VAR_KEYWORD for parameter in taken.values())

    def called(arguments: Mapping[str, Any]) -> dict[str, Any]:
        # Copies: it may be called again, and an author may well write to what is given.
        given = {key: copy(value) for key, value in arguments.items() if everything or key in taken}
        value = call(**given)
        if not isinstance(value, dict):
            raise TypeError(f"{name} must return a dict, not {type(value).__name__}")
        return value

    return called


OPS = {"inputs": inputs, "function": function, "mutate": mutate, "describe": describe, "measure": measure}
