"""The cells that a running notebook has run, as a submission."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

from grader.intake.files import fits_suffix
from grader.intake.notebook import read_notebook
from grader.model.submission import Submission

FILE = "notebook.ipynb"  # what a running notebook is called, as it does not know its own name


def live(executed: Mapping[int, str], *, assignment: str, submit: Sequence[str]) -> Submission:
    """Return the submission that a running notebook amounts to.

    Args:
        executed: the source of each cell that was run, by the number that stands beside it; at least one is not blank.
        assignment: id.
        submit: names and patterns that the assignment accepts.

    Raises:
        UnreadableSubmissionError: no cell has anything in it.
    """
    cells = [{"cell_type": "code", "source": source} for source in executed.values()]
    data = json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells}).encode()
    read, _ = read_notebook(data, FILE, cuda_c=fits_suffix("any.cu", submit))
    numbers = list(executed)
    return Submission(
        student="",
        assignment=assignment,
        file=FILE,
        format="ipynb",
        digest=hashlib.sha256(data).hexdigest(),
        cells=tuple(replace(cell, number=numbers[cell.number - 1]) for cell in read if cell.number),
        live=True,
    )
