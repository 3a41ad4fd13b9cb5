"""Witching Hour: Midnight as the engine and its tools ask of it."""

from __future__ import annotations

from functools import partial
from importlib.resources import files

from coven.engine.decks import Deck
from coven.engine.game import Game, Rules, Thinking
from coven.games.midnight.deck import SUITS, default_deck, load_deck, shipped_deck
from coven.games.midnight.mind.fits import fits
from coven.games.midnight.mind.redeal import redeal
from coven.games.midnight.mind.thumb import thumb
from coven.games.midnight.options import OPTIONS, next_options
from coven.games.midnight.rules import actions, contract
from coven.games.midnight.rules.account import stop_account
from coven.games.midnight.rules.state import MOST_PLAYERS, MOST_TURNS, Midnight
from coven.games.midnight.rules.view import hide
from coven.games.midnight.words.board import BOARD
from coven.games.midnight.words.describe import describe
from coven.games.midnight.words.log import tell, verdict
from coven.games.midnight.words.look import look
from coven.games.midnight.words.questions import question
from coven.games.midnight.words.sentences import action_label
from coven.games.midnight.words.table import table
from coven.games.midnight.words.talk import moment, phrase_text, phrases, reason
from coven.games.midnight.words.why import why_not


def _rules_text() -> str:
    return (files(__package__) / "RULES.md").read_text(encoding="utf-8")


def _action_text(deck: Deck, action: int) -> str:
    return actions.action_text(deck.cards, SUITS, action)


def _parse_action(deck: Deck, text: str) -> int:
    return actions.parse_action(deck.cards, SUITS, text)


GAME = Game(
    key="midnight",
    title="Witching Hour: Midnight",
    edition="first edition",
    summary="Match suit, shape or colour, and be rid of your cards before curses and cackles bring you more.",
    minutes="10 to 20",
    rules_version=1,
    players=(2, 3, 4, 5, 6, 7, 8),
    state=Midnight,
    actions=actions.ACTIONS,
    most_legal=actions.MOST_LEGAL,
    most_decisions={players: MOST_TURNS * (players + 3) for players in range(2, MOST_PLAYERS + 1)},
    rules=Rules(
        setup=contract.setup,
        pending=contract.pending,
        legal=contract.legal,
        apply=contract.apply,
        over=contract.over,
        payoff=contract.payoff,
        settles=contract.settles,
        hide=hide,
        redeal=redeal,
        fits=fits,
        thumb=thumb,
        casual=contract.casual,
        lighten=stop_account,
    ),
    load_deck=load_deck,
    default_deck=default_deck,
    rules_text=_rules_text,
    action_text=_action_text,
    parse_action=_parse_action,
    action_label=action_label,
    why_not=why_not,
    question=question,
    tell=tell,
    describe=describe,
    table=table,
    look=look,
    reason=reason,
    verdict=verdict,
    phrases=phrases,
    phrase_text=phrase_text,
    moment=moment,
    board=BOARD,
    out_of_turn=actions.OWN_UP,
    options=OPTIONS,
    thinking=Thinking(prior_weight=0.6, simulations=1200, high_simulations=2500),
    next_options=next_options,
    other_decks={"full-grid": partial(shipped_deck, "full_grid.toml")},
)
