import pytest

from grader import registry
from grader.errors import PluginError


def test_every_built_in_plugin_can_be_loaded_by_its_name() -> None:
    for kind, suffix in registry.KINDS.items():
        found = {name: registry.load(kind, name).__name__ for name in registry.names(kind)}
        assert found, kind
        for name, plugin in found.items():
            assert plugin.lower() == f"{name.replace('_', '')}{suffix.lower()}"


def test_modules_that_plugins_share_are_no_plugins() -> None:
    assert not any(name.startswith("_") for kind in registry.KINDS for name in registry.names(kind))


@pytest.mark.parametrize(
    ("name", "said"), [("outptu", "did you mean 'output'"), ("zzz", "there are .*memory, memory_safety, ")]
)
def test_an_unknown_name_comes_with_the_nearest_one(name: str, said: str) -> None:
    with pytest.raises(PluginError, match=said):
        registry.load("checks", name)
