"""The Game object of 3 Witches: everything that the engine, the table and the tools ask of it."""

from __future__ import annotations

from importlib.resources import files

from coven.engine.decks import Deck
from coven.engine.game import Game, Rules
from coven.games.three_witches.deck import default_deck, load_deck
from coven.games.three_witches.mind.fits import fits
from coven.games.three_witches.mind.redeal import redeal
from coven.games.three_witches.mind.thumb import thumb
from coven.games.three_witches.mind.value import stage, value
from coven.games.three_witches.rules import actions, contract
from coven.games.three_witches.rules.state import SEATS, ThreeWitches
from coven.games.three_witches.rules.view import hide
from coven.games.three_witches.words.board import BOARD
from coven.games.three_witches.words.describe import describe
from coven.games.three_witches.words.log import tell, verdict
from coven.games.three_witches.words.look import look
from coven.games.three_witches.words.questions import question
from coven.games.three_witches.words.sentences import action_label
from coven.games.three_witches.words.table import table
from coven.games.three_witches.words.talk import moment, phrase_text, phrases, reason
from coven.games.three_witches.words.why import why_not


def _rules_text() -> str:
    return (files(__package__) / "RULES.md").read_text(encoding="utf-8")


def _action_text(deck: Deck, action: int) -> str:
    return actions.action_text(deck.cards, action)


def _parse_action(deck: Deck, text: str) -> int:
    return actions.parse_action(deck.cards, text)


GAME = Game(
    key="three-witches",
    title="3 Witches",
    edition="first edition",
    summary="A trick-taking game for three: one witch leads against two, and must win exactly what she bid.",
    rules_version=1,
    players=(SEATS,),
    minutes="20",
    state=ThreeWitches,
    actions=actions.ACTIONS,
    most_legal=actions.MOST_LEGAL,
    most_decisions={SEATS: 476},
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
        stage=stage,
        value=value,
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
)
