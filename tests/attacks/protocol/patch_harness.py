"""Replaces the harness's own functions.

Row: 31
Expect: run.timeout
Assignment: brief
"""
import sys

from harness import channel, memory

memory.view = lambda argument, buffer: buffer
channel.Channel.receive = lambda self: {"id": "x", "op": "call", "payload": {}}
sys.modules["harness.serve"].Session.run = lambda self, message: None


def add(a, b, c):
    pass
