"""Play at the keyboard, with scripted input."""

from __future__ import annotations

import io
import itertools
import random
import string
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from rich.console import Console

import coven
from coven.engine.match import Action, IllegalAction
from coven.engine.sentences import Names
from coven.lab.simulation import Simulation
from coven.terminal import files
from coven.terminal.answers import find_action, keyed
from coven.terminal.play import Options, Play
from coven.terminal.report import show_simulation
from coven.terminal.rules import clause_text
from coven.terminal.screen import Painter, Screen
from coven.terminal.seats import SeatError, make_seats, parse_seats, seats_of_record
from coven.terminal.teller import Teller

GAME = "three-witches"
SEED = 5


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COVEN_DATA", str(tmp_path))
    return tmp_path


class Desk:
    """A game on a screen whose text is kept, with a script of answers; at its end somebody presses Ctrl-D."""

    def __init__(self, kinds: str = "me,thumb,thumb", *, seed: int = SEED, plain: bool = True) -> None:
        self.out = io.StringIO()
        console = Console(
            file=self.out, width=100, highlight=False, force_terminal=not plain,
            color_system=None if plain else "truecolor",
        )  # fmt: skip
        self.screen = Screen(console, self._read)
        self.match = coven.new(GAME, seed=seed)
        self.play = Play(self.match, parse_seats(kinds, self.match.game), self.screen, Options())
        self.script: Iterator[str] = iter(())

    def run(self, script: Iterable[str]) -> int:
        self.script = iter(script)
        return self.play.run()

    def _read(self) -> str:
        for answer in self.script:
            return answer
        raise EOFError

    @property
    def text(self) -> str:
        return self.out.getvalue()

    @property
    def last(self) -> str:
        """The last line that holds anything."""
        return self.text.strip().splitlines()[-1]


def only_file(folder: Path) -> Path:
    (path,) = folder.rglob("*.json")
    return path


def test_always_answering_1_plays_a_whole_game(folder: Path) -> None:
    desk = Desk()
    assert desk.run(itertools.repeat("1")) == 0
    assert desk.match.over
    assert "(TW-51)" in desk.text
    assert f"Seed {SEED}." in desk.last
    record = coven.GameRecord.load(only_file(folder))
    assert record.names == ("Player", "Agnes (thumb)", "Hazel (thumb)")
    assert record.verify(desk.match.game).over


def test_the_same_seed_and_answers_give_the_same_game() -> None:
    one, two = Desk(), Desk()
    one.run(itertools.repeat("1"))
    two.run(itertools.repeat("1"))
    assert one.match.acts == two.match.acts


def test_a_game_without_people_is_watched() -> None:
    desk = Desk("thumb,random,thumb")
    assert desk.run([]) == 0
    assert "Round 2" in desk.text
    assert "Your hand" not in desk.text


def test_people_sharing_a_keyboard_see_only_their_own_screens() -> None:
    desk = Desk("me,me,me", plain=False)
    assert desk.run(["1"] * 100) == 0
    handed = desk.text.split("Pass the keyboard to ")[1:]
    assert len(handed) > 10
    for screen in handed[1:-1]:
        assert "\x1b[2J" in screen.split("Your hand")[0], "cleared before the next person's hand is shown"


def test_plain_output_has_no_escape_codes_and_no_boxes() -> None:
    desk = Desk()
    desk.run(itertools.repeat("1"))
    assert "\x1b" not in desk.text
    assert not set(desk.text) & set("─│┌┐└┘━┃")


def test_a_choice_nobody_has_seen_can_be_taken_back() -> None:
    desk = Desk("me,me,me")
    counts = []

    def script() -> Iterator[str]:
        while not any(map(desk.match.can_undo, desk.match.pending)):
            yield "1"
        counts.append(len(desk.match.acts))
        yield "undo"
        counts.append(len(desk.match.acts))
        yield "u"

    assert desk.run(script()) == 0
    assert counts[1] == counts[0] - 1
    assert "You take back your last choice." in desk.text
    assert "nothing to take back" in desk.text


def illegal_play(desk: Desk) -> Iterator[str]:
    """Answers until some card in hand may not be played; then its text, last."""
    while True:
        seat = desk.match.pending[0]
        legal = desk.match.legal(seat)
        hand = desk.match.view(seat)["hand"]
        if legal[0].text.startswith("play") and len(legal) < len(hand):
            return
        yield "1"


