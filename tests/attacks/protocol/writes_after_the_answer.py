"""Answers with zeros at once, and puts the right values into the memory file later.

Row: 2, 17
Expect: output.zeros | output.never-written | output.not-repeatable
"""
import mmap
import threading
import time

from harness import channel

written = channel.Channel._written


def late(self, arrays):
    right = [array.copy() for array in arrays]
    for array in arrays[2:]:
        array[...] = 0
    specs = written(self, arrays)
    if len(arrays) == 3:
        memory = mmap.mmap(self._replies, specs[-1]["offset"] + arrays[-1].nbytes)

        def work():
            time.sleep(0.3)
            for array, spec in zip(right, specs):
                memory[spec["offset"]:spec["offset"] + array.nbytes] = array.tobytes()

        threading.Thread(target=work, daemon=True).start()
    return specs


channel.Channel._written = late


def add(a, b, c):
    time.sleep(0.2)  # so that the process lives on when the values come
    c[:] = a + b
