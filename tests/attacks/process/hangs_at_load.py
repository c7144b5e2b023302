"""Never finishes loading.

Expect: run.load-timeout
Assignment: brief
"""
import time

time.sleep(60)


def add(a, b, c):
    c[:] = a + b