def test_why_not_names_the_clause() -> None:
    desk = Desk()

    def script() -> Iterator[str]:
        yield from illegal_play(desk)
        legal = {action.text for action in desk.match.legal(0)}
        for card in desk.match.deck.cards:
            if f"play {card}" not in legal:
                yield f"why play {card}"
                yield f"? play {card}"
                yield f"?{card}"
                yield f"play {card}"
                return

    assert desk.run(script()) == 0
    refusals = [line for line in desk.text.splitlines() if line.endswith("(TW-32)") or "(TW-" in line]
    assert refusals


def test_a_stopped_game_is_saved_and_resumed(folder: Path) -> None:
    whole = Desk()
    whole.run(itertools.repeat("1"))
    for path in folder.rglob("*.json"):
        path.unlink()
    desk = Desk()
    assert desk.run(["1", "1", "1", "q"]) == 0
    path = only_file(folder)
    assert path.parent.name == "unfinished"
    assert desk.last.endswith(f"coven play --resume {path}")
    record = coven.GameRecord.load(path)
    assert not record.verify(desk.match.game).over
    again = Desk()
    play = Play(record.start(desk.match.game), seats_of_record(record.names, 3), again.screen, Options(unfinished=path))
    play.catch_up(record)
    assert play.match.acts == desk.match.acts
    assert play.tellers[0].lines == desk.play.tellers[0].lines
    again.script = itertools.repeat("1")
    assert play.run() == 0
    assert only_file(folder).parent.name == "records", "the unfinished file has given way to the finished one"


@pytest.mark.parametrize(("stop", "code"), [(KeyboardInterrupt(), 130), (EOFError(), 0)])
def test_ctrl_c_and_ctrl_d_keep_the_game(folder: Path, stop: BaseException, code: int) -> None:
    desk = Desk()

    def script() -> Iterator[str]:
        yield "1"
        raise stop

    assert desk.run(script()) == code
    assert coven.GameRecord.load(only_file(folder)).data["result"] is None


