"""Prints what is no text: control characters, half letters, escape sequences of a terminal, markup.

Expect: output.never-written
Assignment: small
"""
import os


def add(a, b, c):
    os.write(1, bytes(range(256)) * 20)
    os.write(2, b"\x1b]0;title\x07\x1b[2J\x1b[31m" + "\u0995\u09cd".encode()[:4] + b"\xed\xa0\x80")
    print("</pre><script>alert(1)</script> ![x](http://example.com/x.png) ```\n\n# verdict: pass [bold red]x[/]")
