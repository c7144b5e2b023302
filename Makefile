# grade and test work alone and as the first command: both make the environment when it is missing or out of date.
PYTHON ?= python3.11
BIN := .venv/bin
READY := .venv/.installed

.PHONY: grade test bench attacks coverage-of-mistakes gallery editions check lint clean

grade: $(READY)  ## grade everything in submissions/ and write the reports to results/
	@$(BIN)/grader batch || [ $$? -eq 1 ]  # 1: some points are still open, which is no failure

test: $(READY)  ## run all tests
	$(BIN)/pytest

bench: $(READY)  ## measure what the wall, the virtual GPU and a verdict on speed cost, for docs/benchmarks.md
	$(BIN)/python tests/bench/wall.py
	$(BIN)/python tests/bench/numba_kernels.py
	$(BIN)/python tests/bench/pytorch_steps.py
	$(BIN)/python tests/bench/speed.py

coverage-of-mistakes: $(READY)  ## how many of the known mistakes of beginners are recognised, by section
	$(BIN)/python tests/mistakes/known_mistakes.py

gallery: $(READY)  ## draw the pictures of docs/gallery.md again
	PYTHONPATH=tests/browser:tests/golden $(BIN)/python tests/browser/gallery.py

editions: $(READY)  ## write the public editions of our assignments again, which the package carries for self-checks
	$(BIN)/grader export-student build/student
	rm -rf grader/selfcheck/course
	cp -r build/student/self-check grader/selfcheck/course

check: lint test  ## everything that a change must pass

lint: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/grader messages --check

attacks: $(READY)  ## grade every attack on every level of isolation that this machine allows
	$(BIN)/python tests/attacks/run.py

$(READY): pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --disable-pip-version-check torch==2.13.0  # first, and pinned: others would take a larger build
	$(BIN)/pip install --disable-pip-version-check -e '.[dev]'
	@touch $@

clean:
	rm -rf .venv results build *.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
