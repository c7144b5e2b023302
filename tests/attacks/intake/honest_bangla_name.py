"""An honest control: a file with a name in Bangla.

Expect: pass
"""


def make(folder):
    (folder / "যোগফল ১.py").write_text("def add(a, b, c):\n    c[:] = a + b  # যোগ\n", encoding="utf-8")
