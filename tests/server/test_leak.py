"""Two tables that differ only in what a seat cannot see send that seat the same bytes over the real socket."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from coven.engine.fair import ServerShare, game_seed
from coven.engine.game import AnyGame
from coven.engine.match import Match
from coven.games import load_game
from coven.games.three_witches.rules.cards import ELIXIR
from coven.games.three_witches.rules.state import Phase
from coven.server import opening
from tests.server.serving import Person, serving, settings

GAME = load_game("three-witches")
PARTS, WHOLE, BEGUN = 4, 7, 10
"""68 games: in each part so many that the viewer leads, and so many up to an act that the viewer does not see."""
TO_THE_END, ACTS = 7, 80
"""Of the former so many are played to the end, the others for so many acts: two or three rounds."""
VIEWER = 0
OTHERS = (1, 2)
Act = tuple[int, str]
Swaps = dict[int, tuple[int, int]]
"""By round: the cards that the two others discard, and each of which the other one holds at the other table."""


class Recorder(Person):
    """A person who keeps every message as it came."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.raw: list[str | bytes] = []

    def hear_raw(self, text: str | bytes) -> None:
        """Keep it."""
        self.raw.append(text)


@dataclass
class Script:
    """How a game is played at two tables."""

    seed: str
    """The server's share of the deal."""
    acts: list[Act] = field(default_factory=list)
    twin: list[Act] = field(default_factory=list)
    """The acts at the other table."""
    swaps: Swaps = field(default_factory=dict)

    @property
    def nonces(self) -> dict[int, str]:
        """The browsers' shares of the deal: a nonce opens one table."""
        return {seat: f"{seat + 1}{self.seed[1:]}" for seat in range(3)}

    @property
    def share(self) -> ServerShare:
        return ServerShare(self.seed, "0" * 32)

    def match(self, game: AnyGame = GAME) -> Match:
        """The game before its first act."""
        return Match(game, 3, game_seed(self.share, self.nonces))


def random_act(match: Match, rng: random.Random, *, leads: bool) -> Act:
    """Any act; with `leads` the viewer bids 4 and the others nothing."""
    seat = rng.choice(match.pending)
    texts = [match.text(number) for number in match.numbers(seat)]
    wanted = "bid 4" if seat == VIEWER else "pass"
    state: Any = match.state
    is_bidding = leads and state.phase <= Phase.RAISE and wanted in texts
    return seat, wanted if is_bidding else rng.choice(texts)


def script_with_swapped_discards(number: int) -> Script:
    """A game that the viewer leads: what the others discard, it never learns."""
    script, rng = Script(f"{number:032x}"), random.Random(number)
    match = script.match()
    while match.pending and (number < TO_THE_END or len(script.acts) < ACTS):
        script.acts.append(random_act(match, rng, leads=True))
        match.act(*script.acts[-1])
        note_discards(match, script.swaps)
    twin = script.match(with_swaps(script.swaps))
    for seat, text in script.acts:
        state: Any = twin.state
        if text.startswith("discard") and state.round in script.swaps:
            text = f"discard {twin.deck.cards[script.swaps[state.round][seat == OTHERS[0]]]}"
        twin.act(seat, text)
        script.twin.append((seat, text))
    return script


def note_discards(match: Match, swaps: Swaps) -> None:
    state: Any = match.state
    cards = state.discards[OTHERS[0]], state.discards[OTHERS[1]]
    if state.lead == VIEWER and state.phase == Phase.LEAD and ELIXIR not in cards and state.passings == 0:
        swaps.setdefault(state.round, cards)


def with_swaps(swaps: Swaps) -> AnyGame:
    """The game with deals in which two cards have changed hands between the others."""

    def swap(state: Any) -> None:
        for one, other in [swaps[state.round]] if state.round in swaps else []:
            both = 1 << one | 1 << other
            for seat in OTHERS:
                state.hands[seat] ^= both

    def setup(deck: Any, state: Any) -> None:
        GAME.rules.setup(deck, state)
        swap(state)

    def apply(deck: Any, state: Any, seat: int, action: int) -> None:
        before = state.round
        GAME.rules.apply(deck, state, seat, action)
        if state.round != before and state.phase != Phase.OVER:
            swap(state)

    return replace(GAME, rules=replace(GAME.rules, setup=setup, apply=apply))


def script_with_another_secret(number: int) -> Script:
    """A game up to an act of somebody else that the viewer does not see; at the other table it is another act."""
    rng = random.Random(number)
    for attempt in range(1000):
        script = Script(f"{1000 * number + attempt:032x}")
        match = script.match()
        length = rng.randrange(3, 120)
        while match.pending and len(script.acts) < length:
            script.acts.append(random_act(match, rng, leads=False))
            match.act(*script.acts[-1])
        found = another_secret(script, match, rng) if match.pending else None
        if found:
            script.twin = [*script.acts, found[1]]
            script.acts.append(found[0])
            return script
    raise AssertionError("there is no secret act")


