"""What every device must do, where it is to be had."""

from typing import Any

import pytest

from grader import registry
from grader.errors import MachineError


@pytest.fixture(params=[pytest.param(name, marks=pytest.mark.gpu if name == "cuda" else ()) for name in
                        registry.names("devices")])  # fmt: skip
def device(request: pytest.FixtureRequest) -> Any:
    return registry.load("devices", request.param)()


def test_its_facts_are_words_for_a_report(device: Any) -> None:
    try:
        facts = device.facts()
    except MachineError as error:
        pytest.skip(str(error))
    assert {"numba", "torch"} <= facts.keys()
    assert "device" not in facts, "a report names it already"
    assert all(isinstance(value, str) for value in facts.values())


def test_a_lease_is_an_environment(device: Any) -> None:
    try:
        with device.lease() as lease:
            assert "CUDA_VISIBLE_DEVICES" in lease.environment
    except MachineError as error:
        pytest.skip(str(error))


def test_only_what_is_real_can_time(device: Any) -> None:
    assert device.can_time == (type(device).__name__ != "VirtualDevice")


def test_only_the_processor_has_no_card(device: Any) -> None:
    assert device.has_card == (type(device).__name__ != "CpuDevice")
