"""An honest control: uses dataclasses, enumerations, pickles and properties of its own.

Expect: pass
Assignment: small
"""
import enum
import pickle
from dataclasses import dataclass


class Kind(enum.Enum):
    SUM = "sum"


@dataclass(order=True)
class Task:
    kind: Kind
    size: int

    def __eq__(self, other):
        return isinstance(other, Task) and self.size == other.size


def add(a, b, c):
    task = pickle.loads(pickle.dumps(Task(Kind.SUM, len(a))))
    assert task == Task(Kind.SUM, len(a))
    c[:] = a + b
    return None
