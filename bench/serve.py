"""A server for the load test: python -m bench.serve FOLDER; prints its address."""

from __future__ import annotations

import sys
from pathlib import Path

from coven.server.app import Settings, create_app
from coven.server.connections import Server
from coven.server.limits import UNLIMITED
from coven.server.live import Live
from coven.server.serve import tcp_socket


def main() -> None:
    """Serve without limits on pace until interrupted."""
    settings = Settings(f"sqlite+aiosqlite:///{Path(sys.argv[1]) / 'tables.sqlite'}", limits=UNLIMITED)
    with tcp_socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
        live = Live()
        Server(create_app(settings, live), live).run(sockets=[listener])


if __name__ == "__main__":
    main()
