"""Installs a package that does the work, while it runs.

Row: 41
Expect: output.never-written | run.timeout
Assignment: small
"""
import subprocess
import sys

INSTALL = [sys.executable, "-m", "pip", "install", "--isolated", "--no-deps", "--target", ".", "--retries", "0",
           "--timeout", "1", "--index-url", "http://127.0.0.1:49871/simple", "answer"]


def add(a, b, c):
    subprocess.run(INSTALL)
    try:
        import answer
    except ImportError:
        return
    c[:] = answer.add(a, b)
