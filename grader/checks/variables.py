"""Variables of a script or a notebook have the values that the oracle knows."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import ClassVar

from grader.checks._compare import UNIT, Rule, array, kind, results
from grader.checks._maps import where_wrong
from grader.checks._runs import ended, pairs
from grader.checks._scripts import blamed
from grader.model.evidence import Probe, Run
from grader.model.submission import Cell
from grader.model.values import Array, Value
from grader.model.verdict import Finding, Status
from grader.ports import Seen
from grader.text.source import assigned

MOST_NAMES, LONGEST_NAME = 500, 100  # of other variables that are looked at for the nearest name


@dataclass(frozen=True, kw_only=True)
class VariablesCheck:
    """Passes when each variable has the oracle's value after the whole file has run."""

    probes: ClassVar[frozenset[Probe]] = frozenset()
    names: tuple[str, ...] = ()  # variables that it looks at; all that the oracle returns when left out
    rtol: float = 0.0  # how far off a number may be, as a share of the right one; 0 compares exactly
    atol: float = 0.0  # how far off it may be besides
    dtype: bool = False  # whether an array must have the element type of the oracle's
    hidden: bool = False  # whether the right values are kept from the student

    @property
    def public(self) -> bool:
        """Whether students may have what it takes to check themselves."""
        return not self.hidden

    def judge(self, seen: Seen) -> Iterator[Finding]:
        """Judge each variable, with one finding for each."""
        for run, expected in pairs(seen, ()):
            told = results(expected)
            for name in self.names or tuple(told):
                yield ended(run) or self._judged(seen, run, name, told[name], expected.get(f"{name}{UNIT}"))

    def _judged(self, seen: Seen, run: Run, name: str, right: Value, unit: Value) -> Finding:
        fault = _absent(run, name) or self._fault(name, right, run.outputs[name], unit)
        if fault is None:
            return Finding(status=Status.PASS)
        return blamed(seen, replace(_overwritten(fault, seen.cells), hidden=self.hidden))

    def _fault(self, name: str, right: Value, got: Value, unit: Value) -> Finding | None:
        """Return what is wrong with a value; the items of lists and mappings have names such as `x[2]`."""
        if _sort(right) != _sort(got):
            return _failed("variables.wrong-type", name=name, expected=_sort(right), got=kind(got))
        if isinstance(right, str) or right is None:
            same = right == got
            return None if same else _failed("variables.wrong-value", name=name, expected=str(right), got=str(got))
        if isinstance(right, Mapping | Sequence):
            return self._items(name, _items(right), _items(got))
        return self._numbers(name, right, got, unit)

    def _items(self, name: str, right: Mapping[str, Value], got: Mapping[str, Value]) -> Finding | None:
        if [*right] != [*got]:
            told = {"expected": f"len {len(right)}", "got": f"len {len(got)}"}
            if len(right) == len(got):
                told = {"expected": ", ".join(right), "got": ", ".join(got)}
            return _failed("variables.wrong-shape", name=name, **told)
        faults = (self._fault(f"{name}[{at}]", value, got[at], None) for at, value in right.items())
        return next((fault for fault in faults if fault), None)

    def _numbers(self, name: str, right: Value, got: Value, unit: Value) -> Finding | None:
        import numpy as np

        want, given = array(right), array(got)
        assert want is not None, "numbers and arrays are all that is left"
        assert given is not None, "it is of the same sort"
        if want.shape != given.shape:
            return _failed("variables.wrong-shape", name=name, expected=str(want.shape), got=str(given.shape))
        if self.dtype and isinstance(right, Array) and want.dtype != given.dtype:
            return _failed("variables.wrong-dtype", name=name, expected=want.dtype.name, got=given.dtype.name)
        rule = Rule(rtol=self.rtol, atol=self.atol, allow_nan=True)
        wrong = rule.wrong(given, want, array(unit), given.dtype.name)
        if not wrong.any():
            return None
        first = int(wrong.argmax())
        told = {"name": name, "expected": f"{want.reshape(-1)[first]:.7g}", "got": f"{given.reshape(-1)[first]:.7g}"}
        if not want.shape:
            return _failed("variables.wrong-value", **told)
        place = str([int(each) for each in np.unravel_index(first, want.shape)])
        found = _failed("variables.wrong-values", **told, wrong=int(wrong.sum()), total=wrong.size, index=place)
        return replace(found, picture=where_wrong(name, wrong))


def _failed(code: str, **params: object) -> Finding:
    return Finding(status=Status.FAIL, code=code, params=params)


def _overwritten(fault: Finding, cells: Sequence[Cell]) -> Finding:
    """Return what is wrong with a value, or that several cells have given it one, of which the last counts."""
    name = str(fault.params["name"]).partition("[")[0]
    found = tuple(f"cell {cell.number}" for cell in cells if cell.number is not None and name in assigned(cell.source))
    if len(found) < 2 or "got" not in fault.params:
        return fault
    told = {key: fault.params[key] for key in ("name", "expected", "got")}
    return replace(fault, code="variables.overwritten", params={**told, "cells": found})


def _absent(run: Run, name: str) -> Finding | None:
    """Return why there is no value of a name."""
    if name in run.outputs:
        return None
    types = run.claims.get("types")
    if isinstance(types, Mapping) and name in types:  # it is there, and cannot be handed over
        return _failed("variables.no-value", name=name, got=str(types[name]))
    others = run.claims.get("others")
    listed = others if isinstance(others, Sequence) else ()
    known = [each for each in listed if isinstance(each, str) and len(each) <= LONGEST_NAME]
    near = get_close_matches(name, known[:MOST_NAMES], n=1, cutoff=0.75)
    return _failed("variables.misspelt", name=name, near=near[0]) if near else _failed("variables.missing", name=name)


def _items(value: Value) -> Mapping[str, Value]:
    """Return the items of a list or a mapping by what stands between the brackets."""
    if isinstance(value, Mapping):
        return {repr(key): item for key, item in sorted(value.items())}
    return {str(at): item for at, item in enumerate(value)} if isinstance(value, Sequence) else {}


def _sort(value: Value) -> str:
    """Return the sort of value that another one has to be; a NumPy array without dimensions is a number."""
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, int | float) or (isinstance(value, Array) and not value.shape):
        return "number"
    if isinstance(value, Array | str) or value is None:
        return kind(value)
    return "dict" if isinstance(value, Mapping) else "list"
