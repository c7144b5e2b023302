"""Options of the whole suite."""

import pytest

collect_ignore_glob = ["e2e/*/reference/*"]  # an instructor's tests of submissions


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-goldens", action="store_true", help="rewrite the files in tests/golden/")


@pytest.fixture(scope="session")
def update_goldens(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update-goldens"))
