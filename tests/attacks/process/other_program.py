"""Becomes another program, which keeps the judge waiting.

Expect: run.bad-reply
Assignment: small
"""
import os


def add(a, b, c):
    os.execvp("sleep", ["sleep", "9875"])
