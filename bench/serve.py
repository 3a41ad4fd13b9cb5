"""A server for load tests, which prints its address: python -m bench.serve FOLDER (see `--help`)."""

from __future__ import annotations

import argparse
from contextlib import suppress
from pathlib import Path

from bench.sampler import Sampler
from coven.server import logs
from coven.server.app import Settings, create_app
from coven.server.connections import Server
from coven.server.limits import UNLIMITED, Limits
from coven.server.live import Live
from coven.server.serve import tcp_socket
from coven.server.thinker import Mind


def main() -> None:
    """Serve until interrupted; logs go to standard error."""
    parser = argparse.ArgumentParser(prog="python -m bench.serve")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--guarded", action="store_true", help="with the usual limits on pace; no search is made ready")
    parser.add_argument("--sample", type=Path, help="write there what the main thread has been doing")
    parser.add_argument("--forwarded-by", action="append", default=[])
    given = parser.parse_args()
    logs.set_up("text")
    limits, mind = (Limits(), Mind(prepare=None)) if given.guarded else (UNLIMITED, Mind())
    database = f"sqlite:///{given.folder / 'tables.sqlite'}"
    settings = Settings(database, forwarded_by=given.forwarded_by, limits=limits, mind=mind)
    with tcp_socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
        live, sampler = Live(), Sampler()
        if given.sample:
            sampler.start()
        with suppress(KeyboardInterrupt):
            Server(create_app(settings, live), live, settings.forwarded_by).run(sockets=[listener])
        if given.sample:
            sampler.write(given.sample)


if __name__ == "__main__":
    main()
