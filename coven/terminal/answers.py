"""Typed input and its meaning: the keys of choices, actions, options of a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import count

from coven.engine.match import Action, IllegalAction, Match
from coven.engine.sentences import Cited, Names, shown


def keyed(actions: Sequence[Action]) -> dict[str, Action]:
    """The choices by their keys: 1, 2, 3, ..., but "bid 3" has its own number 3, to avoid mistakes.

    Own numbers are used if every choice of more than one word has one: not for "catch 2" among cards.
    """
    numbers = [action.text.split()[-1] for action in actions]
    have_own = all(action.text.split()[-1].isdecimal() for action in actions if " " in action.text)
    own = {number for number, times in Counter(numbers).items() if have_own and number.isdecimal() and times == 1}
    free = (str(n) for n in count(1) if str(n) not in own)
    return {number if number in own else next(free): action for number, action in zip(numbers, actions, strict=True)}


def find_action(match: Match, seat: int, text: str) -> int:
    """The action that was typed, legal or not. Raises IllegalAction if it cannot be understood.

    It understands "lead owl-3", "lead owl 3", and "owl-3" alone if there is only one thing to do with the card.
    """
    words = text.lower().split()
    verbs = sorted({action.text.split()[0] for action in match.legal(seat) if " " in action.text})
    alone = "-".join(words)
    tries = [" ".join(words), f"{words[0]} {'-'.join(words[1:])}"] if words else []
    tries += [f"{verb} {alone}" for verb in verbs if len(verbs) == 1]
    for tried in tries:
        try:
            return match.parse(tried)
        except IllegalAction:
            continue
    if alone in match.deck.cards and len(verbs) > 1:
        ways = " or ".join(f'"{verb} {alone}"' for verb in verbs)
        raise IllegalAction(Cited("", f"Say what to do with the card: {ways}."))
    raise IllegalAction(Cited("", f'"{shown(text)}" is not an action. Type a number from the list, or ? for help.'))


def why_not(match: Match, seat: int, action: int, names: Names) -> Cited | None:
    """Why the seat may not play the action now, with the seats' own names; None if it may."""
    if action in match.numbers(seat):
        return None
    return match.game.why_not(match.deck, match.view_record(seat), seat, action, names)


def read_options(texts: Sequence[str]) -> dict[str, object]:
    """Options from words such as "calls_made" and "first_seat=2"."""
    pairs = [text.partition("=") for text in texts]
    return {key.strip().replace("-", "_"): _number(value) if mark else 1 for key, mark, value in pairs}


def _number(text: str) -> int | str:
    """The text as a number, if it is one."""
    try:
        return int(text)
    except ValueError:
        return text
