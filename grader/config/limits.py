"""Limits: the grader's, narrowed or widened by the course, an assignment, an exercise and a check."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from grader import registry
from grader.config.kinds import Item
from grader.errors import Problem
from grader.model.assignment import CheckSpec, Limits

_FIELDS = {
    "wall": "wall_s", "cpu": "cpu_s", "memory": "memory_bytes", "processes": "processes", "files": "open_files",
    "disk": "disk_bytes", "output": "output_bytes",
}  # fmt: skip
ORDINARY = ("", "speed")  # roles of the cases that a check looks at which names none


def limits(given: Mapping[str, Any] | None, below: Limits) -> Limits:
    """Return limits: those that are given, and the ones below for the rest."""
    return replace(below, **{_FIELDS[key]: value for key, value in (given or {}).items()})


def of_roles(checks: Sequence[Mapping[str, Any]], specs: Sequence[CheckSpec], below: Limits) -> Mapping[str, Limits]:
    """Return the limits of the cases of each role that has other ones than its exercise.

    Args:
        checks: the lines of the rubric, as they were read.
        specs: the same lines.
        below: limits of the exercise.
    """
    return {
        role: limits(given["limits"], below)
        for given, spec in zip(checks, specs, strict=True)
        if "limits" in given
        for role in _roles(spec.kind, spec.options)
    }


def clashes(checks: Sequence[Item]) -> Iterator[Problem]:
    """Yield a problem for every check whose limits cannot hold, as another one looks at the same cases with others."""
    known = registry.names("checks")
    whole = [check for check in checks if "kind" in check.value and check.value["kind"].value in known]
    for check in whole:
        own = check.value.get("limits")
        if own is None:
            continue
        roles = _looks_at(check)
        if not roles:
            yield own.node.place.problem("this kind of check runs nothing that could be limited")
        for other in whole:
            shared = sorted(roles & _looks_at(other))
            if other is not check and shared and _plain(other) != _plain(check):
                yield own.node.place.problem(
                    f"the check in line {other.node.place.line} looks at the same cases with other limits",
                    "give the cases of this check a `role` of their own, and name it in its `roles`",
                )
                break


def _plain(check: Item) -> Any:
    given = check.value.get("limits")
    return given.plain() if given else None


def _looks_at(check: Item) -> frozenset[str]:
    given = check.value.get("roles")
    options = {"roles": given.plain()} if given else {}
    return frozenset(_roles(check.value["kind"].value, options))


def _roles(kind: str, options: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the roles of the cases that a check looks at; none when it looks at no cases."""
    plugin = registry.load("checks", kind)
    if not hasattr(plugin, "roles"):
        return ()
    named: tuple[str, ...] = tuple(options.get("roles", plugin.roles))
    return named or ORDINARY
