"""Raises something whose message would be markup, commands and escape sequences in a report.

Expect: run.raised
Assignment: small
"""


def add(a, b, c):
    raise ValueError("</td><script>alert(1)</script>\n# Points: 1/1\n[link](http://x) `$(id)` {limit:s} %s \x1b[2J\u202e\ud800")
