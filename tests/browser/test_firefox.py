"""The page in Firefox: a whole game of each, by clicks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from coven.server.app import STATIC
from tests.browser.browser_play import LONGEST_GAME, OPEN
from tests.browser.firefox import FIREFOX, Tab, firefox

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.skipif(FIREFOX is None, reason="Firefox is missing"),
    pytest.mark.skipif(not (STATIC / "index.html").is_file(), reason="the page is not built"),
]
SHORT = {"three-witches": (3, 5), "witchs-brew": (5, 7), "midnight": (2, 1), "whirling-witchcraft": (2, 1)}
"""By game: players and the seed of a game that is soon over."""
BOT_SEED = 5
BEGIN = """(() => {
  const card = document.getElementById('%s');
  const level = [...document.querySelectorAll('select')].find(one => one.ariaLabel === 'Bots play as');
  level.value = 'thumb';
  level.dispatchEvent(new Event('change', {bubbles: true}));
  card.querySelector('input[type=radio][value="%d"]')?.click();
  [...card.querySelectorAll('button')].find(one => one.textContent.includes('Play now')).click();
})()"""
PLAY = f"""(() => {{
  let seed = 1;
  window.choices = 0;
  setInterval(() => {{
    window.dispatchEvent(new KeyboardEvent('keydown', {{key: 'Shift'}}));
    const go = [...document.querySelectorAll('button')].find(one => one.textContent.trim() === 'Continue');
    const lit = go ? [go] : document.querySelector('.prompt.due') ? [...document.querySelectorAll('{OPEN}')] : [];
    if (!lit.length) return;
    seed = (seed * 48271) % 2147483647;
    window.choices += 1;
    lit[seed % lit.length].click();
  }}, 60);
}})()"""
"""A person who clicks, and hurries the others along."""


@pytest.fixture(scope="module")
def tab() -> Iterator[Tab]:
    with firefox() as found:
        yield found


@pytest.mark.parametrize("game", SHORT)
def test_a_whole_game_in_firefox(tab: Tab, address: str, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    players, seed = SHORT[game]
    monkeypatch.setattr("coven.server.entries.game_seed", lambda share, nonces: seed)
    monkeypatch.setattr("coven.players.secrets.randbits", lambda bits: BOT_SEED)
    tab.show("about:blank", 1280, 800)  # the last page looks for a server that has gone
    tab.complaints.clear()
    tab.show(address, 1280, 800)
    tab.wait_for(f"document.querySelector('#{game} .picture svg') !== null")
    tab.run(BEGIN % (game, players))
    tab.wait_for("document.querySelector('.board') !== null")
    tab.run(PLAY)
    tab.wait_for("document.querySelector('dialog[open] .end') !== null", LONGEST_GAME)
    assert tab.run("choices") > 5
    tab.wait_for("document.querySelector('dialog[open] .end').textContent.includes('The deal was fair')")
    assert tab.complaints == []
