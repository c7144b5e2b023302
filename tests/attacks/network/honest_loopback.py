"""An honest control: two of its own threads talk by TCP, as the ranks of a distributed training do, where they can.

Expect: pass
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
    except OSError as error:  # without namespaces there is no network at all
        print("alone:", error)
        c[:] = a + b
