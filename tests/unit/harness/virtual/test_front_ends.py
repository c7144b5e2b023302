import sys

import pytest

from grader.harness import virtual


class NumbaCudaFinder:
    """As the package numba-cuda has one."""

    def find_spec(self, name: str, *_given: object) -> None:
        assert not name.startswith("numba"), "it would find another numba.cuda"


@pytest.fixture
def meta_path(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    found: list[object] = [NumbaCudaFinder(), *sys.meta_path]
    monkeypatch.setattr(sys, "meta_path", found)
    return found


def test_numba_finds_its_own_target(meta_path: list[object]) -> None:
    others = meta_path[1:]
    virtual.prepare()
    assert sys.meta_path == others
