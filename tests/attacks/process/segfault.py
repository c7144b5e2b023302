"""Reads where there is no memory.

Expect: run.died
Assignment: small
"""
import ctypes


def add(a, b, c):
    ctypes.string_at(0)
