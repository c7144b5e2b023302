"""Aborts.

Expect: run.died
Assignment: small
"""
import os


def add(a, b, c):
    os.abort()
