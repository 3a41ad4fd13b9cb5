"""A server in its own process, to be killed: python -m tests.server.server_process FOLDER PORT [DATABASE [WORKER]].

If the environment has COVEN_TEST_NEWER, its 3 Witches has a later version of the rules.
"""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path
from typing import Any

from coven.games.three_witches.game import GAME
from coven.server import front
from coven.server.app import create_app
from coven.server.connections import Server
from coven.server.live import Live
from coven.server.serve import tcp_socket
from tests.server.serving import LOCAL, settings

NEWER = "COVEN_TEST_NEWER"

if __name__ == "__main__":
    folder, port = Path(sys.argv[1]), int(sys.argv[2])
    shared: dict[str, Any] = {}
    if len(sys.argv) > 3:
        shared = {"database": sys.argv[3]}
    if len(sys.argv) > 4:
        shared |= {"worker": int(sys.argv[4]), "forwarded_by": [LOCAL], "pulse": front.PULSE}
    if os.environ.get(NEWER):
        object.__setattr__(GAME, "rules_version", GAME.rules_version + 1)
    live = Live()
    with tcp_socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((LOCAL, port))
        chosen = settings(folder, **shared)
        Server(create_app(chosen, live), live, chosen.forwarded_by, 10_000).run(sockets=[listener])
