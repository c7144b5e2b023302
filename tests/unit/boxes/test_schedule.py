"""Waiting for a processor, as the kernel counts it."""

import os
import subprocess
import sys
import time

from grader.boxes.schedule import HERE, waited_s


def test_two_that_share_a_processor_wait_for_each_other() -> None:
    processors = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(processors)})
    busy = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        before, used = waited_s(HERE), time.thread_time()
        while time.thread_time() - used < 0.1:
            pass
        assert waited_s(HERE) > before
        assert waited_s(str(busy.pid)) > 0
    finally:
        busy.kill()
        busy.wait()
        os.sched_setaffinity(0, processors)


def test_of_a_thread_that_is_not_there_nothing_is_known() -> None:
    assert waited_s("0") == 0.0
