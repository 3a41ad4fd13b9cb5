"""The log in words: what has changed between two views of one viewer. It sees only what the viewer sees.

A view knows only the last thing that happened. After a gap of several, only the end is told.
"""

from __future__ import annotations

from coven.engine.sentences import Names, listed
from coven.games.midnight.deck import TYPES
from coven.games.midnight.deck import words as in_words
from coven.games.midnight.rules import actions
from coven.games.midnight.rules.cards import NONE, Deck, Type
from coven.games.midnight.rules.state import Ending, Midnight, Phase
from coven.games.midnight.words.sentences import BOOK, about, card_name, say, suit_name

REASONS = {Ending.EMPTY_HAND: "MN-15", Ending.STANDSTILL: "MN-64", Ending.MOST_TURNS: "MN-65"}
"""The clauses under which a game ends."""


def tell(deck: Deck, before: Midnight, after: Midnight, names: Names) -> list[str]:
    """The log lines for what happened from `before` (an empty state at the very beginning) to `after`."""
    if before.phase == Phase.OVER:
        return []
    if before.players == 0:
        return _tell_start(deck, after, names) if after.events == 0 else []
    if after.events == before.events + 1:
        return [*_tell_event(deck, before, after, names), *_tell_end(after, names)]
    return _tell_end(after, names)


def cards_in_words(number: int) -> str:
    """A number of cards in a sentence."""
    return "nothing" if number == 0 else "a card" if number == 1 else f"{number} cards"


def _tell_start(deck: Deck, view: Midnight, names: Names) -> list[str]:
    begins = names.verb(view.starter, "begin")
    return [say("log", "start", card=card_name(deck, view.top), whom=names[view.starter], begins=begins)]


def gained(before: Midnight, after: Midnight, seat: int) -> int:
    """By how many cards a hand has grown."""
    return after.hand_size[seat] - before.hand_size[seat]


def _tell_event(deck: Deck, before: Midnight, after: Midnight, names: Names) -> list[str]:
    seat, action = after.last_seat, after.last_action
    drawn = cards_in_words(gained(before, after, seat))
    if action < actions.DRAW:
        return _tell_play(deck, before, after, names)
    if action == actions.DRAW and before.follow != NONE:
        line = about("log", "recipe_over", seat, names, suit=suit_name(before.follow), cards=drawn)
        return [line, *_own_cards(deck, before, after, names)]
    if action in (actions.DRAW, actions.TAKE, actions.OWN_UP):
        key = {actions.DRAW: "drew", actions.TAKE: "took"}.get(action, "owned")
        return [about("log", key, seat, names, cards=drawn), *_own_cards(deck, before, after, names)]
    if action < actions.PASS:
        return [about("log", "declared", seat, names, suit=suit_name(action - actions.DECLARE))]
    if action < actions.OWN_UP:
        return _tell_passes(deck, before, after, names)
    line = _tell_catch(before, after, action - actions.CATCH, names)
    return [line, *_own_cards(deck, before, after, names)]


def _own_cards(deck: Deck, before: Midnight, after: Midnight, names: Names) -> list[str]:
    """What the viewer has got: what it holds beyond what was left of its hand."""
    if names.you < 0:
        return []
    left = _kept(deck, before, after, names.you)
    new = [
        card_name(deck, kind) for kind, number in enumerate(after.counts[names.you]) for _ in range(number - left[kind])
    ]
    return [say("log", "got_own", cards="; ".join(new))] if new else []


