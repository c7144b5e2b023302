"""Runs inside a box, beside student code: imports nothing of the grader's, and nothing imports it.

The folder is copied into the box, where it is the top-level package `harness`. Nothing in here is secret, and nothing
that it says is believed: it carries values, never verdicts, thresholds or clocks.
"""
