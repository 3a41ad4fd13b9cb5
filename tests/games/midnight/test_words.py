"""What questions, refusals, the table and the log say is so, however few cards there are and whatever lies on top."""

from __future__ import annotations

import re
from typing import Any

import pytest

from coven.engine.decks import AnyDeck
from coven.engine.sentences import Names
from coven.games.midnight.deck import SHAPES, SUITED, TYPES, default_deck, full_grid, load_deck
from coven.games.midnight.deck import words as in_words
from coven.games.midnight.game import GAME
from coven.games.midnight.rules import account
from coven.games.midnight.rules.cards import NONE, SUIT_TEXTS, Type
from coven.games.midnight.rules.playing import playable
from coven.games.midnight.rules.state import ACCOUNT, LOST, Midnight
from coven.games.midnight.rules.view import hide
from tests.games.midnight.position import NAMES, cards_of, hand, play, position, sizes, table, why

DECK = default_deck()
FULL = full_grid()
EVERY_KIND = " ".join(cards_of(DECK))


def seen(s: Midnight, viewer: int, deck: AnyDeck = DECK) -> Midnight:
    view = Midnight()
    hide(deck.tables, s, viewer, view)
    return view


def tell(s: Midnight, viewer: int, *steps: str, deck: AnyDeck = DECK) -> list[str]:
    """What the viewer is told of the last of these steps."""
    play(s, *steps[:-1], deck=deck)
    before = seen(s, viewer, deck)
    play(s, steps[-1], deck=deck)
    return GAME.texts.tell(deck, before, seen(s, viewer, deck), Names(NAMES.seats[: s.players], viewer))


def question(s: Midnight, seat: int = 0) -> str:
    return GAME.texts.question(DECK, seen(s, seat), seat, NAMES).text


def on_top(s: Midnight) -> str:
    [line] = [line for line in GAME.texts.table(DECK, seen(s, 1), NAMES) if line.startswith("On top: ")]
    return line.removeprefix("On top: ")


@pytest.mark.clause("MN-13", "MN-51")
@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("viewer", [-1, 0, 1])
def test_an_announced_pox_tells_who_draws(players: int, viewer: int) -> None:
    for number in range(players):
        pile = " ".join(["ball-frog", "cat-bat", "hat-skull", "broom-bat"][:number]) or "-"
        s = table(f"turn 0, top hat-moon, pile {pile}", "pox hat-bat cat-bat", players=players)
        before = sizes(s)
        line = tell(s, viewer, "0 play pox pox")[0]
        drew = [seat for seat in range(1, players) if sizes(s)[seat] > before[seat]]
        names = ["you" if seat == viewer else NAMES.seats[seat] for seat in drew]
        said = line.split(": ")[1]
        if number == players - 1:
            assert said == "everybody else draws a card"
        elif number == 0:
            assert said == "there is no card to draw"
        else:
            draws = "draws" if number == 1 and names != ["you"] else "draw"
            assert said == f"{' and '.join(', '.join(names).rsplit(', ', 1))} {draws} the last card{'s' * (number > 1)}"


@pytest.mark.clause("MN-21")
@pytest.mark.parametrize("own", ["", "hat-moon cat-moon broom-moon"])
def test_with_small_hands_elsewhere_a_betrayed_takes_nothing(own: str) -> None:
    for viewer in (0, 1):
        s = position(f"turn 0, top hat-skull\n0 betrayed {own}\n1 hat-bat cat-bat")
        assert tell(s, viewer, "0 play betrayed")[1] == "Nobody else holds three cards, so nothing is taken"


HEADS = [
    "top hat-moon", "top hat-skull", "top broom-frog", "top curse-hat", "top stir-cauldron", "top polymorph-hat",
    "top polymorph-hat, counts cat", "top wild, counts cat", "top circle, counts hat", "top cackle, counts any",
    "top betrayed", "top stir-hat, counts ball", "top cauldron-eyeball, under recipe*, follow cauldron",
    "top stir-cauldron, under recipe*, follow cauldron",
]  # fmt: skip
ASKED = (
    r"a card that matches (.*?)(?:, or draw one)?$", r"in your hand matches (.*?)(?:, and there|:)",
    r"only (a red or a wild card) may follow", r"play (a red or a wild card)",
    r"play (any card with a suit or a wild one)",
    r"Follow the recipe: play a (.*)", r"You hold no (.*?)(?: to follow|:)",
)  # fmt: skip


