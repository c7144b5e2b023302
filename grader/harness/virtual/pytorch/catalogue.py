"""What torch's own list of operations says of their kernels on a card: it decides how errors are worded."""

import functools
import re
from importlib.util import find_spec
from pathlib import Path

_NAME = re.compile(r"- func: (\w+)")


@functools.cache
def operations() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return operations that look at devices themselves, and those that have one description for all kinds of device.

    Both are names such as `aten::add`, from the list in torch's wheel; without that list both are empty.
    """
    spec = find_spec("torchgen")
    folder = Path(spec.submodule_search_locations[0]) if spec and spec.submodule_search_locations else Path()
    listed = folder / "packaged/ATen/native/native_functions.yaml"
    unchecked, structured = set(), set()
    name = ""
    for line in listed.read_text(encoding="utf-8").splitlines() if listed.is_file() else ():
        if found := _NAME.match(line):
            name = f"aten::{found[1]}"
        elif "device_check: NoCheck" in line:
            unchecked.add(name)
        elif "structured_delegate:" in line or "structured: True" in line:
            structured.add(name)
    return tuple(sorted(unchecked)), tuple(sorted(structured))
