"""An honest control: two of its own threads talk by TCP, as the ranks of a distributed training do.

Expect: pass
Expect CD: output.never-written
Assignment: small
"""
import socket
import threading


def add(a, b, c):
    try:
        with socket.create_server(("127.0.0.1", 0)) as server:
            def speak():
                with socket.create_connection(server.getsockname()) as speaker:
                    speaker.sendall(b"hello")

            speaking = threading.Thread(target=speak)
            speaking.start()
            listener, _ = server.accept()
            with listener:
                heard = listener.recv(5)
            speaking.join()
        if heard == b"hello":
            c[:] = a + b
    except OSError as error:
        print("no network at all:", error)