def goes(words: str, kind: int) -> bool:
    """Do these words of what goes name the card? A wild card goes with everything but a recipe."""
    tables, parts = DECK.tables, re.split(", | or | and ", words)
    what, suit, shape, colour = (row[kind] for row in (tables.type, tables.suit, tables.shape, tables.colour))
    own = {Type.BETRAYED: "red", Type.FOLLOW_THE_RECIPE: "yellow"}.get(what)
    named = {f"any {in_words(TYPES[what])}", own}
    named |= {in_words(SUIT_TEXTS[suit]), "any suit", "any card with a suit"} if suit != NONE else set()
    named |= {in_words(SHAPES[shape]), DECK.data["colours"][colour]} if shape != NONE else set()
    named |= {"a red"} if "red" in named else set()
    return any(part in named for part in parts)


def named_by(text: str) -> str:
    """What a question says that goes."""
    [found] = [match.group(1) for match in (re.search(pattern, text) for pattern in ASKED) if match]
    return str(found)


@pytest.mark.clause("MN-3", "MN-6", "MN-20", "MN-22", "MN-25", "MN-30", "MN-40", "MN-41", "MN-63", "MN-64")
@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("pile", ["", ", pile ball-frog"])
def test_questions_refusals_and_table_name_all_that_goes_and_nothing_else(head: str, pile: str) -> None:
    s = position(f"turn 0, {head}{pile}\n0 {EVERY_KIND}\n1 broom-moon cat-moon cat-crow")
    tables, view = DECK.tables, seen(s, 0)
    open_kinds = playable(tables, view, 0)
    words, shown = named_by(question(s)), on_top(s)
    aside = tables.wild | tables.of_type[Type.A_POX_ON_ALL_OF_YOU]
    for kind, name in enumerate(cards_of(DECK)):
        if aside >> kind & 1:
            continue
        is_open = bool(open_kinds >> kind & 1)
        assert goes(words, kind) == is_open, (words, name)
        if "counts" in shown:
            assert goes(shown.split("; ")[1].removesuffix(" counts"), kind) == is_open, (shown, name)
        if not is_open:
            check_refusal(s, why(s, 0, f"play {name}") or "", kind, open_kinds & ~aside)


def check_refusal(s: Midnight, text: str, kind: int, open_kinds: int) -> None:
    """What a refusal says that counts, or counts alone, does."""
    tables = DECK.tables
    if "does not match: only" in text:
        assert open_kinds & ~tables.of_suit[s.suit] == 0, text
    if "does not match " in text:
        assert not goes(text.split("does not match ")[1].rsplit(" (", 1)[0], kind), text


@pytest.mark.clause("MN-5", "MN-63", "MN-64")
@pytest.mark.parametrize("held", ["wild betrayed", "betrayed recipe", "pox betrayed", "hat-moon betrayed"])
@pytest.mark.parametrize("pile", ["", ", pile ball-frog"])
def test_where_no_suit_was_turned_up_the_question_names_what_may_be_played(held: str, pile: str) -> None:
    s = position(f"turn 0, top cackle, counts any{pile}\n0 {held}\n1 hat-bat cat-bat")
    text, card = question(s), held.split()[0]
    if card in ("wild", "hat-moon"):
        assert "play any card with a suit or a wild one" in text
    else:
        assert "Nothing in your hand matches any suit" in text
    assert ("There is nothing to draw" in text or "pass" in text) == (pile == "")


