"""What student code does with PyTorch while a request runs: operations and their types, and calls that cost time.

All of it is told by the box of itself: it explains, and can cost a point, and is no proof of anything.
"""

import contextlib
import functools
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

import torch
from torch.nn.modules.module import register_module_forward_pre_hook
from torch.optim.optimizer import register_optimizer_step_pre_hook
from torch.utils._python_dispatch import TorchDispatchMode

from .calls import Calls
from .precision import Precision

DTYPES, CALLS = "dtypes", "calls"  # the judge's probes


@contextlib.contextmanager
def watching(probes: Collection[str], claims: dict[str, Any]) -> Iterator[None]:
    """Watch what is done with torch; at the end, however it comes, `claims` hold what was seen.

    Args:
        probes: what the judge wants to know: `dtypes` (see `Precision.told`), `calls` (see `Calls.told`), or nothing.
        claims: gets an entry for each of them.
    """
    wanted = {DTYPES, CALLS}.intersection(probes)
    if not wanted:
        yield
        return
    precision, calls = Precision(), Calls()
    try:
        with _Operations(precision, calls), _replaced(precision, calls), _hooked(precision, calls):
            yield
    finally:
        told: Mapping[str, Callable[[], dict[str, Any]]] = {DTYPES: precision.told, CALLS: calls.told}
        claims |= {probe: told[probe]() for probe in wanted}


class _Operations(TorchDispatchMode):  # type: ignore[no-untyped-call] # torch gives its modes no types
    """Sees every operation below autograd and autocast, in every thread that works for this one."""

    def __init__(self, precision: Precision, calls: Calls) -> None:
        super().__init__()  # type: ignore[no-untyped-call] # as above
        self._precision, self._calls = precision, calls

    @classmethod
    def ignore_compile_internals(cls) -> bool:
        """Let torch.compile do its work: under any other mode it would run everything uncompiled."""
        return True

    def __torch_dispatch__(
        self, func: Any, types: Sequence[type], args: tuple[Any, ...] = (), kwargs: Mapping[str, Any] | None = None
    ) -> Any:
        del types
        named = kwargs or {}
        name = func.overloadpacket.__name__
        self._calls.operation(name, args, named)
        result = func(*args, **named)
        self._precision.operation(name, result)
        return result


@contextlib.contextmanager
def _replaced(precision: Precision, calls: Calls) -> Iterator[None]:
    """See what is no operation: printing, waiting, emptying the cache, and the beginning of a backward pass."""

    def made(_scaler: Any, *args: Any, enabled: bool = True, **_named: Any) -> None:
        if enabled and all(args[5:]):  # one that is switched off scales nothing
            precision.scaler()
            calls.note("scalers")

    with contextlib.ExitStack() as stack:
        for owner, name, seen in (
            (torch.Tensor, "__repr__", lambda tensor, **_: calls.printed(tensor)),
            (torch.cuda, "synchronize", lambda *_, **__: calls.note("synchronising")),
            (torch.cuda, "empty_cache", lambda *_, **__: calls.note("empty_cache")),
            (torch.autograd, "backward", lambda *_, **__: precision.backward()),
            (torch.amp.GradScaler, "__init__", made),
        ):
            stack.enter_context(_seen_first(owner, name, seen))
        yield


@contextlib.contextmanager
def _seen_first(owner: Any, name: str, seen: Callable[..., object]) -> Iterator[None]:
    original = getattr(owner, name)

    @functools.wraps(original)
    def instead(*args: Any, **kwargs: Any) -> Any:
        seen(*args, **kwargs)
        return original(*args, **kwargs)

    setattr(owner, name, instead)
    try:
        yield
    finally:
        setattr(owner, name, original)


@contextlib.contextmanager
def _hooked(precision: Precision, calls: Calls) -> Iterator[None]:
    """See the steps of optimizers, and the calls of modules."""

    def stepped(optimizer: torch.optim.Optimizer, *_args: Any) -> None:
        precision.step(optimizer)
        calls.step(optimizer)

    def called(module: torch.nn.Module, *_args: Any) -> None:
        # What is traced for a graph must not break it.
        if not torch.compiler.is_compiling() and not module.training and torch.is_grad_enabled():
            calls.note("gradient_in_eval")

    handles = [register_optimizer_step_pre_hook(stepped), register_module_forward_pre_hook(called)]
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Using `torch.compile.module.` when there are global hooks on modules")
            yield
    finally:
        for handle in handles:
            handle.remove()
