"""A table whose rules this server does not play, as people see it: at the door and in their seat."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from coven.server.keys import new_key
from tests.browser.browser_play import DESK, Witness
from tests.server.serving import serving, settings
from tests.server.test_outdated import KEPT, insert_table, query, read

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::ResourceWarning")]
WHY = "opened under version 9 of the rules of 3 Witches"


def test_a_closed_table_says_why_and_gives_its_record(browser: Browser, tmp_path: Path) -> None:
    kept = next(read(path) for path in KEPT if path.stem == "three-witches")
    with serving(settings(tmp_path)):
        pass
    table = insert_table(tmp_path, kept)
    query(tmp_path, "UPDATE tables SET rules_version = 9")
    links = {}
    for kind, seat in (("seat", 1), ("invite", None)):
        token, key = new_key(seat, "link" if kind == "seat" else kind)
        query(
            tmp_path, "INSERT INTO keys VALUES (?, ?, ?, ?, ?)", key.hash, table, key.seat, key.kind, int(time.time())
        )
        links[kind] = f"/table/{table}#{kind}={token}"
    with serving(settings(tmp_path)) as address:
        context = browser.new_context(viewport=DESK, reduced_motion="reduce")
        witness = Witness(context, address)
        page = context.new_page()
        page.goto(address + links["invite"])
        expect(page.get_by_text(WHY)).to_be_visible()
        expect(page.get_by_role("button", name="Sit here")).to_have_count(0)
        page.goto("about:blank")
        page.goto(address + links["seat"])
        page.get_by_role("button", name="seat here").click()
        expect(page.get_by_text(WHY)).to_be_visible()
        with page.expect_download() as download:
            page.get_by_role("link", name="Download the record").click()
        download.value.save_as(tmp_path / "record.json")
        assert json.loads((tmp_path / "record.json").read_text())["rules_version"] == 9
        context.close()
        assert witness.complaints == []