@pytest.mark.clause("MN-15")
@pytest.mark.parametrize("card", ["wild", "polymorph-hat", "curse-hat", "betrayed", "stir-hat", "hat-bat", "recipe"])
def test_when_the_game_is_over_nothing_counts(card: str) -> None:
    top = {"betrayed": "hat-skull", "recipe": "broom-frog"}.get(card, "hat-moon")
    s = position(f"turn 0, top {top}, pile cat-moon\n0 {card}\n1 hat-bat cat-bat")
    play(s, f"0 play {card}")
    assert s.winners == 1
    assert on_top(s) == DECK.titles[s.top]
    assert GAME.texts.table(DECK, seen(s, 1), NAMES)[0] == "The game is over after 1 turn"


def test_one_card_is_a_card_and_not_cards() -> None:
    s = position("turn 0, top hat-moon\n0 hat-skull\n1 hat-bat cat-bat")
    assert any(line.startswith("Discard pile, 1 card: ") for line in GAME.texts.look(DECK, seen(s, 0), NAMES))


@pytest.mark.clause("MN-55")
@pytest.mark.parametrize("give", ["hat-bat", "cat-bat"])
def test_the_log_of_a_circle_knows_what_was_passed_after_a_new_start(give: str) -> None:
    begun = 0
    for fill in range(ACCOUNT - account.ROOM - 12, ACCOUNT - account.ROOM + 1):
        for viewer in range(3):
            s = position("turn 0, top hat-moon\n0 circle hat-bat cat-bat\n1 hat-bat hat-skull\n2 hat-frog cat-bat")
            while s.noted < fill:
                account.write(s, account.TURNED, 0, 0, s.top)
            given = {0: give, 1: "hat-skull", 2: "cat-bat"}
            had = s.forgotten
            steps = [f"{seat} pass {card}" for seat, card in given.items()]
            play(s, "0 play circle", "0 declare hat")
            [line] = tell(s, viewer, *steps[1:], steps[0])
            got = given[(viewer - 1) % 3]
            words = [DECK.titles[cards_of(DECK).index(card)] for card in (given[viewer], got)]
            assert line == f"Everybody passes a card on. You pass {words[0]} and get {words[1]}"
            begun += s.forgotten > had
    assert begun > 0


def many_betrayed() -> AnyDeck:
    """As many Betrayed cards as a deck may have: 29 cards of it need a suit."""
    standard = {suit: dict(list(dict(shapes).items())[:3]) for suit, shapes in FULL.data["standard"]}
    standard["cauldron"] = dict(list(dict(dict(FULL.data["standard"])["cauldron"]).items())[:2])
    special = dict.fromkeys(dict(FULL.data["special"]), 1) | {TYPES[what]: list(SUIT_TEXTS) for what in SUITED}
    special["betrayed"] = 62 - 14 - 15 - 6
    return load_deck({"colours": FULL.data["colours"], "standard": standard, "special": special}, "mine")


@pytest.mark.clause("MN-21", "MN-60")
def test_all_cards_that_were_lost_are_told_however_many() -> None:
    deck = many_betrayed()
    number = 2 * deck.data["special"]["betrayed"]
    names = [name for name in cards_of(deck) if name not in ("betrayed", "spell", "cackle")]
    other = " ".join([*names, *names[:-1]])
    s = position(f"turn 0, top {names[-1]}\n0 cackle{' betrayed' * number}\n1 {other}", deck)
    before = hand(s, 1, deck).split()
    lines = tell(s, 1, "0 play cackle", deck=deck)
    [lost] = [line.removeprefix("You lose ") for line in lines if line.startswith("You lose ")]
    now = hand(s, 1, deck).split()
    assert len(before) - len(now) == len(lost.split("; ")) == number == LOST


@pytest.mark.clause("MN-14")
def test_midnight_strikes_when_it_is_called_and_not_longer() -> None:
    s = table("turn 0, top hat-bat, pile ...", "cat-bat cat-crow", "hat-skull ball-moon", players=2)
    said = []
    for step in ("0 play cat-bat midnight", "1 draw"):
        play(s, step)
        captions: Any = GAME.board.captions(DECK, seen(s, 1), Names(NAMES.seats[: s.players], 1))
        said.append(captions.strikes)
    assert said == ["Midnight!", ""]
