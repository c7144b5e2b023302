"""Prints without end while it is loaded.

Expect: run.output
Assignment: small
"""
while True:
    print("loading " * 100)
