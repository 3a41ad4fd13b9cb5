"""Headless Firefox, driven by its own WebDriver BiDi: no driver beside it is needed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

FIREFOX = next((path for name in ("firefox-esr", "firefox") if (path := shutil.which(name))), None)
WAIT = 60.0
"""Seconds; machines can be slow."""
SETTINGS = {
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.enabled": False,
    "ui.prefersReducedMotion": 1,
}


class Tab:
    """A page in Firefox."""

    def __init__(self, line: ClientConnection) -> None:
        self._line, self._numbers = line, count(1)
        self._ask("session.new", capabilities={})
        self.complaints: list[str] = []
        self._ask("session.subscribe", events=["log.entryAdded"])
        self._context = self._ask("browsingContext.create", type="tab")["context"]

    def _ask(self, method: str, **given: Any) -> dict[str, Any]:
        number = next(self._numbers)
        self._line.send(json.dumps({"id": number, "method": method, "params": given}))
        while True:
            message = json.loads(self._line.recv(timeout=WAIT))
            if message.get("method") == "log.entryAdded" and message["params"]["level"] == "error":
                self.complaints.append(str(message["params"]["text"]))
            if message.get("id") == number:
                assert message["type"] == "success", message
                result: dict[str, Any] = message["result"]
                return result

    def show(self, address: str, width: int, height: int) -> None:
        """Open an address in a window of that size."""
        self._ask("browsingContext.setViewport", context=self._context, viewport={"width": width, "height": height})
        self._ask("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def run(self, script: str) -> Any:
        """The value of an expression: a number, a text, or true or false."""
        target = {"context": self._context}
        answer = self._ask("script.evaluate", expression=script, target=target, awaitPromise=True)
        assert answer["type"] == "success", answer
        return answer["result"].get("value")

    def wait_for(self, script: str, seconds: float = WAIT) -> None:
        """Until an expression is true."""
        end = time.monotonic() + seconds
        while not self.run(script):
            assert time.monotonic() < end, f"never came true: {script}"
            time.sleep(0.1)


@contextmanager
def firefox() -> Iterator[Tab]:
    """A Firefox that has never been here."""
    assert FIREFOX
    with tempfile.TemporaryDirectory() as folder:
        lines = [f"user_pref({json.dumps(key)}, {json.dumps(value)});\n" for key, value in SETTINGS.items()]
        (Path(folder) / "user.js").write_text("".join(lines), encoding="utf-8")
        command = [FIREFOX, "--headless", "--no-remote", "--profile", folder, "--remote-debugging-port", "0"]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
            try:
                with connect(f"{_address(process)}/session", max_size=None, open_timeout=WAIT) as line:
                    yield Tab(line)
            finally:
                process.terminate()
                process.communicate(timeout=WAIT)


def _address(process: subprocess.Popen[str]) -> str:
    """Where it listens, as it says itself."""
    assert process.stderr
    for line in process.stderr:
        if found := re.search(r"WebDriver BiDi listening on (ws://\S+)", line):
            return found[1]
    raise RuntimeError("Firefox ended before it listened")
