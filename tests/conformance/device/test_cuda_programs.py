"""Programs in CUDA C that behave on the virtual GPU as on a card, and compile unchanged for one: each checks itself."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grader import registry
from grader.errors import MachineError
from grader.model.assignment import Limits
from grader.model.evidence import Ending
from grader.ports import Lease

PROGRAMS = sorted(Path(__file__).parent.glob("cuda_programs/*.cu"))
COMPILERS = {"virtual": "g++", "cuda": "nvcc"}
LIMITS = Limits(wall_s=120.0, cpu_s=120.0)


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
    if shutil.which(COMPILERS[request.param]) is None:
        pytest.skip(f"{COMPILERS[request.param]} is not installed")
    try:
        with registry.load("devices", request.param)().lease() as leased:
            yield leased
    except MachineError as error:
        pytest.skip(str(error))


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_it_behaves_as_on_a_card(program: Path, lease: Lease, sandbox: Any) -> None:
    cell = {"source": program.read_text(encoding="utf-8"), "number": None}
    with sandbox.open(driver="cuda_c", files={}, lease=lease, limits=LIMITS) as box:
        for op, payload in (
            ("load", {"file": program.name, "cells": [cell], "entry": "main"}),
            ("call", {"entry": "main", "arguments": [], "launch": None}),
        ):
            reply = box.request(op, payload, limits=LIMITS)
            assert reply.outcome.ending is Ending.RETURNED, f"{reply.outcome}\n{box.output}"
