"""A frame that cannot be made ends its own page, and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from coven.server import page_socket
from tests.server.serving import Person, serving, settings

BROKEN = 1


def test_a_broken_frame_ends_its_page_and_harms_no_act(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    frame_from, is_broken = vars(page_socket)["frame_from"], False

    def made(common: Any, table: Any, seat: int, log_from: int) -> Any:
        if is_broken and seat == BROKEN:
            raise ValueError("this cannot be described")
        return frame_from(common, table, seat, log_from)

    monkeypatch.setattr(page_socket, "frame_from", made)
    with serving(settings(tmp_path)) as address:
        anna = Person(address).open_table(bots=()).look()
        bea = Person(address).join(anna, BROKEN, "Bea").look()
        is_broken = True
        assert anna.ask("name", name="Clara")["type"] == "answer"
        assert anna.now["seats"][0]["name"] == "Clara"
        with pytest.raises(ConnectionClosed):
            bea.hear(lambda: False)
        assert [one["code"] for one in bea.others] == ["broken"]
