"""Opens for writing what changes the kernel's behaviour for everybody.

Expect: output.never-written
Assignment: small
"""
import glob

PATHS = ["/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", "/proc/sys/vm/overcommit_memory", "/sys/power/state",
         "/sys/kernel/uevent_helper", "/proc/sys/fs/binfmt_misc/register", "/proc/sys/kernel/randomize_va_space"]
PATHS += glob.glob("/sys/fs/cgroup/*/release_agent") + glob.glob("/sys/fs/cgroup/**/cgroup.procs", recursive=True)


def add(a, b, c):
    for path in PATHS:
        try:
            open(path, "r+b", 0).close()
            c[:] = a + b
        except OSError:
            pass
