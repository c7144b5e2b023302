"""Holding a card: the locks work without one."""

import threading
import uuid

import pytest

from grader.devices.cuda import _hold
from grader.errors import MachineError
from grader.registry import load


def cards(count: int) -> list[str]:
    return [f"test-{uuid.uuid4()}" for _ in range(count)]


def test_two_holders_get_different_cards() -> None:
    names = cards(2)
    with _hold(names) as first, _hold(names) as second:
        assert {first, second} == set(names)


def test_a_held_card_is_waited_for() -> None:
    names, order = cards(1), []

    def wait() -> None:
        with _hold(names):
            order.append("second")

    with _hold(names):
        thread = threading.Thread(target=wait)
        thread.start()
        thread.join(0.5)
        order.append("first")
    thread.join(10)
    assert order == ["first", "second"]


def test_a_card_is_free_again_after_an_error() -> None:
    names = cards(1)
    with pytest.raises(ZeroDivisionError), _hold(names):
        raise ZeroDivisionError
    with _hold(names) as card:
        assert card == names[0]


def test_without_the_driver_there_is_no_card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(MachineError, match="nvidia-smi is not installed"):
        load("devices", "cuda")().facts()
