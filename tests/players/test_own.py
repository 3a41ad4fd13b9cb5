"""Bots of one's own: what they are told, how they play, and what becomes of those that fail."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import coven
from coven.cli import main
from coven.lab.kept import KeptError
from coven.lab.tournament import make_plan, play_tournament
from coven.players import BotFailed, UnknownPlayer, make_player
from coven.players.own import OwnBot, as_text, own_name
from tests.players import bots

BOTS = "tests.players.bots"


def asked(text: str, seconds: float = 20.0) -> int:
    match = coven.new("three-witches", seed=7)
    seat = match.pending[0]
    bot = OwnBot(text, 5, seconds)
    try:
        return bot(match.game, match.deck, match.view_record(seat), seat, match.numbers(seat))
    finally:
        bot.close()


@pytest.mark.slow
def test_a_bot_is_a_function_of_a_module_or_a_file(tmp_path: Path) -> None:
    assert asked(f"mine={BOTS}:first") == 0
    file = tmp_path / "my_bot.py"
    file.write_text("print('loaded')\n\ndef last(view, legal, seed):\n    return legal[-1]\n")
    assert asked(f"{file}:last") == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("function", "why"),
    [
        ("cheat", "the bot bad chose 10000, which is not legal"),
        ("sleepy", "the bot bad did not answer within 1.5 seconds"),
        ("broken", "the bot bad raised LookupError: no idea"),
        ("gone", "the bot bad has ended"),
        ("nobody", "the bot bad raised AttributeError"),
        ("nosy", "raised LookupError: 0 1 1"),
    ],
)
def test_a_bot_that_fails_is_named(function: str, why: str) -> None:
    with pytest.raises(BotFailed, match=why):
        asked(f"bad={BOTS}:{function}", 1.5)


@pytest.mark.slow
def test_a_bot_ends_when_its_program_is_killed() -> None:
    """Even one that never answers."""
    program = f"""if True:
        import coven
        from coven.players.own import OwnBot
        match = coven.new("three-witches", seed=7)
        seat = match.pending[0]
        bot = OwnBot("bad={BOTS}:sleepy", 5, 1000)
        bot.load()
        print(bot._home._process.pid, flush=True)
        bot(match.game, match.deck, match.view_record(seat), seat, match.numbers(seat))
    """
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as asking:
        assert asking.stdout
        bot = int(asking.stdout.readline())
        time.sleep(0.5)
        assert runs(bot)
        asking.kill()
    end = time.monotonic() + 30
    while runs(bot):
        assert time.monotonic() < end
        time.sleep(0.05)


def runs(pid: int) -> bool:
    """Is there such a process, and not only what is left of it until somebody asks?"""
    found = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True)
    return found.stdout.strip()[:1] not in ("", "Z")


@pytest.mark.slow
def test_the_same_seed_makes_the_same_choices() -> None:
    def chosen() -> list[int]:
        match = coven.new("three-witches", seed=7)
        bot: Any = make_player(f"{BOTS}:seeded", 9)
        made = []
        for _ in range(12):
            seat = match.pending[0]
            made.append(bot(match.game, match.deck, match.view_record(seat), seat, match.numbers(seat)))
            match.act(seat, made[-1])
        bot.close()
        return made

    first = chosen()
    assert first == chosen()
    assert len(set(first)) > 3


@pytest.mark.slow
def test_a_bot_that_fails_loses_and_the_others_share() -> None:
    figures = coven.tournament("three-witches", {"bad": bots.cheat, "thumb": "thumb"}, deals=1, seats=3)
    shares = {one.player: one.win_share for one in figures.standings}
    assert shares["bad"] < 1 / 3 < shares["thumb"]
    assert len(figures.failures) == figures.games
    assert "the bot bad chose 10000, which is not legal" in figures.failures[0]


@pytest.mark.slow
def test_bots_play_in_simulations_and_at_the_terminal() -> None:
    runner = CliRunner()
    done = runner.invoke(
        main, ["simulate", "whirling-witchcraft", "--games", "2", "--players", f"m={BOTS}:first,thumb"]
    )
    assert done.exit_code == 0, done.output
    assert "Player 1. m: wins" in done.output
    done = runner.invoke(main, ["play", "three-witches", "--seats", f"thumb,thumb,bad={BOTS}:cheat", "--seed", "1"])
    assert done.exit_code == 1
    assert "has lost the game, which ends here: the bot bad chose 10000" in done.output
    with pytest.warns(UserWarning, match="the bot cheat chose 10000, which is not legal: it has lost the game"):
        figures = coven.simulate("whirling-witchcraft", ["thumb", f"{BOTS}:cheat"], games=2)
    assert figures.win_share == [1, 0]


def test_bots_are_named_as_they_can_be_found() -> None:
    assert as_text("mine", bots.first) == f"mine={BOTS}:first"
    assert as_text("mine", f"{BOTS}:first") == f"mine={BOTS}:first"
    assert own_name(f"{BOTS}:first") == "first"
    with pytest.raises(ValueError, match="put it into a module"):
        as_text("mine", lambda view, legal, seed: legal[0])
    with pytest.raises(UnknownPlayer):
        make_player("mine=nothing", 1)
    game = coven.load_game("three-witches")
    with pytest.raises(ValueError, match="two players have the same name"):
        make_plan(game, [f"x={BOTS}:first", f"x={BOTS}:cheat"])
    with pytest.raises(ValueError, match="plays under its own name"):
        coven.tournament("three-witches", {"best": "thumb", "random": "random"})


def test_tournaments_with_bots_are_not_saved(tmp_path: Path) -> None:
    plan = make_plan(coven.load_game("three-witches"), [f"x={BOTS}:first", "thumb"])
    with pytest.raises(KeptError, match="cannot be saved"):
        play_tournament(plan, 1, save=tmp_path / "saved")


@pytest.mark.slow
def test_policies_play_many_games_at_once() -> None:
    sizes = []

    def best(observations: Any, masks: Any) -> Any:
        sizes.append(len(observations))
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)

    def play() -> coven.Tournament:
        return coven.tournament(
            "three-witches", {"mine": coven.batched(best), "thumb": "thumb", "random": "random"}, deals=20, seed=3
        )

    figures = play()
    assert figures.games == 20 * 3
    assert max(sizes) > 15
    shares = {one.player: one.win_share for one in figures.standings}
    assert sum(shares.values()) == pytest.approx(1)
    assert shares["thumb"] > 1 / 3
    again = play()
    assert [one.win_share for one in again.standings] == [one.win_share for one in figures.standings]
    with pytest.raises(ValueError, match="witch cannot play along"):
        coven.tournament("three-witches", {"mine": coven.batched(best), "witch": "witch"}, deals=1)
    wrong = coven.batched(lambda observations, masks: np.full(len(observations), 128))
    with pytest.raises(coven.IllegalAction, match="may not play"):
        coven.tournament("three-witches", {"wrong": wrong, "thumb": "thumb"}, deals=1)
