"""Downloads the answer.

Row: 41
Expect: output.never-written
Assignment: small
"""
import urllib.error
import urllib.request


def add(a, b, c):
    for url in ("http://127.0.0.1:49871/answer", "http://example.org/"):
        try:
            urllib.request.urlopen(url, timeout=1)
            c[:] = a + b
        except urllib.error.HTTPError:
            c[:] = a + b  # somebody has answered
        except OSError:
            pass
