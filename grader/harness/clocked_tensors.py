"""Tensors of the host that remember that they are said to be on the judge's GPU."""

from collections.abc import Callable
from typing import Any, ClassVar, Protocol

import torch
from torch import Tensor

NO_NUMPY = "can't convert cuda:0 device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first."
FACTORIES = ("empty", "zeros", "ones", "full", "rand", "randn", "randint", "arange", "tensor")
MAKES = {"clone", *(f"{name}_like" for name in ("empty", "zeros", "ones", "full", "rand", "randn", "randint"))}
LOOKS = {"allclose", "equal"}  # return an answer of Python's, for which the values have to be there
UNTOUCHED = {"empty", "empty_like", "__get__"}  # return a tensor whose values nothing has read or written
LARGE = 1 << 20  # bytes from which on a tensor counts in the cache


class Card(Protocol):
    """What a tensor needs of the judge's GPU."""

    ask: Callable[..., Any]

    def queue(self, name: str, **payload: Any) -> Any:
        """Ask for something that goes to the current stream."""


class DeviceTensor(Tensor):
    """A tensor that is said to be on the GPU; what is computed from it is there too."""

    card: ClassVar[Card]
    device = property(lambda _self: torch.device("cuda", 0))
    is_cuda = property(lambda _self: True)

    @classmethod
    def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        """Do what torch does, and tell the judge of what takes time or changes the cache."""
        found = super().__torch_function__(func, types, args, kwargs or {})  # type: ignore[no-untyped-call] # torch's
        if func.__name__ in LOOKS:
            cls.card.queue("copy", value=True)
        elif func.__name__ in MAKES:
            cls.card.ask("allocate")
        if isinstance(found, Tensor) and func.__name__ not in UNTOUCHED:
            touch(cls.card, found)
        return found

    def cpu(self, *_args: Any, **_named: Any) -> Tensor:
        """Copy it to the host, behind all work that is in the stream."""
        self.card.queue("copy")
        return plain(self)

    def cuda(self, *_args: Any, **_named: Any) -> Tensor:
        """Return it as it is: it is there already."""
        return self

    def numpy(self, *_args: Any, **_named: Any) -> Any:
        """Refuse, as torch does."""
        raise TypeError(NO_NUMPY)

    __array__ = numpy

    def __repr__(self) -> str:  # type: ignore[override] # the base class takes what only torch itself passes
        return repr(_value(self))

    # Everything that needs a value waits for it.
    item = lambda self: _value(self).item()  # noqa: E731
    tolist = lambda self: _value(self).tolist()  # noqa: E731
    __float__ = lambda self: float(_value(self))  # noqa: E731
    __int__ = lambda self: int(_value(self))  # noqa: E731
    __bool__ = lambda self: bool(_value(self))  # noqa: E731
    __format__ = lambda self, spec: format(_value(self), spec)  # noqa: E731


def plain(x: Any) -> Tensor:
    """Return the tensor of the host that a tensor is."""
    with torch._C.DisableTorchFunctionSubclass():  # noqa: SLF001 - as torch's own subclasses do
        inner: Tensor = x.as_subclass(Tensor)
        return inner


def _value(x: Any) -> Tensor:
    x.card.queue("copy", value=True)
    return plain(x)


def same_kind(x: Tensor, compute: Callable[[Tensor], Tensor]) -> Tensor:
    """Return what is computed from a tensor, on the tensor's device; the computation itself is not told of."""
    return compute(plain(x)).as_subclass(type(x))


def describe(x: Tensor) -> dict[str, Any]:
    """Return what the judge should know of an input."""
    inner = plain(x)
    return {
        "elements": inner.numel(),
        "dtype": str(inner.dtype).removeprefix("torch."),
        "bytes": inner.nbytes,
        "buffer": inner.untyped_storage().data_ptr(),
    }


def touch(card: Card, x: Tensor) -> None:
    """Tell the judge that a tensor has been in use, where that matters."""
    inner = plain(x)
    if inner.nbytes >= LARGE:
        card.ask("touch", buffer=inner.untyped_storage().data_ptr(), bytes=inner.nbytes)


def put_tensors_on(card: Card) -> None:
    """Let tensors of the host be copied to the device, and new ones be made there."""
    tensor: Any = Tensor
    convert = Tensor.to
    on_device = type("DeviceTensor", (DeviceTensor,), {"card": card})

    def cuda(self: Tensor, *_args: Any, **_named: Any) -> Any:
        card.queue("copy")
        return self.as_subclass(on_device)

    def to(self: Any, *args: Any, **named: Any) -> Any:
        first = _device(args[0]) if args else ""
        device, rest = first or _device(named.pop("device", None)), args[1:] if first else args
        if device:
            self = self.cuda() if device == "cuda" else self.cpu()
        return convert(self, *rest, **named) if rest or named.keys() - {"non_blocking"} else self

    def made(make: Callable[..., Tensor]) -> Callable[..., Tensor]:
        def create(*args: Any, **named: Any) -> Any:
            if _device(named.get("device")) != "cuda":
                return make(*args, **named)
            created: Any = make(*args, **{**named, "device": "cpu"}).as_subclass(on_device)
            card.ask("allocate")
            if make.__name__ not in UNTOUCHED:
                touch(card, created)
            return created

        return create

    tensor.cuda, tensor.to, tensor.pin_memory = cuda, to, lambda self, *_args: self
    for name in FACTORIES:
        setattr(torch, name, made(getattr(torch, name)))


def _device(given: Any) -> str:
    """Return `cuda` or `cpu` for what names a device; nothing for anything else."""
    if isinstance(given, Tensor):
        given = given.device
    if isinstance(given, int) and not isinstance(given, bool):
        return "cuda"
    kind = str(given).partition(":")[0] if isinstance(given, str | torch.device) else ""
    return kind if kind in {"cuda", "cpu"} else ""
