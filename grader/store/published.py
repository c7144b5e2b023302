"""Reports as they were published, read back from the JSON files of a folder of results (`docs/report-format.md`).

Nothing is judged anew: the marks are those that were handed back. The students' own source is not in these files.
"""

import json
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader.errors import StoreError
from grader.model.pictures import Counts, Picture, Timing, WhereWrong
from grader.model.report import Report
from grader.model.verdict import Example, Finding, Score, Status, Verdict

if TYPE_CHECKING:
    from cattrs import Converter

_ALL = "results.json"
_SCHEMA = 1
_PICTURES: Mapping[str, type[Picture]] = {"where-wrong": WhereWrong, "timing": Timing, "counts": Counts}
_EXACT = Decimal("1e-6")  # points; JSON has them as binary floating-point numbers
_DEDUCED = ("deducted", "awarded", "final")  # of a score: what follows from the rest of it


def published(results: Path) -> tuple[Report, ...]:
    """Return all reports of a folder of results, sorted by assignment and student.

    They come from `results.json`; where there is none, from the files of the single reports.

    Raises:
        StoreError: a file is damaged or of another version, or its score does not add up; names the file.
    """
    whole = results / _ALL
    if whole.exists():
        bodies = [(whole, body) for body in _listed(whole)]
    else:
        bodies = [(path, _read(path)) for path in sorted((results / "reports").glob("*/*.json"))]
    converter = _converter()
    reports = [_report(path, body, converter) for path, body in bodies]
    return tuple(sorted(reports, key=lambda report: (report.assignment, report.student)))


def _listed(path: Path) -> list[Any]:
    listed = _read(path).get("reports")
    if not isinstance(listed, list):
        raise StoreError(f"{path} is damaged: it has no list of reports")
    return listed


def _read(path: Path) -> Mapping[str, Any]:
    try:
        body = json.loads(path.read_bytes(), parse_float=Decimal)
    except OSError as error:
        raise StoreError(f"cannot read {path}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise StoreError(f"{path} is damaged: {error}") from error
    schema = body.get("schema") if isinstance(body, dict) else None
    if schema != _SCHEMA:
        raise StoreError(f"{path} has the schema {schema!r}, and this grader reads {_SCHEMA}")
    found: Mapping[str, Any] = body
    return found


def _report(path: Path, body: Any, converter: "Converter") -> Report:
    whose = "/".join(str(body.get(key, "?")) for key in ("assignment", "student")) if isinstance(body, dict) else "?"
    try:
        return converter.structure(body, Report)
    except _InconsistentError as error:
        raise StoreError(f"{path} is damaged: in the report of {whose} {error}") from error
    except Exception as error:  # cattrs raises many kinds
        raise StoreError(f"{path} is damaged: the report of {whose} lacks a key, or has an odd value") from error


class _InconsistentError(Exception):
    """Numbers of a score contradict each other."""


def _converter() -> "Converter":
    """Return what makes records of JSON; keys that it does not know are passed over."""
    from cattrs import Converter

    converter = Converter(detailed_validation=False)
    converter.register_structure_hook(Decimal, lambda number, _hint: Decimal(number))
    converter.register_structure_hook_func(lambda hint: hint is object, lambda value, _hint: value)
    converter.register_structure_hook(Score, lambda body, _hint: _score(body))
    converter.register_structure_hook(Verdict, lambda body, _hint: _verdict(body, converter))
    return converter


def _score(body: Mapping[str, Any]) -> Score:
    earned, open_, possible, deducted = (Decimal(body[key]) for key in ("earned", "open", "possible", "deducted"))
    # Files of before `late` was written down have what it has cost.
    late = Decimal(body["late"]) if "late" in body else deducted / earned if earned else Decimal(0)
    score = Score(earned=earned, open=open_, possible=possible, late=late, settled=body["settled"])
    for key in _DEDUCED:
        if abs(getattr(score, key) - body[key]) > _EXACT:
            raise _InconsistentError(f"{key} is {body[key]}, and the rest of its score makes it {getattr(score, key)}")
    return score


def _verdict(body: Mapping[str, Any], converter: "Converter") -> Verdict:
    example, drawn = body.get("example"), body.get("picture")
    picture = _PICTURES.get(drawn["kind"]) if drawn else None  # one of a later version is left out
    return Verdict(
        exercise=body["exercise"],
        check=body["check"],
        kind=body["kind"],
        points=Decimal(body["points"]),
        awarded=Decimal(body["awarded"]),
        finding=Finding(
            status=Status(body["status"]),
            code=body["code"],
            params=body["params"],
            case=body["case"],
            hidden=body["hidden"],
            example=converter.structure(example, Example) if example else None,
            picture=converter.structure(drawn, picture) if picture else None,
        ),
    )
