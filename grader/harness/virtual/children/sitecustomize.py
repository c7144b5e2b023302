"""Gives an interpreter that student code has started the virtual card, as soon as it imports a library for cards.

Python imports a module of this name by itself; `PYTHONPATH` leads it here.
"""

import importlib
import importlib.abc
import importlib.util
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

sys.path.append(str(Path(__file__).parents[3]))
virtual: Any = importlib.import_module("harness.virtual")


class _Loader(importlib.abc.Loader):
    """Loads a library as ever, and then gives it the card."""

    def __init__(self, loader: Any) -> None:
        self._loader = loader

    def create_module(self, spec: ModuleSpec) -> Any:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        module.__loader__ = self._loader  # what else is asked of a loader, this one does not know
        if module.__spec__ is not None:
            module.__spec__.loader = self._loader
        self._loader.exec_module(module)
        virtual.install()


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the libraries before all others do."""

    def __init__(self) -> None:
        self._searching = False

    def find_spec(self, name: str, _path: Sequence[str] | None, _target: ModuleType | None = None) -> ModuleSpec | None:
        if self._searching or name not in virtual.LIBRARIES:
            return None
        self._searching = True  # so that the search below finds the real one
        try:
            spec = importlib.util.find_spec(name)
        finally:
            self._searching = False
        if spec is not None and spec.loader is not None:
            spec.loader = _Loader(spec.loader)
        return spec


virtual.prepare()
sys.meta_path.insert(0, _Finder())
