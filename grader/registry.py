"""Name → plugin: a scan of our own folders, then the entry points of third parties; both lazy.

A module in `grader/<kind>/` whose name does not begin with `_` is a plugin, and defines exactly one public class of its
own that ends in the kind's suffix. An entry point in the group `grader.<kind>` names such a class.
"""

import importlib
import importlib.util
import pkgutil
from difflib import get_close_matches
from functools import cache
from importlib.metadata import entry_points
from typing import Any

from grader.errors import PluginError

# Kind (a package of grader, and an entry point group) -> suffix of the plugin's class name.
KINDS = {
    "checks": "Check",
    "devices": "Device",
    "executors": "Executor",
    "exporters": "Exporter",
    "languages": "Language",
    "sandboxes": "Sandbox",
}


def names(kind: str) -> tuple[str, ...]:
    """Return the names of all plugins of a kind, sorted, importing none of them."""
    spec = importlib.util.find_spec(f"grader.{kind}")
    folders = spec.submodule_search_locations if spec else None
    own = {module.name for module in pkgutil.iter_modules(folders) if not module.name.startswith("_")}
    return tuple(sorted(own | {point.name for point in entry_points(group=f"grader.{kind}")}))


@cache  # every line of every rubric asks, and looking through what is installed takes milliseconds
def load(kind: str, name: str) -> type[Any]:
    """Return the class of a plugin.

    Raises:
        PluginError: there is none of this name, or it cannot be loaded; the text names the nearest one.
    """
    for point in entry_points(group=f"grader.{kind}", name=name):
        return _checked(point.load(), f"{kind}/{name}")
    if name not in names(kind):
        near = get_close_matches(name, names(kind), n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(names(kind))}"
        raise PluginError(f"no plugin {name!r} in {kind}: {hint}")
    try:
        module = importlib.import_module(f"grader.{kind}.{name}")
    except (ImportError, AttributeError) as error:  # made of what only another system has
        raise PluginError(f"the plugin {kind}/{name} cannot be loaded on this system: {error}") from error
    own = [
        thing
        for key, thing in vars(module).items()
        if isinstance(thing, type) and thing.__module__.startswith(module.__name__) and key.endswith(KINDS[kind])
        if not key.startswith("_")
    ]
    if len(own) != 1:
        raise PluginError(f"{module.__name__} must define exactly one class that ends in {KINDS[kind]}")
    return own[0]


def _checked(thing: object, where: str) -> type[Any]:
    if not isinstance(thing, type):
        raise PluginError(f"the entry point {where} is not a class")
    return thing
