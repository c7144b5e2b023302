"""Devices that are used in turns."""

import threading
import uuid

import pytest

from grader.devices._turns import hold


def devices(count: int) -> list[str]:
    return [f"test-{uuid.uuid4()}" for _ in range(count)]


def test_two_holders_get_different_devices() -> None:
    names = devices(2)
    with hold("test", names) as first, hold("test", names) as second:
        assert {first, second} == set(names)


def test_a_held_device_is_waited_for() -> None:
    names, order = devices(1), []

    def wait() -> None:
        with hold("test", names):
            order.append("second")

    with hold("test", names):
        thread = threading.Thread(target=wait)
        thread.start()
        thread.join(0.5)
        order.append("first")
    thread.join(10)
    assert order == ["first", "second"]


def test_a_device_is_free_again_after_an_error() -> None:
    names = devices(1)
    with pytest.raises(ZeroDivisionError), hold("test", names):
        raise ZeroDivisionError
    with hold("test", names) as device:
        assert device == names[0]
