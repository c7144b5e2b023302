"""The task itself: every input shows in the results, the results vary, and none can be taken for poison."""

from collections.abc import Iterator, Mapping, Sequence

from grader.grading.validation.records import Complaint
from grader.grading.validation.subject import Subject
from grader.grading.validation.workshop import Workshop
from grader.model.assignment import Exercise
from grader.model.evidence import Run
from grader.model.values import Array, Value


def cases(exercise: Exercise) -> Iterator[Complaint]:
    """Yield what is wrong with the cases alone."""
    if not any(case.hidden for case in exercise.cases):
        yield Complaint(label="cli.validate.nothing-hidden")


def results(subject: Subject, workshop: Workshop) -> Iterator[Complaint]:
    """Yield what is wrong with the results that are right.

    Raises:
        ConfigError: the author's own code failed.
    """
    names = _names(subject.exercise, subject.evidence.runs[0])
    found = [
        workshop.traits(
            run, right, subject.others[run.case.id], names=names, poisons=_poisons(subject.evidence.runs, run)
        )
        for run, right in subject.pairs
        if run.turn == 0
    ]
    yield from _complaints(names, found, drawn=_is_drawn(subject.exercise))


def _names(exercise: Exercise, run: Run) -> Sequence[str]:
    """Return the inputs that the results have to show: whole numbers that may be lengths are left out."""
    given = exercise.inputs
    if not isinstance(given, tuple):
        return [name for name, value in run.inputs.items() if isinstance(value, Array | float)]
    lengths = {length for each in given for length in each.shape} | {exercise.launch.over if exercise.launch else ""}
    return [each.name for each in given if not each.output and each.name not in lengths]


def _is_drawn(exercise: Exercise) -> bool:
    """Return whether anything is drawn at all: the results of numbers alone are the same each time."""
    given = exercise.inputs
    return not isinstance(given, tuple) or any(each.values for each in given)


def _poisons(runs: Sequence[Run], run: Run) -> Sequence[Mapping[str, Value]]:
    """Return what the outputs of a case were filled with, in each turn."""
    turns = [each.inputs for each in runs if each.case.id == run.case.id]
    return [{name: given[name] for name in run.outputs if isinstance(given.get(name), Array)} for given in turns]


def _complaints(names: Sequence[str], found: Sequence[Mapping[str, Value]], *, drawn: bool) -> Iterator[Complaint]:
    for name in names:
        if all(name in _texts(each["idle"]) for each in found):
            yield Complaint(label="cli.validate.idle", params={"name": name})
    for name, flat in _axes(found).items():
        for axis in sorted(flat):
            yield Complaint(label="cli.validate.flat", params={"name": name, "axis": axis})
    for name in _texts(found[0]["same"]) if drawn else ():
        if all(name in _texts(each["same"]) for each in found):
            yield Complaint(label="cli.validate.same", params={"name": name})
    for name in dict.fromkeys(name for each in found for name in _texts(each["legal"])):
        yield Complaint(label="cli.validate.legal", params={"name": name})


def _axes(found: Sequence[Mapping[str, Value]]) -> Mapping[str, set[int]]:
    """Return the axes of each result along which no case varies, of those that are longer than one somewhere."""
    long: dict[str, set[int]] = {}
    varied: dict[str, set[int]] = {}
    for each in found:
        axes = each["axes"]
        assert isinstance(axes, Mapping), "of our own harness"
        for name, of in axes.items():
            assert isinstance(of, Mapping), "of our own harness"
            long.setdefault(name, set()).update(_whole(of["long"]))
            varied.setdefault(name, set()).update(_whole(of["varied"]))
    return {name: axes - varied[name] for name, axes in long.items()}


def _texts(value: Value) -> Sequence[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


def _whole(value: Value) -> Sequence[int]:
    return [each for each in value if isinstance(each, int)] if isinstance(value, list) else []
