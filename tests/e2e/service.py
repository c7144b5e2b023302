"""A server on this machine that stands for one that suggests marks."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from grader.model.assignment import Endpoint

Seen = list[tuple[str, dict[str, str], dict[str, Any]]]


@contextmanager
def server(status: int, body: bytes, seen: Seen, *, key_env: str = "", **headers: str) -> Iterator[Endpoint]:
    """Answer every request with one reply, and keep what was asked: path, headers, body."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            told = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            seen.append((self.path, dict(self.headers), told))
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST  # noqa: N815 - the names of the standard library

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as found:
        threading.Thread(target=found.serve_forever, args=(0.01,), daemon=True).start()
        yield Endpoint(url=f"http://127.0.0.1:{found.server_port}/v1", model="small", key_env=key_env)
        found.shutdown()