def _kept(deck: Deck, before: Midnight, after: Midnight, you: int) -> list[int]:
    """What was left of the viewer's hand after what it played, had to lay down or lost."""
    left, tables = list(before.counts[you]), deck.tables
    if after.last_seat == you and after.last_action < actions.DRAW:
        left[after.last_action // actions.CALLS] -= 1
    for kind in range(tables.kinds):
        if tables.type[kind] == Type.BETRAYED:
            left[kind] -= after.forced_betrayed[you]
        if tables.type[kind] == Type.FAILED_SPELL:
            left[kind] -= after.forced_spells[you]
    for kind in after.lost[you]:
        if kind != NONE:
            left[kind] -= 1
    return left


def _tell_play(deck: Deck, before: Midnight, after: Midnight, names: Names) -> list[str]:
    """The card, its calls, and what it does."""
    seat, tables = after.last_seat, deck.tables
    kind, calls = after.last_action // actions.CALLS, after.last_action % actions.CALLS
    line = _play_line(deck, before, after, kind, calls, names)
    what = tables.type[kind]
    lines = [line]
    if calls & actions.CALL_MIDNIGHT and what == Type.A_POX_ON_ALL_OF_YOU:
        lines = [about("log", "calls", seat, names), line]
    elif calls & actions.CALL_MIDNIGHT:
        lines = [say("log", "called", play=line, calls=names.verb(seat, "call"))]
    if what == Type.BETRAYED:
        lines += _tell_robbery(deck, before, after, names)
    elif what == Type.COUNTER_STIR:
        lines.append(say("log", "turned"))
    elif what == Type.FAILED_SPELL:
        lines.append(about("log", "spell", seat, names, cards=cards_in_words(gained(before, after, seat) + 1)))
    elif what == Type.FOLLOW_THE_RECIPE and after.follow != NONE:
        lines.append(say("log", "follow", card=card_name(deck, after.top), suit=suit_name(after.follow)))
    elif what == Type.WICKED_CACKLE:
        lines += _tell_cackle(deck, after, names)
    return lines + _own_cards(deck, before, after, names)


def _play_line(deck: Deck, before: Midnight, after: Midnight, kind: int, calls: int, names: Names) -> str:
    seat = after.last_seat
    if deck.tables.type[kind] != Type.A_POX_ON_ALL_OF_YOU:
        return about("log", "played", seat, names, card=card_name(deck, kind))
    if calls & actions.CALL_POX:
        return _pox_line(before, after, names)
    return about("log", "silent_pox", seat, names, count=cards_in_words(gained(before, after, seat) + 1))


def _pox_line(before: Midnight, after: Midnight, names: Names) -> str:
    """MN-13, MN-51: an announced sidestep, and who drew a card if not everybody could."""
    seat = after.last_seat
    others = [other for other in range(after.players) if other != seat]
    drew = [other for other in others if gained(before, after, other) > 0]
    if not drew or drew == others:
        return about("log", "pox" if drew else "pox_none", seat, names)
    whom, cards = listed([names[other] for other in drew]), "card" if len(drew) == 1 else "cards"
    draws = "draws" if len(drew) == 1 and drew[0] != names.you else "draw"
    return about("log", "pox_last", seat, names, whom=whom, draws=draws, cards=cards)


def _tell_robbery(deck: Deck, before: Midnight, after: Midnight, names: Names) -> list[str]:
    """MN-21: who lost a card. Only the two players concerned learn which."""
    robber = after.last_seat
    victims = sum(1 << seat for seat in range(after.players) if gained(before, after, seat) < 0 and seat != robber)
    if not victims:
        return [say("log", "robbed_none")]
    lines = [about("log", "robbed", robber, names, victims=names.row(victims))]
    if names.you >= 0 and names.you != robber and victims >> names.you & 1:
        lines.append(say("log", "lost_own", card=card_name(deck, after.lost[names.you][0]), whom=names[robber]))
    return lines


def _tell_cackle(deck: Deck, after: Midnight, names: Names) -> list[str]:
    """MN-60 to MN-63: who had to lay down what, how many cards everybody holds now, and which suit counts."""
    forced = [_forced(deck, after, seat) for seat in range(after.players)]
    lines = [about("log", "forced", seat, names, cards=listed(cards)) for seat, cards in enumerate(forced) if cards]
    if lines:
        sizes = listed([f"{names[seat]} {after.hand_size[seat]}" for seat in range(after.players)])
        lines += [*_lost_in_cackle(deck, after, names), say("log", "hands", sizes=sizes)]
    if after.any_suit:
        return [*lines, say("log", "no_suit")]
    return [*lines, say("log", "turned_up", card=card_name(deck, after.top), suit=suit_name(after.suit))]


def _forced(deck: Deck, after: Midnight, seat: int) -> list[str]:
    """The cards that a hand had to lay down, such as "2 Failed Spell"."""
    kinds = {Type.BETRAYED: after.forced_betrayed[seat], Type.FAILED_SPELL: after.forced_spells[seat]}
    return [f"{number} {in_words(TYPES[what])}" for what, number in kinds.items() if number]


def _lost_in_cackle(deck: Deck, after: Midnight, names: Names) -> list[str]:
    """What others' Betrayed cards took from the viewer, card by card."""
    if names.you < 0:
        return []
    lost = [card_name(deck, kind) for kind in sorted(after.lost[names.you]) if kind != NONE]
    return [say("log", "lost_in_all", cards="; ".join(lost))] if lost else []


def _tell_passes(deck: Deck, before: Midnight, after: Midnight, names: Names) -> list[str]:
    you = names.you
    if you < 0:
        return [say("log", "passed")]
    given = after.lost[you][0]
    changes = [now - was for was, now in zip(before.counts[you], after.counts[you], strict=True)]
    got = changes.index(1) if any(changes) else given
    return [say("log", "passed_own", given=card_name(deck, given), got=card_name(deck, got))]


def _tell_catch(before: Midnight, after: Midnight, offender: int, names: Names) -> str:
    catches = names.verb(after.last_seat, "catch", "catches")
    draws = names.verb(offender, "draw")
    cards = cards_in_words(gained(before, after, offender))
    whom = names[offender]
    return about("log", "caught", after.last_seat, names, offender=whom, catches=catches, draws=draws, cards=cards)


def reason(s: Midnight) -> str:
    """The clause under which a finished game ended."""
    return REASONS[s.ending]


def _tell_end(view: Midnight, names: Names) -> list[str]:
    """How the game was decided, and who won."""
    if view.phase != Phase.OVER:
        return []
    if view.ending == Ending.EMPTY_HAND:
        return [BOOK.winners("log", view.winners, names)]
    why = say("log", "standstill" if view.ending == Ending.STANDSTILL else "most_turns")
    return [why, BOOK.winners("log", view.winners, names, "fewest")]
