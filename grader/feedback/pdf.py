"""Reports as PDF, set by Typst: the same text and pictures as in the web page, tagged, with fonts of our own.

Typst shapes Bangla right, needs neither a browser nor LaTeX, and takes about 0.1 s for a report. It is an extra
(`pip install 'grader[pdf]'`), since it is 80 MB in size and few courses print.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import Any

from grader.errors import UsageError
from grader.feedback import sheet as sheets
from grader.feedback.pictures import Bars, Drawing, Map, Strip
from grader.feedback.placeholders import quoted
from grader.feedback.records import PARTS
from grader.feedback.sources import Line, Piece, Source, shown
from grader.feedback.translator import Message, Translator
from grader.model.assignment import Assignment
from grader.model.report import Report

_HERE = Path(__file__).parent
_HEADINGS = ("terms", "results", "explanations", "notes", "about", "code")
_MOST_LINES = 300  # of the student's code


def require() -> None:
    """Find out whether PDF can be written at all.

    Raises:
        UsageError: Typst is not installed.
    """
    try:
        import typst  # noqa: F401 - it is asked for, not used
    except ImportError as error:
        raise UsageError("PDF needs the package typst: pip install 'grader[pdf]'") from error


def report(report: Report, assignment: Assignment, translator: Translator) -> bytes:
    """Return one report as PDF (PDF/UA-1).

    Raises:
        UsageError: Typst is not installed.
    """
    require()
    import typst

    page = sheets.sheet(report, assignment, translator)
    source = shown(report.cells, sheets.marks(page.explanations), _MOST_LINES)
    data = _data(page, translator) | {
        "pieces": list(_pieces(source, page, translator)),
        "left": translator.label("report.cells-left", count=source.left) if source.left else "",
    }
    found = typst.compile(
        str(_HERE / "pages" / "report.typ"),
        font_paths=[str(_HERE / "fonts")],
        ignore_system_fonts=True,
        sys_inputs={"data": json.dumps(data, ensure_ascii=False)},
        format="pdf",
        pdf_standards=["ua-1"],
    )
    assert isinstance(found, bytes), "a PDF is one file"
    return found


def _data(page: sheets.Sheet, translator: Translator) -> dict[str, Any]:
    """Return what the template sets, but for the student's code."""
    label = translator.label
    return {
        "language": translator.language,
        "one": translator.number(1),  # in whose digits pages are counted
        "title": page.title,
        "student": page.student,
        "about": f"{quoted(page.student)} · {quoted(page.file)}",
        "name": page.title.replace("`", ""),  # where nothing can be set as code
        "score": page.score,
        "tally": " · ".join(f"{mark} {words}" for _, mark, words in page.tally),
        "passed": label("report.all-passed") if page.all_passed else "",
        "warning": page.warning,
        "problem": _message(page.problem) if page.problem else None,
        "parts": [label(f"part.{part}") for part in PARTS[1:]],
        "terms": list(map(_note, page.terms)),
        "sections": [_section(section, translator) for section in page.sections],
        "explanations": [_explanation(item, translator) for item in page.explanations],
        "notes": list(map(_note, page.notes)),
        "facts": page.facts,
        "labels": {
            **{name: label(f"report.{name}") for name in _HEADINGS},
            "columns": [label(f"report.{name}") for name in ("status", "check", "points")],
        },
    }


def _message(message: Message) -> dict[str, Any]:
    return {"title": message.title, "parts": [getattr(message, part) for part in PARTS[1:]]}


def _note(message: Message) -> dict[str, str]:
    return {"title": message.title, "text": f"{message.seen} {message.why} {message.next}"}


def _section(section: sheets.Section, translator: Translator) -> dict[str, Any]:
    lines = [
        {
            "status": line.status,
            "mark": line.mark,
            "word": line.word,
            "title": line.title,
            "points": translator.label("points.of", awarded=line.awarded, points=line.points),
            "drawing": _drawing(line.drawing),
        }
        for line in section.lines
    ]
    return {"title": section.title, "lines": lines}


def _explanation(item: sheets.Explanation, translator: Translator) -> dict[str, Any]:
    smallest = asdict(item.smallest) if item.smallest else None
    for table in smallest["tables"] if smallest else ():
        table["rows"] = [{"name": name, "cells": cells} for name, cells in table["rows"]]
    return {
        **_message(item.message),
        "number": item.number,
        "status": item.status,
        "mark": item.mark,
        "word": item.word,
        "about": [line for line in (sheets.joined(item.checks, translator), item.case) if line],
        "smallest": smallest,
        "drawing": _drawing(item.drawing),
    }


def _drawing(drawing: Drawing | None) -> dict[str, Any] | None:
    """Return a picture with everything that lies on an axis as shares of the axis."""
    match drawing:
        case None:
            return None
        case Map():
            return {"kind": "map", **asdict(drawing)}
        case Bars():
            return {"kind": "bars", **asdict(drawing)}
        case Strip():
            at = drawing.at
            return {
                "kind": "strip",
                "title": drawing.title,
                "words": drawing.words,
                "rows": [{"label": row.label, "points": list(map(at, row.points))} for row in drawing.rows],
                "interval": drawing.interval,
                **{name: at(getattr(drawing, name)) for name in ("low", "ratio", "high", "limit")},
                "limit-label": drawing.limit_label,
                "ticks": [(at(value), words) for value, words in drawing.ticks],
                "axis": drawing.axis,
            }


def _pieces(source: Source, page: sheets.Sheet, translator: Translator) -> Iterator[dict[str, Any]]:
    titles = {item.number: item.message.title for item in page.explanations}
    for piece in source.pieces:
        yield {
            "title": "" if piece.spot.cell is None else piece.spot.label(translator),
            "lang": "cpp" if piece.kind == "cuda" else "python",
            "notes": _about(piece.notes, titles),
            "parts": list(_parts(piece, titles, translator)),
        }


def _parts(piece: Piece, titles: Mapping[int, str], translator: Translator) -> Iterator[dict[str, Any]]:
    """Yield lines that follow each other together, and between them how many are left out."""
    for left_out, group in groupby(piece.lines, lambda line: isinstance(line, int)):
        if left_out:
            left = translator.label("report.lines-left", count=sum(line for line in group if isinstance(line, int)))
            yield {"left": left, "lines": []}
        else:
            lines = (line for line in group if isinstance(line, Line))
            yield {"left": "", "lines": [_line(line, titles) for line in lines]}


def _line(line: Line, titles: Mapping[int, str]) -> dict[str, Any]:
    return {"number": line.number, "text": line.text.expandtabs(4), "notes": _about(line.notes, titles)}


def _about(numbers: Sequence[int], titles: Mapping[int, str]) -> list[dict[str, Any]]:
    return [{"number": number, "title": titles[number]} for number in numbers]
