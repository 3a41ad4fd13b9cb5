"""Makes new tables: for a first person, or for a rematch."""

from __future__ import annotations

import json
import secrets

from coven.engine.decks import AnyDeck, DeckError
from coven.engine.fair import ServerShare, is_share
from coven.engine.game import AnyGame
from coven.engine.lesson import lesson_of
from coven.games import UnknownGame, load_game
from coven.server import entries
from coven.server.changes import Change, Head
from coven.server.entries import Redealt, WatchAgreed, redealt, seed_of
from coven.server.errors import Refused
from coven.server.levels import Levels
from coven.server.messages import NewTable
from coven.server.names import clean_name, look_alike
from coven.server.slots import beside
from coven.server.table import Table

TABLE_BYTES = 9
"""Of a table's id."""


def new_table(game: AnyGame, players: int, deck: AnyDeck, name: str = "") -> Table:
    """An empty table with the server's share of its deal; without a name it gets one."""
    share, name = ServerShare.draw(), name or secrets.token_urlsafe(TABLE_BYTES)
    return Table(game, Head(name, game.key, game.rules_version, players, json.dumps(deck.data), share.seed, share.salt))


def check_wanted(wanted: NewTable) -> None:
    """Raises Refused if there can be no such table."""
    game = known_game(wanted.game)
    if wanted.players not in game.players or len(wanted.bots) >= wanted.players:
        possible = ", ".join(map(str, game.players))
        raise Refused("bad_message", f"{game.title} is for {possible} players, including you")
    if wanted.lesson:
        check_lesson(game, wanted)
    if not is_share(wanted.nonce):
        raise Refused("bad_message", "nonce: must be 32 hexadecimal digits")


def check_lesson(game: AnyGame, wanted: NewTable) -> None:
    """Raises Refused if the game has no such lesson."""
    lesson = lesson_of(game)
    if lesson is None:
        raise Refused("not_found", f"{game.title} has no first lesson")
    if wanted.players != lesson.players or len(wanted.bots) != lesson.players - 1 or wanted.deck or wanted.options:
        raise Refused("bad_message", f"The lesson is for {lesson.players} players: you and bots, with the usual cards")


def opening(name: str, wanted: NewTable, person: str, levels: Levels) -> tuple[Table, Change]:
    """The first person sits down, and her wishes are applied. Raises Refused."""
    game = known_game(wanted.game)
    table = new_table(game, wanted.players, known_deck(game, wanted.deck), name)
    change = table.sit(0, clean_name(wanted.name, ()), wanted.nonce, person)
    change.head = table.head
    options = wanted.options
    if wanted.lesson and (lesson := lesson_of(game)):
        change.entries += table.step(entries.Taught(f"{lesson.seed:032x}")).entries
        options = dict(lesson.options)
    if options:
        change.entries += table.agree(options).entries
    for seat, level in enumerate(wanted.bots, start=1):
        change.entries += table.place_bot(seat, levels.known(level), is_away=False).entries
    has_company = len(wanted.bots) < wanted.players - 1
    if wanted.advice or (wanted.advice is None and not has_company):
        change.entries += table.allow_advice().entries
    if not has_company:
        change.entries += table.start().entries
    return table, change


def following(old: Table) -> tuple[Table, Change]:
    """The table of a rematch: the same game, cards, bots and agreements. Raises Refused."""
    new, options, company = _table_after(old), _options_after(old), old.company
    change = Change(new.head.id, head=new.head, first=1)
    if options:
        change.entries += new.agree(options).entries
    if old.has_advice:
        change.entries += new.allow_advice().entries
    if company.shares_devices:
        change.entries += new.agree({}, devices=True).entries
    if company.watching != "off":
        change.entries += new.step(WatchAgreed(company.watching)).entries
    for seat, (level, bot) in _bots_of(old).items():
        change.entries += new.place_bot(seat, level, is_away=False, name=bot).entries
    if company.agreed_level:
        change.entries += new.agree({}, level=company.agreed_level).entries
    return new, change


def repeating(old: Table, name: str, seat: int, person: tuple[str, str, str]) -> tuple[Table, Change]:
    """A table that plays the deal of a finished game again, from one of its seats, against bots like those of then.

    Where people sat, bots of the level play that stands in for people. `person`: name, nonce, browser. Raises Refused.
    """
    who, nonce, browser = person
    new, company = _table_after(old, name), old.company
    before = redealt(old.log)
    origin = before.of if before else old.head.id
    change = new.step(Redealt(origin, f"{seed_of(old.share, old.log):032x}"))
    change.head = new.head
    if old.options:
        change.entries += new.agree(old.options).entries
    change.entries += new.sit(seat, clean_name(who, ()), nonce, browser).entries
    bots = _bots_of(old)
    for other in [other for other in range(old.head.players) if other != seat]:
        level, bot = bots.get(other, (company.level, ""))
        is_free = bot and not look_alike(bot, new.places[seat].name)
        change.entries += new.place_bot(other, level, is_away=False, name=bot if is_free else "").entries
    change.entries += new.step(new.company.invite(seat, is_open=False)).entries
    if old.has_advice:
        change.entries += new.allow_advice().entries
    change.entries += new.start().entries
    return new, change


def known_deck(game: AnyGame, name: str) -> AnyDeck:
    """The default deck, or one of the others by its name. Raises Refused."""
    if name and name not in game.decks.others:
        raise Refused("bad_message", f"deck: {game.title} has no deck of that name")
    return game.decks.others[name]() if name else game.decks.default()


def known_game(key: str) -> AnyGame:
    """A game by its key. Raises Refused."""
    try:
        return load_game(key)
    except UnknownGame as error:
        raise Refused("not_found", str(error.args[0])) from None


def _table_after(old: Table, name: str = "") -> Table:
    """Another table for the same game with the same cards."""
    try:
        name = name or beside(secrets.token_urlsafe(TABLE_BYTES), old.head.id)
        return new_table(old.game, old.head.players, old.deck(), name)
    except DeckError as error:
        raise Refused("closed", f"The cards of this table can no longer be read: {error}") from None


def _options_after(old: Table) -> dict[str, int]:
    if old.match is None or not old.match.over:
        return old.options
    return old.game.next_options(old.match.state, old.options)


def _bots_of(table: Table) -> dict[int, tuple[str, str]]:
    return {
        seat: (place.level, place.name)
        for seat, place in enumerate(table.places)
        if place.kind == "bot" and place.level and not place.is_owned
    }
