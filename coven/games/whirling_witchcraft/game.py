"""Whirling Witchcraft as the engine and its tools ask of it."""

from __future__ import annotations

from importlib.resources import files

from coven.engine.decks import Deck
from coven.engine.game import Game, Rules, Thinking
from coven.games.whirling_witchcraft import actions, rules
from coven.games.whirling_witchcraft.board import BOARD
from coven.games.whirling_witchcraft.deck import default_deck, load_deck
from coven.games.whirling_witchcraft.describe import describe
from coven.games.whirling_witchcraft.fits import fits
from coven.games.whirling_witchcraft.log import tell, verdict
from coven.games.whirling_witchcraft.look import look
from coven.games.whirling_witchcraft.redeal import redeal
from coven.games.whirling_witchcraft.state import WhirlingWitchcraft
from coven.games.whirling_witchcraft.table import table
from coven.games.whirling_witchcraft.talk import moment, phrase_text, phrases, reason
from coven.games.whirling_witchcraft.thumb import thumb
from coven.games.whirling_witchcraft.value import stage, value
from coven.games.whirling_witchcraft.view import hide
from coven.games.whirling_witchcraft.why import why_not
from coven.games.whirling_witchcraft.words import action_label, question


def _rules_text() -> str:
    return (files(__package__) / "RULES.md").read_text(encoding="utf-8")


def _action_text(deck: Deck, action: int) -> str:
    return actions.action_text(deck.cards, action)


def _parse_action(deck: Deck, text: str) -> int:
    return actions.parse_action(deck.cards, text)


GAME = Game(
    key="whirling-witchcraft",
    title="Whirling Witchcraft, Fastaval edition",
    edition="print and play of 2019",
    summary="Everybody brews at once: empty your workbench, or flood your right neighbour's with what you make.",
    minutes="5 to 20",
    rules_version=2,
    players=(2, 3, 4, 5),
    state=WhirlingWitchcraft,
    actions=actions.ACTIONS,
    most_legal=actions.MOST_LEGAL,
    most_decisions={2: 798, 3: 609, 4: 516, 5: 420},
    rules=Rules(
        setup=rules.setup,
        pending=rules.pending,
        legal=rules.legal,
        apply=rules.apply,
        over=rules.over,
        payoff=rules.payoff,
        settles=rules.settles,
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
    thinking=Thinking(explore=0.5, stages=2, many=2500),
)
