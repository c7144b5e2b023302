"""How long a thread was ready to run while other programs had the processor, as Linux counts it."""

from pathlib import Path

HERE = "thread-self"  # the thread that asks


def waited_s(thread: str) -> float:
    """Return the seconds that a thread has waited for a processor since it began; 0 where the kernel does not tell.

    https://docs.kernel.org/scheduler/sched-stats.html

    Args:
        thread: its number in /proc, that of a process standing for its main thread; or HERE.
    """
    try:
        return int(Path(f"/proc/{thread}/schedstat").read_text(encoding="ascii").split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        return 0.0
