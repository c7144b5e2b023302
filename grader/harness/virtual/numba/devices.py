"""Devices and contexts of the virtual driver."""

from collections.abc import Callable, Mapping
from typing import Any

from numba.cuda.cudadrv import enums

from .. import card
from .attributes import attributes
from .core import Core, RefusedError, number, put

VERSION = 12040  # of the driver that it is said to be: 12.4
_ATTRIBUTE = "CU_DEVICE_ATTRIBUTE_"
_ATTRIBUTE_NAMES = {
    getattr(enums, name): name.removeprefix(_ATTRIBUTE) for name in dir(enums) if name.startswith(_ATTRIBUTE)
}


class Devices:
    """Devices and contexts."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def calls(self) -> Mapping[str, Callable[..., None]]:
        """Return what answers each call, by its name in the CUDA driver API."""
        return {
            "cuInit": self._init,
            "cuDriverGetVersion": self._driver_get_version,
            "cuDeviceGetCount": self._device_get_count,
            "cuDeviceGet": self._device_get,
            "cuDeviceGetName": self._device_get_name,
            "cuDeviceGetUuid": self._device_get_uuid,
            "cuDeviceGetAttribute": self._device_get_attribute,
            "cuDeviceCanAccessPeer": self._device_can_access_peer,
            "cuDevicePrimaryCtxRetain": self._device_primary_ctx_retain,
            "cuDevicePrimaryCtxRelease": self._device_primary_ctx_release,
            "cuDevicePrimaryCtxReset": self._device_primary_ctx_reset,
            "cuCtxGetCurrent": self._ctx_get_current,
            "cuCtxGetDevice": self._ctx_get_device,
            "cuCtxPushCurrent": self._ctx_push_current,
            "cuCtxPopCurrent": self._ctx_pop_current,
            "cuCtxEnablePeerAccess": self._ctx_enable_peer_access,
            "cuCtxSynchronize": self._ctx_synchronize,
            "cuProfilerStart": self._profiler_start,
            "cuProfilerStop": self._profiler_stop,
        }

    def _init(self, _flags: Any) -> None:
        """Do nothing: the card is there."""

    def _driver_get_version(self, version: Any) -> None:
        """Tell the version."""
        put(version, VERSION)

    def _device_get_count(self, count: Any) -> None:
        """Tell how many devices there are."""
        put(count, card.DEVICES)

    def _device_get(self, device: Any, ordinal: Any) -> None:
        """Tell a device's number, which is its place."""
        self._core.number(number(ordinal))
        put(device, number(ordinal))

    def _device_get_name(self, buffer: Any, _size: Any, _device: Any) -> None:
        """Tell the name."""
        buffer.value = card.NAME.encode()

    def _device_get_uuid(self, uuid: Any, device: Any) -> None:
        """Tell a number that no other device has."""
        uuid._obj[:] = [0] * 15 + [number(device) + 1]  # noqa: SLF001 - as in `put`

    def _device_get_attribute(self, value: Any, attribute: Any, device: Any) -> None:
        """Tell an attribute."""
        name = _ATTRIBUTE_NAMES.get(number(attribute), str(attribute))
        known = attributes(number(device))
        if name not in known:
            raise NotImplementedError(f"the device attribute {name} is not emulated on the virtual GPU")
        put(value, known[name])

    def _device_can_access_peer(self, can: Any, _device: Any, _peer: Any) -> None:
        """Tell that all devices reach each other's memory."""
        put(can, 1)

    def _device_primary_ctx_retain(self, context: Any, device: Any) -> None:
        """Tell the context of a device."""
        put(context, self._core.number(number(device)))

    def _device_primary_ctx_release(self, _device: Any) -> None:
        """Do nothing: a context stays."""

    def _device_primary_ctx_reset(self, device: Any) -> None:
        """Let a device be as new; numba gives back what was allocated there."""
        self._core.worker.drain()
        self._core.contexts[number(device)].failure = None

    def _ctx_get_current(self, context: Any) -> None:
        """Tell the current context, or none."""
        put(context, self._core.stack[-1] if self._core.stack else None)

    def _ctx_get_device(self, device: Any) -> None:
        """Tell the current device, even when a launch has failed there."""
        if not self._core.stack:
            raise RefusedError(enums.CUDA_ERROR_INVALID_CONTEXT)
        put(device, self._core.handles[self._core.stack[-1]].device)

    def _ctx_push_current(self, context: Any) -> None:
        """Make a context the current one."""
        self._core.stack.append(number(context))

    def _ctx_pop_current(self, context: Any) -> None:
        """Make the one before it the current one."""
        if not self._core.stack:
            raise RefusedError(enums.CUDA_ERROR_INVALID_CONTEXT)
        put(context, self._core.stack.pop())

    def _ctx_enable_peer_access(self, _context: Any, _flags: Any) -> None:
        """Do nothing: it is enabled."""

    def _ctx_synchronize(self) -> None:
        """Wait for all work."""
        self._core.wait()

    def _profiler_start(self) -> None:
        """Do nothing: nobody is looking."""

    def _profiler_stop(self) -> None:
        """Do nothing, either."""
