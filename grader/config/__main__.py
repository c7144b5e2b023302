"""Prints the page of documentation: `python -m grader.config > docs/assignment-format.md`."""

import sys

from grader.config.page import reference_page

sys.stdout.write(reference_page())
