"""Reports for programs: codes, parameters and points, in no human language. The format: docs/report-format.md."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from grader.model.pictures import Counts, Picture, Timing, WhereWrong
from grader.model.report import Report
from grader.model.verdict import Verdict

_SCORE = ("earned", "late", "deducted", "awarded", "open", "possible", "settled", "final")
# A list of numbers, as json.dumps indents it. No text can look like that: a line break in it is escaped.
_NUMBERS = re.compile(r"\[\n\s*([-+.\deE,\s]+)\n\s*\]")
SCHEMA = 1  # rises when a key is taken away or changes its meaning; new keys may come at any time


class JsonExporter:
    """Writes one `<student>.json` per submission, and `results.json` with all of them."""

    def export(self, reports: Sequence[Report], folder: Path) -> Sequence[Path]:
        """Write the files."""
        texts = {
            folder / "reports" / report.assignment / f"{report.student}.json": _text(_report(report))
            for report in reports
        }
        texts[folder / "results.json"] = self.text(reports)
        for path, text in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return tuple(texts)

    def text(self, reports: Sequence[Report]) -> str:
        """Return what `results.json` holds."""
        return _text({"reports": [_report(report) for report in reports]})


def _text(body: Mapping[str, Any]) -> str:
    text = json.dumps({"schema": SCHEMA, **body}, ensure_ascii=False, indent=2, allow_nan=False) + "\n"
    return _NUMBERS.sub(lambda found: f"[{' '.join(found[1].split())}]", text)


def _report(report: Report) -> dict[str, Any]:
    body = {field.name: _plain(getattr(report, field.name)) for field in fields(report) if field.name != "cells"}
    score = report.score
    body["score"] = {key: _plain(getattr(score, key)) for key in _SCORE} if score else None
    body["verdicts"] = [_verdict(verdict) for verdict in report.verdicts]
    return body


def _verdict(verdict: Verdict) -> dict[str, Any]:
    found = verdict.finding
    return {
        "exercise": verdict.exercise,
        "check": verdict.check,
        "kind": verdict.kind,
        "status": verdict.status.value,
        "points": _plain(verdict.points),
        "awarded": _plain(verdict.awarded),
        "code": found.code,
        "params": _plain(found.params),
        "case": found.case,
        "hidden": found.hidden,
        "example": _plain(found.example),
        "picture": {"kind": _kind(found.picture), **_plain(found.picture)} if found.picture else None,
    }


def _kind(picture: Picture) -> str:
    match picture:
        case WhereWrong():
            return "where-wrong"
        case Timing():
            return "timing"
        case Counts():
            return "counts"


def _plain(value: object) -> Any:
    """Return a value of JSON's types; points are numbers, and a number that JSON cannot write is a string."""
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Decimal):
        return int(value) if value == int(value) else float(value)
    if isinstance(value, float) and value - value != 0:
        return str(value)
    return value
