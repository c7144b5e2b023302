"""The package as it is installed: everything of ours is in it, nothing hidden, and it works far from its repository."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from email.parser import BytesParser
from pathlib import Path

import pytest
from course import ROOT

OURS = ("grader", "pyproject.toml", "README.md", "LICENSE")
TORCH = ("torch", "functorch", "triton")
# Quick, and needs no PyTorch; the other one needs it.
CHECK = """
import sys
import grader
from pathlib import Path

ANSWERS = {"q1": "b"}
print(Path(grader.__file__).parent)
grader.check("quiz_gpu_basics", lang="en")
def benchmark(fn, x):
    return 1.0
grader.check("benchmark_sync", lang="en")
"""


def build(kind: str, source: Path, target: Path) -> Path:
    code = f"import setuptools.build_meta as backend; print(backend.build_{kind}({str(target)!r}))"
    done = subprocess.run([sys.executable, "-c", code], cwd=source, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return target / done.stdout.splitlines()[-1]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Build an sdist, and from it, as pip does, the wheel."""
    folder = tmp_path_factory.mktemp("built")
    (folder / "source").mkdir()
    for name in OURS:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copyfile
        copy(ROOT / name, folder / "source" / name)
    sdist = build("sdist", folder / "source", folder)
    with tarfile.open(sdist) as archive:
        archive.extractall(folder / "unpacked", filter="data")
    (unpacked,) = (folder / "unpacked").iterdir()
    return {"sdist": sdist, "wheel": build("wheel", unpacked, folder)}


@pytest.fixture(scope="module")
def installed(built: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel beside everything that is installed here but PyTorch, and return its interpreter."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, symlinks=True)
    packages = next((folder / "lib").glob("python*/site-packages"))
    for entry in Path(sysconfig.get_path("purelib")).iterdir():
        if not entry.name.startswith((*TORCH, "grader", "__editable__")):
            (packages / entry.name).symlink_to(entry)
    with zipfile.ZipFile(built["wheel"]) as archive:
        archive.extractall(packages)  # noqa: S202 - we have just built it
    return folder / "bin/python"


def tracked() -> set[str]:
    done = subprocess.run(["git", "ls-files", "grader"], cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S607 - where git is, is up to the machine
    if done.returncode:
        pytest.skip("this is no clone: nothing says which files are ours")
    return set(done.stdout.splitlines())


def test_the_wheel_holds_our_files_and_no_others(built: dict[str, Path]) -> None:
    held = {name for name in zipfile.ZipFile(built["wheel"]).namelist() if ".dist-info/" not in name}
    there = {name for name in held if (ROOT / name).is_file()}
    assert held == there
    assert tracked() - held == set()
    assert {name.split("/")[1] for name in held if "/reference/" in name} == {"authoring"}, "those of templates only"


def test_the_sdist_holds_neither_assignments_nor_references(built: dict[str, Path]) -> None:
    with tarfile.open(built["sdist"]) as archive:
        parts = {name.split("/")[1] for name in archive.getnames() if "/" in name}
    assert parts == {*OURS, "PKG-INFO", "setup.cfg", "grader.egg-info"}


def test_the_metadata_leave_pytorch_to_the_user(built: dict[str, Path]) -> None:
    with zipfile.ZipFile(built["wheel"]) as archive:
        name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        found = BytesParser().parsebytes(archive.read(name))
    required = found.get_all("Requires-Dist") or []
    assert [each for each in required if each.startswith("torch") and "extra" not in each] == []
    assert {"ray", "postgres", "triton", "lightning", "onnx", "torch"} <= set(found.get_all("Provides-Extra") or [])
    assert found["License-Expression"] == "Apache-2.0"
    assert found["Requires-Python"] == ">=3.11"


def test_it_works_in_an_empty_folder_without_pytorch(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(CHECK, encoding="utf-8")
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    done = subprocess.run(
        [installed, "mine.py"], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    first, *_ = done.stdout.splitlines()
    assert Path(first).is_relative_to(installed.parents[1])
    assert "An answer to `q1` was found" in done.stdout
    assert "No module named 'torch'" in done.stdout, "what is missing is named, and is no failure"
    assert "✗ failed  Waits for the GPU to finish" not in done.stdout


def test_its_command_tells_what_is_missing(installed: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "COLUMNS": "200"}
    command = [str(installed), "-m", "grader", "doctor", "--lang", "en"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert "pip install torch" in done.stdout
    assert "Traceback" not in done.stderr


def test_the_image_copies_what_is_there_and_pins_what_the_makefile_pins() -> None:
    lines = (ROOT / "docs/deploy/Dockerfile").read_text(encoding="utf-8").splitlines()
    copied = [word for line in lines if line.startswith("COPY ") for word in line.split()[1:-1]]
    assert set(copied) == set(OURS)
    assert [line.split(":")[1] for line in lines if line.startswith("FROM ")] != ["latest"]
    pinned = re.search(r"torch==[\d.]+", (ROOT / "Makefile").read_text(encoding="utf-8"))
    assert pinned
    assert f"RUN pip install {pinned[0]}" in lines