def another_secret(script: Script, match: Match, rng: random.Random) -> tuple[Act, Act] | None:
    """Two acts of one other seat after which the viewer sees the same."""
    seat = rng.choice(match.pending)
    if seat == VIEWER:
        return None
    seen: dict[bytes, Act] = {}
    for number in match.numbers(seat):
        after = script.match()
        for act in script.acts:
            after.act(*act)
        after.act(seat, number)
        act = (seat, match.text(number))
        other = seen.setdefault(after.view_record(VIEWER).to_bytes(), act)
        if other != act:
            return other, act
    return None


def play(address: str, nonces: dict[int, str], acts: list[Act], seed: int) -> list[str | bytes]:
    """Everything that the viewer is sent while the acts are played, errors, undo, talk and reconnects included."""
    rng, viewer = random.Random(seed), Recorder(address).open_table(bots=(), share=nonces[0])
    bea = Person(address).join(viewer, 1, "Bea", nonces[1])
    people = [viewer, bea, Person(address).join(viewer, 2, "Cora", nonces[2])]
    for person in people:
        person.look()
    viewer.ask("start", id="start")
    for number, (seat, text) in enumerate(acts):
        if seat != VIEWER:
            settle(people[seat], f"before {number}")
        people[seat].act(text, id=f"act {number}")
        settle(viewer, f"after {number}")
        if viewer.now["status"] == "playing":
            disturb(viewer, rng, number)
    for person in people:
        person.go()
    return viewer.raw


def settle(person: Person, name: str) -> None:
    """Let everything that was sent arrive: ask for something that is always refused."""
    person.ask("undo", question="none", id=f"settle {name}")


def disturb(viewer: Person, rng: random.Random, number: int) -> None:
    """Errors, undo, talk, reconnects and what the company has to agree on in between."""
    lot, question = rng.random(), viewer.now["question"]
    if lot < 0.1 and not question["is_due"]:
        viewer.ask("act", question=question["id"], action=rng.randrange(129), id=f"wrong {number}")
    elif lot < 0.15:
        viewer.ask("say", phrase="win", id=f"say {number}")
    elif lot < 0.2:
        viewer.close()
        viewer.look()
    elif lot < 0.25:
        for wants in (True, False):
            viewer.ask("end", wants=wants, id=f"end {number} {wants}")
    elif lot < 0.35 and viewer.now["can_undo"] and viewer.now["view"]["phase"] == "conceal":
        last = viewer.now["view"]["tricks"][-1]["up"]
        viewer.ask("undo", question=question["id"], id=f"undo {number}")
        settle(viewer, f"undone {number}")
        viewer.act(f"lead {last}", id=f"again {number}")
        settle(viewer, f"redone {number}")


@contextmanager
def two_servers() -> Iterator[tuple[str, str]]:
    """Their addresses; in memory where the system has a folder for that, as nothing here is about the disk."""
    memory = Path("/dev/shm")  # noqa: S108  # a folder of our own is made in it
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        for name in ("one", "two"):
            (Path(folder) / name).mkdir()
        first, second = (settings(Path(folder) / name, pulse=3600.0) for name in ("one", "two"))  # whatever they take
        with serving(first) as one, serving(second) as two:
            yield one, two


def compare(patch: pytest.MonkeyPatch, scripts: Iterator[Script]) -> int:
    """Play each script at both tables; returns how many messages were the same."""
    same = 0
    with two_servers() as (one, two):
        for number, script in enumerate(scripts):
            patch.setattr(ServerShare, "draw", lambda script=script: script.share)
            patch.setattr(opening, "load_game", lambda key: GAME)
            first = play(one, script.nonces, script.acts, number)
            twin = with_swaps(script.swaps)
            patch.setattr(opening, "load_game", lambda key, twin=twin: twin)
            second = play(two, script.nonces, script.twin, number)
            same += check_same(first, second)
    return same


def check_same(first: list[str | bytes], second: list[str | bytes]) -> int:
    """The same messages, but for what is shown when the game is over."""
    assert len(first) == len(second)
    for one, other in zip(first, second, strict=True):
        if '"result":null' in str(one) or '"type":"frame"' not in str(one):
            assert one == other
    return len(first)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_discards_that_nobody_saw_are_in_no_message(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    scripts = [script_with_swapped_discards(number) for number in range(WHOLE * part, WHOLE * part + WHOLE)]
    assert sum(len(script.swaps) for script in scripts) > WHOLE
    assert all(script.acts != script.twin for script in scripts if script.swaps)
    assert compare(monkeypatch, iter(scripts)) > WHOLE * 100


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_secret_acts_are_in_no_message(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    scripts = [script_with_another_secret(number) for number in range(BEGUN * part, BEGUN * part + BEGUN)]
    assert len({script.acts[-1][1].split()[0] for script in scripts}) >= 3
    assert compare(monkeypatch, iter(scripts)) > BEGUN * 10
