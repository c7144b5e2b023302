"""Triton's compiler for sm_80, as far as a launch needs it: all of its errors, and how much shared memory a kernel has.

Machine code is made when somebody asks for it: `kernel.asm["ptx"]`, `kernel.n_regs`.
"""

import struct
from typing import Any

from triton._C.libtriton import ir, nvidia, passes
from triton.backends.compiler import Language
from triton.backends.nvidia.compiler import CUDABackend, get_ptx_version_from_options
from triton.compiler.compiler import CompiledKernel

from .errors import not_emulated

_LATER = ("llir", "ptx", "cubin")
_REGISTERS = 24  # bits below them in `sh_info` of the section with a kernel's code


class VirtualBackend(CUDABackend):  # type: ignore[misc] # triton ships no types
    """The backend of NVIDIA's, up to where resources are known."""

    def __init__(self, target: Any) -> None:
        super().__init__(target)
        self.binary_ext = "ttir"  # what is "loaded" and run

    def add_stages(self, stages: dict[str, Any], options: Any, language: Any) -> None:
        """Add what is done to a kernel; the driver of a card would get a `cubin`.

        Raises:
            NotImplementedError: the kernel is written in Gluon.
        """
        if language is not Language.TRITON:
            raise not_emulated("Gluon")
        full: dict[str, Any] = {}
        super().add_stages(full, options, language)
        early = {name: stage for name, stage in full.items() if name not in _LATER}
        optimise = early["ttgir"]

        def with_resources(module: Any, metadata: dict[str, Any]) -> str:
            module = optimise(module, metadata)
            text = str(module)
            self._resources(module, metadata, options)
            return text

        stages |= early | {"ttgir": with_resources}

    def hash(self) -> str:
        """Return what tells compilers apart; asking `ptxas` for its version would start a process."""
        return f"virtual-{self.target.arch}"

    def _resources(self, module: Any, metadata: dict[str, Any], options: Any) -> None:
        """Note what the first passes of `make_llir` find out: memory of a block. They take milliseconds."""
        version = get_ptx_version_from_options(options, self.target.arch)
        manager = ir.pass_manager(module.context)
        passes.ttgpuir.add_combine_tensor_select_and_if(manager)
        passes.ttgpuir.add_allocate_warp_groups(manager, False)
        passes.convert.add_scf_to_cf(manager)
        passes.gluon.add_inliner(manager)
        nvidia.passes.ttgpuir.add_allocate_shared_memory_nv(manager, self.target.arch, version)
        manager.run(module, "resources")
        metadata |= {
            "name": module.get_entry_func_name(), "shared": module.get_int_attr("ttg.shared") or 0,
            "tmem_size": 0, "global_scratch_size": 0, "global_scratch_align": 1, "profile_scratch_size": 0,
            "profile_scratch_align": 1,
        }  # fmt: skip


class VirtualKernel(CompiledKernel):  # type: ignore[misc] # triton ships no types
    """A kernel whose machine code is made when it is asked for."""

    def __init__(self, src: Any, metadata_group: Any, hash: str) -> None:  # noqa: A002 - its name in the base class
        super().__init__(src, metadata_group, hash)
        # As on a card, where what is loaded is another stage, this one is text.
        self.asm: dict[str, Any] = _Code(self.asm | {"ttir": self.kernel.decode()}, self)

    @property
    def n_regs(self) -> int:
        """Registers of a thread, as ptxas gives them."""
        return _registers(self.asm["cubin"])

    @n_regs.setter
    def n_regs(self, _none: int) -> None:
        """Ignore what the driver says: it has not seen machine code."""


class _Code(dict[str, Any]):
    def __init__(self, made: dict[str, Any], kernel: VirtualKernel) -> None:
        super().__init__(made)
        self._made, self._kernel = made, kernel

    def __missing__(self, key: str) -> Any:
        if key in _LATER and "cubin" not in self:
            self |= _compiled(self._kernel.src, self._kernel.metadata)
            self._made |= self
        return self._made[key]


def _compiled(source: Any, metadata: Any) -> dict[str, Any]:
    """Return all stages of code, by the whole compiler."""
    backend = CUDABackend(metadata.target)
    # Once written as JSON, tuples are lists.
    given = {name: tuple(value) if isinstance(value, list) else value for name, value in metadata._asdict().items()}
    options = backend.parse_options(given | {"extern_libs": dict(given["extern_libs"])})
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    code = source.make_ir(
        metadata.target, options, backend.get_codegen_implementation(options), backend.get_module_map(), context
    )
    stages: dict[str, Any] = {}
    backend.add_stages(stages, options, Language.TRITON)
    made, notes = {}, {"target": metadata.target, **options.__dict__}
    for name, stage in stages.items():
        code = stage(code, notes)
        made[name] = code if isinstance(code, bytes) else str(code)
    return made


def _registers(cubin: bytes) -> int:
    """Return how many registers the code in an ELF file of the CUDA tools needs."""
    (table,) = struct.unpack_from("<Q", cubin, 0x28)
    size, count, names = struct.unpack_from("<HHH", cubin, 0x3A)
    sections = [struct.unpack_from("<IIQQQQIIQQ", cubin, table + at * size) for at in range(count)]
    start = sections[names][4]
    for name, *fields in sections:
        if cubin.startswith(b".text.", start + name):
            return int(fields[6]) >> _REGISTERS
    return 0
