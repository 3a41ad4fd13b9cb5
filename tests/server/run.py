"""A server as a process of its own, to be killed: python -m tests.server.run FOLDER PORT."""

from __future__ import annotations

import sys
from pathlib import Path

import uvicorn

from coven.server.app import create_app
from coven.server.serve import Announced
from tests.server.serving import LOCAL, settings

if __name__ == "__main__":
    folder, port = Path(sys.argv[1]), int(sys.argv[2])
    chosen = settings(folder)
    config = uvicorn.Config(
        create_app(chosen), host=LOCAL, port=port, log_config=None, ws="websockets-sansio", timeout_graceful_shutdown=2
    )
    Announced(config, chosen.live).run()
