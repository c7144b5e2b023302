"""Makes a kernel's intermediate code into steps of Python, and runs them for one program of a grid."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from . import combine, output
from .access import Accesses, Place
from .elementwise import elementwise, operand_types, result_type
from .errors import not_emulated
from .kinds import Type, parse
from .library import library
from .syntax import Block, Function, Operation, Region, functions
from .tensors import integer, tensors

_NOTHING_TO_DO = {"ttg.barrier", "gpu.barrier", "llvm.intr.assume"}
_ENDS = {"tt.return", "scf.yield", "scf.condition", "tt.reduce.return", "tt.scan.return", "cf.br", "cf.cond_br"}
_TARGET = re.compile(r"\^(\w+)(?:\(([^:)]*)[^)]*\))?")


@dataclass(kw_only=True)
class Frame:
    """One program while it runs: its values by their place, and the launch that it belongs to."""

    values: list[Any]
    position: tuple[int, int, int]
    grid: tuple[int, int, int]
    accesses: Accesses


Step = Callable[[Frame], None]
Target = tuple[str, Sequence[Any]]  # the block to go on with, and the values of its arguments
End = Callable[[Frame], Target]


@dataclass(kw_only=True)
class _Code:
    """A block, made ready."""

    arguments: list[int]
    steps: list[Step] = field(default_factory=list)
    end: End = lambda _frame: ("", ())

    def run(self, frame: Frame, given: Sequence[Any]) -> Target:
        values = frame.values
        for place, value in zip(self.arguments, given, strict=True):
            values[place] = value
        for step in self.steps:
            step(frame)
        return self.end(frame)


Body = dict[str, _Code]


class Kernel:
    """A kernel that can be run.

    Attributes:
        name: of the kernel.
        parameters: names and types of what it takes.
        orders: whether its programs may wait for each other, so that what one does after another is no race.
        casts: whether it makes pointers of numbers.
    """

    def __init__(self, text: str, library_folder: str) -> None:
        every = functions(text, library_folder)
        main = next(iter(every.values()))
        self.name = main.name
        self.parameters = main.parameters
        self.orders = "tt.atomic_cas" in text or "tt.atomic_poll" in text
        self.casts = "tt.int_to_ptr" in text
        self._maker = _Maker(every)
        self._code = self._maker.function(main)

    def run(self, frame: Frame, arguments: Sequence[Any]) -> None:
        """Run one program."""
        frame.values = [None] * self._maker.count
        _run(self._code, frame, arguments)


def _run(body: Body, frame: Frame, given: Sequence[Any]) -> Sequence[Any]:
    """Run blocks from the first one to a return; return what it gives back."""
    label, values = "bb0", given
    while label in body:
        label, values = body[label].run(frame, values)
    return values


class _Maker:
    """Makes steps of operations; each value has one place in the frame."""

    def __init__(self, every: dict[str, Function]) -> None:
        self.count = 0
        self._functions = every
        self._made: dict[str, Body] = {}
        self._places: dict[str, int] = {}

    def function(self, function: Function) -> Body:
        if function.name not in self._made:
            outer, self._places = self._places, {}
            self._made[function.name] = made = {}
            first = next(iter(function.body.blocks.values()))
            first.arguments = [name for name, _ in function.parameters]
            made.update(self.region(function.body))
            self._places = outer
        return self._made[function.name]

    def region(self, region: Region) -> Body:
        # Arguments first: a block may use values of one that stands behind it.
        arguments = {label: [self._place(name) for name in block.arguments] for label, block in region.blocks.items()}
        return {label: self._block(block, arguments[label]) for label, block in region.blocks.items()}

    def _block(self, block: Block, arguments: list[int]) -> _Code:
        code = _Code(arguments=arguments)
        for operation in block.operations:
            if operation.name in _ENDS:
                code.end = self._end(operation)
            elif operation.name not in _NOTHING_TO_DO:
                code.steps.append(self._step(operation))
        return code

    def _place(self, name: str) -> int:
        if name not in self._places:
            self._places[name] = self.count
            self.count += 1
        return self._places[name]

    def _end(self, operation: Operation) -> End:
        taken = [self._place(name) for name in operation.operands]
        match operation.name:
            case "scf.condition":
                flag, *rest = taken
                return lambda frame: ("again" if frame.values[flag] else "", [frame.values[at] for at in rest])
            case "cf.br" | "cf.cond_br":
                targets = [
                    (label, [self._place(name) for name in re.findall(r"%[\w$.-]+(?:#\d+)?", given)])
                    for label, given in _TARGET.findall(operation.text)
                ]
                return _jump(targets, None if operation.name == "cf.br" else taken[0])
            case _:
                return lambda frame: ("", [frame.values[at] for at in taken])

    def _step(self, operation: Operation) -> Step:
        special = {
            "scf.for": self._for, "scf.while": self._while, "scf.if": self._if,
            "tt.reduce": self._reduce, "tt.scan": self._scan, "tt.call": self._call,
        }.get(operation.name)  # fmt: skip
        if special is not None:
            return special(operation)
        taken = [self._place(name) for name in operation.operands]
        made = [self._place(name) for name in operation.results]
        of_frame = _of_frame(operation)
        if of_frame is not None:
            return lambda frame: _put(frame, made, of_frame(frame, *[frame.values[at] for at in taken]))
        function = elementwise(operation) or tensors(operation) or library(operation)
        if function is None:
            raise not_emulated(f"the operation {operation.name}")
        return _plain(function, taken, made)

    def _for(self, operation: Operation) -> Step:
        names = operation.operands
        low, high, step = (self._place(name) for name in names[1:4])
        body = self._loop_body(operation, [names[0], *names[4::2]])
        begin, made = [self._place(name) for name in names[5::2]], [self._place(name) for name in operation.results]
        unsigned = "unsigned" in operation.text

        def run(frame: Frame) -> None:
            first, last, by = (frame.values[at] for at in (low, high, step))
            kind = np.asarray(first).dtype
            if unsigned:
                first, last, by = (np.asarray(each).view(f"u{kind.itemsize}") for each in (first, last, by))
            values: Sequence[Any] = [frame.values[at] for at in begin]
            for index in range(int(first), int(last), int(by)):
                _, values = body.run(frame, [np.asarray(index).astype(kind), *values])
            _put_all(frame, made, values)

        return run

    def _loop_body(self, operation: Operation, arguments: list[str]) -> _Code:
        (region,) = operation.regions
        (block,) = region.blocks.values()
        block.arguments = arguments
        (body,) = self.region(region).values()
        return body

    def _while(self, operation: Operation) -> Step:
        before, after = operation.regions
        names = operation.operands
        (first,) = before.blocks.values()
        first.arguments = names[::2]
        begin, made = [self._place(name) for name in names[1::2]], [self._place(name) for name in operation.results]
        (test,), (body,) = self.region(before).values(), self.region(after).values()

        def run(frame: Frame) -> None:
            values: Sequence[Any] = [frame.values[at] for at in begin]
            label, values = test.run(frame, values)
            while label:
                _, values = body.run(frame, values)
                label, values = test.run(frame, values)
            _put_all(frame, made, values)

        return run

    def _if(self, operation: Operation) -> Step:
        condition = self._place(operation.operands[0])
        made = [self._place(name) for name in operation.results]
        bodies = [next(iter(self.region(region).values())) for region in operation.regions]

        def run(frame: Frame) -> None:
            chosen = bodies[0] if frame.values[condition] else bodies[1] if len(bodies) > 1 else None
            if chosen is not None:
                _put_all(frame, made, chosen.run(frame, ())[1])

        return run

    def _reduce(self, operation: Operation) -> Step:
        axis, taken, made, combined = self._combined(operation)
        fast = combine.REDUCED.get(_only(operation))
        exact = operand_types(operation.types)[0].rpartition("x")[2].rstrip(">") not in {"f16", "bf16", "f8E5M2", "i1"}

        def run(frame: Frame) -> None:
            columns = [frame.values[at] for at in taken]
            if fast and exact:
                _put(frame, made, fast(columns[0], axis=axis, dtype=columns[0].dtype))
            else:
                _put_all(frame, made, combine.reduce(columns, axis, combined(frame)))

        return run

    def _scan(self, operation: Operation) -> Step:
        axis, taken, made, combined = self._combined(operation)
        reverse = "reverse = true" in operation.text

        def run(frame: Frame) -> None:
            columns = [frame.values[at] for at in taken]
            _put_all(frame, made, combine.scan(columns, axis, combined(frame), reverse=reverse))

        return run

    def _combined(self, operation: Operation) -> tuple[int, list[int], list[int], Callable[[Frame], combine.Combine]]:
        """Return axis, places, and what makes a function of a frame that combines elements in it."""
        (region,) = operation.regions
        (body,) = self.region(region).values()
        taken = [self._place(name) for name in operation.operands]
        made = [self._place(name) for name in operation.results]
        return integer(operation, "axis"), taken, made, lambda frame: lambda columns: body.run(frame, columns)[1]

    def _call(self, operation: Operation) -> Step:
        match = re.search(r'@"?([^"(]+)"?\(', operation.text)
        assert match, "a call names its function"
        body = self.function(self._functions[match[1]])
        taken = [self._place(name) for name in operation.operands]
        made = [self._place(name) for name in operation.results]

        def run(frame: Frame) -> None:
            # The values of a function have their places once: Triton has no function that calls itself.
            _put_all(frame, made, _run(body, frame, [frame.values[at] for at in taken]))

        return run


def _jump(targets: list[tuple[str, list[int]]], flag: int | None) -> End:
    def end(frame: Frame) -> Target:
        label, places = targets[0 if flag is None or frame.values[flag] else 1]
        return label, [frame.values[at] for at in places]

    return end


def _only(operation: Operation) -> str:
    """Return the one operation that a region combines two elements by; else nothing."""
    (block,) = operation.regions[0].blocks.values()
    if len(block.operations) == 2 and block.operations[0].operands == block.arguments:
        return block.operations[0].name
    return ""


def _plain(function: Callable[..., Any], taken: list[int], made: list[int]) -> Step:
    """Return a step that gives values to a function; those of one and two are most of all, and worth their own way."""
    match taken, made:
        case [first], [result]:

            def one(frame: Frame) -> None:
                frame.values[result] = function(frame.values[first])

            return one
        case [first, second], [result]:

            def two(frame: Frame) -> None:
                values = frame.values
                values[result] = function(values[first], values[second])

            return two
        case _:
            return lambda frame: _put(frame, made, function(*[frame.values[at] for at in taken]))


def _put(frame: Frame, made: list[int], found: Any) -> None:
    if len(made) == 1:
        frame.values[made[0]] = found
    elif made:
        _put_all(frame, made, found)


def _put_all(frame: Frame, made: list[int], found: Sequence[Any]) -> None:
    for place, value in zip(made, found, strict=True):
        frame.values[place] = value


def _of_frame(operation: Operation) -> Callable[..., Any] | None:
    """Return what an operation does that needs to know the program it runs in."""
    make = _MAKERS.get(operation.name)
    return make(operation) if make else None


def _axis(operation: Operation) -> Callable[..., Any]:
    at, own = "xyz".index(operation.text), operation.name == "tt.get_program_id"
    return lambda frame: np.int32((frame.position if own else frame.grid)[at])


def _place(operation: Operation, kind: Type) -> Place:
    return Place(kind=kind, site=operation.site)


def _pointed(operation: Operation) -> Place:
    return _place(operation, parse(operand_types(operation.types)[0]).pointee)


def _load(operation: Operation) -> Callable[..., Any]:
    place = _pointed(operation)
    return lambda frame, at, mask=None, other=None: frame.accesses.load(at, mask, other, place)


def _store(operation: Operation) -> Callable[..., Any]:
    place = _pointed(operation)
    return lambda frame, at, value, mask=None: frame.accesses.store(at, value, mask, place)


def _update(operation: Operation) -> Callable[..., Any]:
    place, name = _place(operation, result_type(operation)), operation.text.partition(",")[0]
    return lambda frame, at, value, mask=None: frame.accesses.update(at, value, mask, place, name=name)


def _exchange_if(operation: Operation) -> Callable[..., Any]:
    place = _place(operation, result_type(operation))
    return lambda frame, at, old, new: frame.accesses.exchange_if(at, old, new, place)


def _print(operation: Operation) -> Callable[..., Any]:
    printed = output.Print.of(operation)
    return lambda frame, *values: printed.write(frame.position, values)


def _assert(operation: Operation) -> Callable[..., Any]:
    message, site = output.quoted(operation.text), operation.site
    return lambda frame, holds: output.check(holds, message, frame.position, site)


_MAKERS: Mapping[str, Callable[[Operation], Callable[..., Any]]] = {
    "tt.get_program_id": _axis,
    "tt.get_num_programs": _axis,
    "tt.load": _load,
    "tt.store": _store,
    "tt.atomic_load": _load,
    "tt.atomic_store": _store,
    "tt.atomic_rmw": _update,
    "tt.atomic_cas": _exchange_if,
    "tt.print": _print,
    "tt.assert": _assert,
}
