"""A server in its own process, to be killed: python -m tests.server.server_process FOLDER PORT."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

from coven.server.app import create_app
from coven.server.connections import Server
from coven.server.live import Live
from coven.server.serve import tcp_socket
from tests.server.serving import LOCAL, settings

if __name__ == "__main__":
    folder, port = Path(sys.argv[1]), int(sys.argv[2])
    live = Live()
    with tcp_socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((LOCAL, port))
        Server(create_app(settings(folder), live), live).run(sockets=[listener])
