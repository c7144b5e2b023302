"""Programs that behave on the virtual GPU as on a card, and run unchanged on one: each asserts what it needs."""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from grader import registry
from grader.errors import MachineError
from grader.model.assignment import Limits
from grader.model.evidence import Ending
from grader.ports import Lease

PROGRAMS = sorted(Path(__file__).parent.glob("*_programs/*.py"))
# A program is its `main`, or all of it where there is none.
CALL = b"\n\n\ndef call():\n    globals().get('main', dict)()\n    return {}\n"
LIMITS = Limits(wall_s=60.0, cpu_s=60.0, memory_bytes=3_000_000_000)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Any]:
    opened = registry.load("sandboxes", "zygote")()
    try:
        _ = opened.isolation
    except MachineError as error:
        pytest.skip(str(error))
    yield opened
    opened.close()


@pytest.fixture(scope="module", params=["virtual", pytest.param("cuda", marks=pytest.mark.gpu)])
def lease(request: pytest.FixtureRequest) -> Iterator[Lease]:
    try:
        with registry.load("devices", request.param)().lease() as leased:
            yield leased
    except MachineError as error:
        pytest.skip(str(error))


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_it_behaves_as_a_card(program: Path, lease: Lease, sandbox: Any) -> None:
    library = program.parent.name.removesuffix("_programs")
    if find_spec(library) is None:
        pytest.skip(f"{library} is not installed")
    if program.stem == "distributed" and sandbox.isolation in {"C", "D"}:
        pytest.skip("without namespaces a box has no network, and its ranks cannot find each other")
    files = {"program.py": program.read_bytes() + CALL}
    with sandbox.open(driver="oracle", files=files, lease=lease, limits=LIMITS) as box:
        payload = {"file": "program.py", "name": "call", "arguments": {}}
        reply = box.request("function", payload, limits=LIMITS)
        assert reply.outcome.ending is Ending.RETURNED, f"{reply.outcome}\n{box.output}"
