"""Witch's Brew as the engine and its tools ask of it."""

from __future__ import annotations

from importlib.resources import files

from coven.engine.decks import Deck
from coven.engine.game import Game, Rules
from coven.games.witchs_brew.deck import default_deck, load_deck
from coven.games.witchs_brew.mind.fits import fits
from coven.games.witchs_brew.mind.redeal import redeal
from coven.games.witchs_brew.mind.thumb import thumb
from coven.games.witchs_brew.mind.value import stage, value
from coven.games.witchs_brew.options import OPTIONS
from coven.games.witchs_brew.rules import actions, contract
from coven.games.witchs_brew.rules.roles import CHOSEN
from coven.games.witchs_brew.rules.state import MOST_PLAYERS, MOST_SETS, WitchsBrew
from coven.games.witchs_brew.rules.view import hide
from coven.games.witchs_brew.words.board import BOARD
from coven.games.witchs_brew.words.describe import describe
from coven.games.witchs_brew.words.log import tell, verdict
from coven.games.witchs_brew.words.look import look
from coven.games.witchs_brew.words.questions import question
from coven.games.witchs_brew.words.sentences import action_label
from coven.games.witchs_brew.words.table import table
from coven.games.witchs_brew.words.talk import moment, phrase_text, phrases, reason
from coven.games.witchs_brew.words.why import why_not

MOST_FOR_A_ROLE = 15
"""Decisions that one role chosen can cause: choosing it, playing it, using it, a vial; the three drops at most that
come by it are taken, and paid or given, one by one, and the five gold at most are added one by one."""


def _rules_text() -> str:
    return (files(__package__) / "RULES.md").read_text(encoding="utf-8")


def _action_text(deck: Deck, action: int) -> str:
    return actions.action_text(action)


def _parse_action(deck: Deck, text: str) -> int:
    return actions.parse_action(text)


GAME = Game(
    key="witchs-brew",
    title="Witch's Brew",
    edition="Rio Grande Games",
    summary="Choose five of twelve roles, and dare to be the Witch, or settle for her favour.",
    minutes="45 to 60",
    rules_version=1,
    players=(3, 4, 5),
    state=WitchsBrew,
    actions=actions.ACTIONS,
    most_legal=actions.MOST_LEGAL,
    most_decisions={players: MOST_SETS * CHOSEN * MOST_FOR_A_ROLE * players for players in range(3, MOST_PLAYERS + 1)},
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
    options=OPTIONS,
)
