"""Opens files until it may open no more.

Expect: run.files
Assignment: small
"""
import os


def add(a, b, c):
    kept = [os.open("/dev/null", os.O_RDONLY) for _ in range(100_000)]
    c[:] = a + b if kept else 0
