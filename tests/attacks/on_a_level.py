"""What is tested on each level: one test for each attack, from one run of them all."""

import json
import subprocess
import sys
from collections.abc import Mapping
from typing import Any, ClassVar

import pytest
from attack_files import HERE, attacks

LONGEST_S = 580


class OnALevel:
    """A level; each has a file of its own, so that several workers share them."""

    level: ClassVar[str]

    @pytest.fixture(scope="class")
    def run(self, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Any]:
        file = tmp_path_factory.mktemp("attacks") / "run.json"
        command = [sys.executable, str(HERE / "run.py"), "--level", self.level, "--json", str(file)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=LONGEST_S)
        assert file.exists(), done.stderr
        (run,) = json.loads(file.read_text(encoding="utf-8"))
        if run["skipped"]:
            pytest.skip(f"level {self.level} is not to be had: {run['skipped']}")
        return {**run, "results": {result["name"]: result for result in run["results"]}}

    @pytest.mark.parametrize("name", [attack.name for attack in attacks()])
    def test_an_attack_gains_nothing_and_honest_code_passes(self, run: Mapping[str, Any], name: str) -> None:
        result = run["results"][name]
        assert not result["wrong"], f"{result['outcome']}: {result['wrong']}"

    def test_it_is_this_level_and_nothing_is_left_behind(self, run: Mapping[str, Any]) -> None:
        assert run["faults"] == []