def test_an_interrupt_within_an_act_leaves_a_whole_record(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk()
    act = desk.match.act

    def broken(seat: int, action: int | str) -> None:
        act(seat, action)
        if len(desk.match.acts) == 20:
            vars(desk.match.state).update(phase=3)
            raise KeyboardInterrupt

    monkeypatch.setattr(desk.match, "act", broken)
    assert desk.run(itertools.repeat("1")) == 130
    record = coven.GameRecord.load(only_file(folder))
    assert len(record.data["acts"]) == 19
    record.verify(desk.match.game)


def test_an_unexpected_error_keeps_the_game_too(folder: Path) -> None:
    desk = Desk()

    def script() -> Iterator[str]:
        yield "1"
        raise RuntimeError("the lights went out")

    with pytest.raises(RuntimeError):
        desk.run(script())
    assert only_file(folder).parent.name == "unfinished"


def noise(rng: random.Random) -> str:
    words = [
        "?",
        "why",
        "rules",
        "say",
        "u",
        "log",
        "view",
        "lead",
        "play",
        "owl-3",
        "dog",
        "4",
        "1",
        "TW-32",
        "bid",
        "3",
    ]
    if rng.random() < 0.5:
        return " ".join(rng.choices(words, k=rng.randrange(4)))
    return "".join(rng.choices(string.printable + "é²٣\x00\ud800", k=rng.randrange(12)))


@pytest.mark.parametrize("seed", range(3))
def test_no_input_breaks_the_game(seed: int) -> None:
    rng = random.Random(seed)
    desk = Desk(seed=seed)
    desk.screen.console.file = io.StringIO()
    assert desk.run(noise(rng) for _ in range(300)) == 0


def test_every_command_answers() -> None:
    desk = Desk()
    assert desk.run(["?", "log", "view", "rules TW-32", "rules TW-999", "why", "say", "", "quit"]) == 0
    assert "TW-32:" in desk.text
    assert 'no clause "tw-999"' in desk.text
    assert "nothing to say" in desk.text


def test_table_talk_is_heard_and_kept(folder: Path) -> None:
    desk = Desk()

    def script() -> Iterator[str]:
        while not desk.match.phrases(0):
            yield "1"
        yield "say"
        yield "say 1"

    assert desk.run(script()) == 0
    assert 'You say: "' in desk.text
    assert len(coven.GameRecord.load(only_file(folder)).data["phrases"]) == 1


def test_choices_with_their_own_number_are_typed_by_it() -> None:
    bids = [Action(0, "pass"), Action(1, "bid 3"), Action(2, "bid 4")]
    assert {key: action.text for key, action in keyed(bids).items()} == {"1": "pass", "3": "bid 3", "4": "bid 4"}
    cards = [Action(5, "lead owl-3"), Action(6, "lead dog-2")]
    assert list(keyed(cards)) == ["1", "2"]


def test_actions_are_understood_as_people_type_them() -> None:
    match = coven.new(GAME, seed=SEED)
    (seat,) = match.pending
    for text in ("bid 3", "  BID   3 ", "3"):
        assert match.text(find_action(match, seat, text)) == "bid 3"
    assert match.text(find_action(match, seat, "lead owl 3")) == "lead owl-3"
    with pytest.raises(IllegalAction, match="is not an action"):
        find_action(match, seat, "abracadabra")


def test_a_card_alone_is_not_enough_for_two_possible_actions() -> None:
    match = coven.new(GAME, seed=SEED)
    match.legal = lambda seat: [Action(0, "lead owl-3"), Action(1, "conceal owl-3")]  # type: ignore[method-assign]
    with pytest.raises(IllegalAction, match='"conceal owl-3" or "lead owl-3"'):
        find_action(match, 0, "owl 3")


def test_figures_of_a_simulation_in_colour() -> None:
    out = io.StringIO()
    screen = Screen(Console(file=out, width=100, force_terminal=True, color_system="truecolor", highlight=False))
    shares = [0.5, 0.25, 0.25]
    figures = Simulation(
        GAME, 10, 0, ["thumb", "random", "random"], shares, shares, shares, shares, shares, shares, shares, shares,
        shares,
        168.5, 235, 1e6, fixed_seats=False, deck_hash="", rules_version=1,
    )  # fmt: skip
    show_simulation(screen, "3 Witches", figures)
    assert "50.0% to 50.0%" in out.getvalue()
    assert "seat 2" in out.getvalue()


@pytest.mark.parametrize(
    ("text", "message"),
    [("me,thumb", "is for 3 players"), ("me,thumb,ghost", 'no player "ghost"'), ("", "no player"), (",,", "no player")],
)
def test_impossible_seats_are_refused(text: str, message: str) -> None:
    with pytest.raises(SeatError, match=message):
        parse_seats(text, coven.load_game(GAME))


def test_seats_survive_a_record() -> None:
    for kinds in (["me", "thumb", "random"], ["me", "me", "thumb"], ["thumb", "thumb", "thumb"]):
        seats = make_seats(kinds)
        assert seats_of_record([seat.full_name for seat in seats], 3) == seats
    assert [seat.name for seat in seats_of_record(["a\x1b[2Jb"], 2)] == ["a[2Jb", "seat 1"]


def test_a_clause_is_found_in_every_form() -> None:
    rules = "# Rules\n\n| id | clause |\n| TW-3 | three |\n\n**TW-4.** four\nand more\n\n- TW-5: five, see TW-3\n"
    assert clause_text(rules, "tw-3") == "TW-3: three"
    assert clause_text(rules, "TW-4") == "TW-4: four and more"
    assert clause_text(rules, "TW-5") == "TW-5: five, see TW-3"
    assert clause_text(rules, "TW-6") is None
    assert clause_text(rules, "") is None
    assert clause_text(rules, "TW") is None


def test_cards_in_sentences_become_chips() -> None:
    painted = Painter(["Owl 3, Tongue of Owl", "Elixir"]).paint("Owl 3, Elixir and Owl 31")
    assert painted.plain == " Owl 3   Elixir  and Owl 31"
    assert len(painted.spans) == 2


def test_a_teller_without_news_is_silent() -> None:
    teller = Teller(coven.new(GAME, seed=SEED), Names(("a", "b", "c")))
    teller.listen()
    assert teller.news()
    assert teller.news() == []


def test_files_never_take_each_others_names(folder: Path) -> None:
    first = files.new_path(GAME, files.RECORDS)
    first.parent.mkdir()
    first.touch()
    assert files.new_path(GAME, files.RECORDS) != first
