"""The environment of a box."""

import os
from collections.abc import Mapping

PASSED_ON = ("LD_LIBRARY_PATH", "OPENBLAS_CORETYPE")  # of the judge's own environment
# Without the first of these no program starts on Windows.
PASSED_ON_BY_WINDOWS = ("SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT", "PROCESSOR_ARCHITECTURE")


def environment(home: str, extra: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a box: nothing of the judge's goes along, except where programs are found.

    Args:
        home: working folder.
        extra: what the device adds.
    """
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "LANG": "C.UTF-8",
        "HOME": home,
        "USERPROFILE": home,
        **dict.fromkeys(("TMPDIR", "TEMP", "TMP"), home),
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
        **{key: os.environ[key] for key in PASSED_ON + PASSED_ON_BY_WINDOWS if key in os.environ},
        **extra,
    }
