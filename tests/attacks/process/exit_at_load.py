"""Ends the process with a good exit code before anything is checked.

Row: 33
Expect: run.died
"""
import os

os._exit(0)
