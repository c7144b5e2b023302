"""Modules and launches of the virtual driver."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numba.cuda.cudadrv import driver, enums

from .. import card
from ..trace import READ, Range, Rows, Trace
from ..trace import Launch as Written
from .core import ILLEGAL_ADDRESS, Core, RefusedError, number, put
from .loader import Kernel, LinkError, Program
from .machine import Dimensions, Failure, Launch, Outcome, Parameters
from .state import MAX_FIBERS, Fault

_RESIDENT = 1024  # threads that a multiprocessor runs at once: as many as with 64 registers for each
_RESIDENT_BLOCKS = 32
_THEIRS = "_ZN6cudapy5numba"  # what the names of numba's own kernels begin with: those that fill device arrays
_ITEM, _DATA, _SHAPE, _STRIDES = 3, 4, 5, 6  # fields of an array, in the structure that numba passes


class Image:
    """A module: the IR that numba has written, compiled for this processor, and once more when it is recorded."""

    def __init__(self, core: Core, text: str) -> None:
        self._core, self._text = core, text
        self._recording: Program | None = None
        self.plain = core.machine.load(text)
        core.written.update(each.address for each in self.plain.symbols.values())

    def kernel(self, name: str, *, recording: bool) -> Kernel:
        """Return a kernel."""
        if not recording:
            return self.plain.kernels[name]
        if self._recording is None:
            self._recording = self._core.machine.load(self._text, recording=True, symbols=self.plain.symbols)
        return self._recording.kernels[name]


@dataclass(frozen=True, kw_only=True)
class Function:
    """A kernel of a module."""

    image: Image
    name: str


class Modules:
    """Loads modules and launches their kernels."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._images: dict[bytes, Image] = {}

    def calls(self) -> Mapping[str, Callable[..., None]]:
        """Return what answers each call, by its name in the CUDA driver API."""
        return {
            "cuModuleLoadDataEx": self._load,
            "cuModuleUnload": self._unload,
            "cuModuleGetFunction": self._get_function,
            "cuModuleGetGlobal": self._get_global,
            "cuFuncGetAttribute": self._get_attribute,
            "cuFuncSetCacheConfig": self._set_cache_config,
            "cuOccupancyMaxActiveBlocksPerMultiprocessor": self._max_active_blocks,
            "cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags": self._max_active_blocks,
            "cuOccupancyMaxPotentialBlockSize": self._max_potential_block_size,
            "cuOccupancyMaxPotentialBlockSizeWithFlags": self._max_potential_block_size,
            "cuLaunchKernel": self._launch,
            "cuLaunchCooperativeKernel": self._launch_cooperative,
        }

    def _load(self, module: Any, image: Any, *_options: Any) -> None:
        _ = self._core.context
        if self._core.watch:
            self._core.watch.compiled += 1
        if image not in self._images:
            try:
                self._images[image] = Image(self._core, image.decode())
            except LinkError as error:
                code = enums.CUDA_ERROR_INVALID_PTX
                raise driver.LinkerError(
                    f"[{code}] Call to cuLinkAddData results in CUDA_ERROR_INVALID_PTX\n{error}"
                ) from None
        put(module, self._core.handles.add(self._images[image]))

    def _unload(self, module: Any) -> None:
        self._core.handles.remove(number(module))

    def _get_function(self, function: Any, module: Any, name: Any) -> None:
        image: Image = self._core.handles[number(module)]
        if name.decode() not in image.plain.kernels:
            raise RefusedError(enums.CUDA_ERROR_NOT_FOUND)
        put(function, self._core.handles.add(Function(image=image, name=name.decode())))

    def _get_global(self, pointer: Any, size: Any, module: Any, name: Any) -> None:
        image: Image = self._core.handles[number(module)]
        if name.decode() not in image.plain.symbols:
            raise RefusedError(enums.CUDA_ERROR_NOT_FOUND)
        symbol = image.plain.symbols[name.decode()]
        put(pointer, symbol.address)
        put(size, symbol.size)

    def _get_attribute(self, value: Any, attribute: Any, function: Any) -> None:
        kernel = self._kernel(function)
        known = {
            enums.CU_FUNC_ATTRIBUTE_NUM_REGS: card.REGISTERS // _RESIDENT,
            enums.CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES: kernel.constant,
            enums.CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: kernel.local,
            enums.CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: kernel.shared,
            enums.CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: card.MAX_THREADS,
        }
        put(value, known[number(attribute)])

    def _set_cache_config(self, _function: Any, _configuration: Any) -> None:
        """Do nothing: there is no cache to be divided."""

    def _max_active_blocks(self, count: Any, function: Any, threads: Any, dynamic: Any, *_flags: Any) -> None:
        put(count, self._active_blocks(self._kernel(function), number(threads), number(dynamic)))

    def _max_potential_block_size(
        self, grid: Any, block: Any, function: Any, _dynamic_of: Any, dynamic: Any, limit: Any, *_flags: Any
    ) -> None:
        """Suggest blocks that fill a multiprocessor: the largest that number of threads can be shared among."""
        threads = min(number(limit) or card.MAX_THREADS, card.MAX_THREADS)
        active = self._active_blocks(self._kernel(function), threads, number(dynamic))
        put(grid, max(1, active) * card.PROCESSORS)
        put(block, threads)

    def _active_blocks(self, kernel: Kernel, threads: int, dynamic: int) -> int:
        shared = kernel.shared + dynamic + 1024  # bytes that the system keeps of each block's
        room = (card.SHARED_OPTIN + 1024) // shared
        return min(_RESIDENT // max(threads, 1), _RESIDENT_BLOCKS, room)

    def _launch_cooperative(self, function: Any, *given: Any) -> None:
        kernel = self._kernel(function)
        (gx, gy, gz, bx, by, bz, dynamic), parameters = map(number, given[:7]), given[8]
        most = card.PROCESSORS * self._active_blocks(kernel, bx * by * bz, dynamic)
        if gx * gy * gz > most or gx * gy * gz * bx * by * bz > MAX_FIBERS:
            raise RefusedError(enums.CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE)
        self._start(
            self._core.handles[number(function)], (gx, gy, gz), (bx, by, bz), dynamic, parameters, cooperative=True
        )

    def _launch(self, function: Any, *given: Any) -> None:
        (gx, gy, gz, bx, by, bz, dynamic), parameters = map(number, given[:7]), given[8]
        self._start(self._core.handles[number(function)], (gx, gy, gz), (bx, by, bz), dynamic, parameters)

    def _start(
        self, function: Function, grid: Dimensions, block: Dimensions, dynamic: int, given: Any,
        *, cooperative: bool = False,
    ) -> None:  # fmt: skip
        core, context, watch = self._core, self._core.context, self._core.watch
        recorded = watch is not None and len(watch.buffer) > 0
        kernel = function.image.kernel(function.name, recording=recorded)
        _check(kernel, grid, block, dynamic)
        parameters = Parameters.copied(given, kernel.parameters)
        launch = Launch(
            kernel=kernel, grid=grid, block=block, dynamic=dynamic, parameters=parameters, cooperative=cooperative,
            schedule=watch.schedule(grid, block) if watch else None,
        )  # fmt: skip
        ranges = _ranges(core, kernel, parameters) if recorded else ()
        theirs = function.name.startswith(_THEIRS)
        if watch and not theirs:
            watch.count += 1

        def run() -> None:
            rows = watch.room if watch and recorded else None
            # Only now: launches before this one, which write too, may not have run when it was queued.
            known = [replace(each, initialised=owner in core.written) for owner, each in ranges]
            try:
                outcome = core.machine.run(replace(launch, rows=rows))
            except MemoryError:
                context.failure = RefusedError(enums.CUDA_ERROR_OUT_OF_MEMORY)
                return
            if outcome.failure:
                context.failure = _refused(outcome.failure)
            if watch:
                watch.findings.extend(each for each in (outcome.failure, outcome.split) if each)
            if watch and rows is not None:
                trace = _trace(launch, rows, outcome, known)
                _mark(core, trace)
                if not theirs:
                    watch.launches.append(Written(kernel=_name(function.name), grid=grid, block=block, trace=trace))

        core.submit(run)

    def _kernel(self, function: Any) -> Kernel:
        found: Function = self._core.handles[number(function)]
        return found.image.plain.kernels[found.name]


def _check(kernel: Kernel, grid: Dimensions, block: Dimensions, dynamic: int) -> None:
    """Refuse a launch that is larger than the card, or empty."""
    threads = block[0] * block[1] * block[2]
    within = all(
        1 <= size <= most for size, most in zip((*grid, *block), (*card.MAX_GRID, *card.MAX_BLOCK), strict=True)
    )
    if not within or threads > card.MAX_THREADS or kernel.shared + dynamic > card.SHARED:
        raise RefusedError(enums.CUDA_ERROR_INVALID_VALUE)


def _refused(failure: Failure) -> RefusedError:
    """Return what the driver says from now on."""
    if failure.kind is Fault.ADDRESS:
        return RefusedError(ILLEGAL_ADDRESS)
    places = " and at ".join(f"{site.file}:{site.line}" for site in (failure.site, failure.other) if site)
    return RefusedError(
        enums.CUDA_ERROR_LAUNCH_FAILED,
        f"the threads of block {failure.block} wait for each other for ever, at {places}",
    )


def _ranges(core: Core, kernel: Kernel, parameters: Parameters) -> Sequence[tuple[int, Range]]:
    """Return all memory that the card has, each with the address of its allocation.

    Of what arguments point to, only those views belong to it, with their names.
    """
    values = {name: int(value) for name, value in zip(kernel.names, parameters.values, strict=False)}
    views = [view for name in values if name.count(".") == 1 and (view := _view(name, values))]
    known = {view.address for view in views}
    # Other pointers, as those in a tuple of arrays, may reach all of the memory that they lie in.
    others = [found.address for value in values.values() if value not in known and (found := core.memory.find(value))]
    made: list[tuple[int, Range]] = []
    for each in core.memory.allocations():
        if core.machine.owns(each.address):
            continue
        inside = [view for view in views if each.address <= view.address < each.address + each.size]
        if not inside or each.address in others:
            inside.append(Range(address=each.address, size=each.size))
        made += [(each.address, view) for view in inside]
    return made


def _view(name: str, values: Mapping[str, int]) -> Range | None:
    """Return the memory of an array that is an argument, from the fields of the structure that numba passes."""
    base, _, field = name.partition(".")
    if field != str(_DATA):
        return None
    lengths, strides = (
        [value for key, value in values.items() if key.startswith(f"{base}.{part}.")] for part in (_SHAPE, _STRIDES)
    )
    strides = [stride - (1 << 64) if stride >> 63 else stride for stride in strides]
    size = values[f"{base}.{_ITEM}"] * (min(lengths, default=1) > 0)
    reaches = [(length - 1) * stride for length, stride in zip(lengths, strides, strict=True)] if size else []
    before = sum(reach for reach in reaches if reach < 0)
    return Range(address=values[name] + before, size=sum(map(abs, reaches)) + size, name=base)


def _name(mangled: str) -> str:
    """Return the name that a kernel has in the source: the last of those in `_ZN6cudapy10submission4copyB...`."""
    rest, found = mangled.removeprefix("_ZN"), ""
    while match := re.match(r"\d+", rest):
        end = match.end() + int(match[0])
        found, rest = rest[match.end() : end], rest[end:]
    return found


def _trace(launch: Launch, rows: Rows, outcome: Outcome, ranges: Sequence[Range]) -> Trace:
    kept = min(outcome.accesses, len(rows))
    threads = launch.block[0] * launch.block[1] * launch.block[2]
    return Trace(
        rows=rows[:kept], steps=outcome.steps, sites=launch.kernel.sites, ranges=ranges,
        shared=launch.kernel.shared + launch.dynamic, threads=threads, lost=outcome.accesses - kept,
    )  # fmt: skip


def _mark(core: Core, trace: Trace) -> None:
    """Remember which memory a launch has written to."""
    written = trace.rows["address"][trace.rows["kind"] != READ]
    starts = np.array([each.address for each in trace.ranges], np.uint64)
    at = np.searchsorted(starts, written, side="right") - 1
    core.written.update(trace.ranges[int(each)].address for each in np.unique(at[at >= 0]))
