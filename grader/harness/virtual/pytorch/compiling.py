"""`torch.compile` on the virtual cards: it captures graphs as ever, and runs them as they are."""

from typing import Any

import torch


def install() -> None:
    """Let the compiler that would write kernels for a real card leave its graphs to one that writes none."""
    wrapper: Any = torch._TorchCompileInductorWrapper  # noqa: SLF001 - it has no public name

    def __call__(_self: Any, model: Any, inputs: Any, **_patches: Any) -> Any:  # noqa: N807 - it is that method
        from torch._dynamo.backends.registry import lookup_backend  # only now: it takes a second to import

        return lookup_backend("aot_eager")(model, inputs)

    wrapper.__call__ = __call__
