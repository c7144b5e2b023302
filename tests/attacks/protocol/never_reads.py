"""Never takes the question from the channel.

Expect: run.timeout
Assignment: brief
"""
import time

from harness import channel


def wait(self):
    time.sleep(60)


channel.Channel.receive = wait


def add(a, b, c):
    c[:] = a + b
