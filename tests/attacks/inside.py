"""Grades attacks on the level that this process is in, and tells what becomes of them; run.py starts it."""

import json
import os
import runpy
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from decimal import Decimal
from pathlib import Path

from attack_files import HERE, INTAKE, PASS, Attack, attacks
from host import Host
from shown import faults

from grader import app
from grader.config import load_course
from grader.errors import GraderError
from grader.model.assignment import Assignment
from grader.model.job import Job
from grader.model.report import Report
from grader.model.verdict import Status

AT_ONCE = 2
WEAKEST = "E"  # level that is accepted: which one it is, is looked at


@dataclass(frozen=True, kw_only=True)
class Result:
    """What became of one attack."""

    name: str
    outcome: str  # a code, or `pass`
    milliseconds: int
    wrong: str  # nothing when it is what was expected


def grade_all(found: Sequence[Attack], level: str, sandbox: str) -> Iterator[dict[str, object]]:
    """Yield the level, what becomes of each attack, and at last what is wrong with the judge's own things."""
    with tempfile.TemporaryDirectory(prefix="submissions-") as folder, Host(Path(tempfile.gettempdir())) as host:
        grader = app.build(load_course(HERE / "course" / "grader.yaml"), sandbox=sandbox, isolation=WEAKEST)
        try:
            yield {"found": grader.tools.sandbox.isolation}
            for result in _graded(found, grader, level, Path(folder)):
                yield asdict(result)
        finally:
            grader.tools.sandbox.close()
        yield {"fault": host.damage()}


def _graded(found: Sequence[Attack], grader: app.Grader, level: str, folder: Path) -> Iterator[Result]:
    alone = [attack for attack in found if attack.alone]
    together = [attack for attack in found if attack.copies == 1 and not attack.alone]
    side_by_side = [attack for attack in found if attack.copies > 1]
    with ThreadPoolExecutor(max_workers=AT_ONCE) as pool:
        futures = [pool.submit(_one, attack, grader, level, folder / str(n)) for n, attack in enumerate(together)]
        for future in as_completed(futures):
            yield future.result()
    for attack in alone:
        yield _one(attack, grader, level, folder / attack.path.stem)
    with ThreadPoolExecutor(max_workers=sum(attack.copies for attack in side_by_side) or 1) as pool:
        groups = [
            [pool.submit(_one, attack, grader, level, folder / f"{attack.path.stem}-{n}") for n in range(attack.copies)]
            for attack in side_by_side
        ]
        for group in groups:
            yield max((copy.result() for copy in group), key=lambda result: result.wrong)


def _one(attack: Attack, grader: app.Grader, level: str, folder: Path) -> Result:
    try:
        results = [_once(attack, grader, level, folder / str(number)) for number in range(attack.runs)]
    except Exception as error:  # noqa: BLE001 - the attack itself, or the grader: either way the others go on
        return Result(name=attack.name, outcome="?", milliseconds=0, wrong=f"{type(error).__name__}: {error}")
    return max(results, key=lambda result: result.wrong)


def _once(attack: Attack, grader: app.Grader, level: str, folder: Path) -> Result:
    student = folder / attack.path.stem
    student.mkdir(parents=True)
    if attack.family == INTAKE:
        runpy.run_path(str(attack.path))["make"](student)
    else:
        (student / "add.py").write_bytes(attack.path.read_bytes())
    start = time.monotonic()
    report = grader.grade(Job(student=attack.path.stem, assignment=attack.assignment, path=str(student)))
    seconds = time.monotonic() - start
    outcome = _outcome(report)
    wrong = _wrong(attack.accepted(level), outcome, report, grader.assignments[attack.assignment])
    return Result(name=attack.name, outcome=outcome, milliseconds=int(seconds * 1000), wrong=wrong)


def _outcome(report: Report) -> str:
    if report.problem:
        return report.problem.code
    bad = [verdict.finding for verdict in report.verdicts if verdict.finding.status is not Status.PASS]
    return bad[0].code if bad else PASS


def _wrong(accepted: Sequence[str], outcome: str, report: Report, assignment: Assignment) -> str:
    if outcome not in accepted:
        detail = report.problem.params if report.problem else [dict(each.finding.params) for each in report.verdicts]
        return f"expected {' or '.join(accepted)}: {detail}"[:500]
    points = report.score.awarded if report.score else Decimal(0)
    if outcome != PASS and points:
        return f"it got {points} points"
    return "; ".join(faults(report, assignment))


def main() -> None:
    """Grade the attacks whose names follow the level and the sandbox; attacks print nothing here."""
    level, sandbox, *names = sys.argv[1:]
    tell = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    found = [attack for attack in attacks() if attack.name in names]
    try:
        for line in grade_all(found, level, sandbox):
            print(json.dumps(line), file=tell, flush=True)
    except GraderError as error:
        print(json.dumps({"fault": f"{type(error).__name__}: {error}"}), file=tell, flush=True)


if __name__ == "__main__":
    main()
