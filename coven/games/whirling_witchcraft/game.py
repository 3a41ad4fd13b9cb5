"""Whirling Witchcraft as the engine and its tools ask of it."""

from __future__ import annotations

from importlib.resources import files

from coven.engine.decks import Deck
from coven.engine.game import Game, Rules, Thinking
from coven.games.whirling_witchcraft.deck import default_deck, load_deck
from coven.games.whirling_witchcraft.mind.fits import fits
from coven.games.whirling_witchcraft.mind.redeal import redeal
from coven.games.whirling_witchcraft.mind.thumb import thumb
from coven.games.whirling_witchcraft.mind.value import stage, value
from coven.games.whirling_witchcraft.rules import actions, contract
from coven.games.whirling_witchcraft.rules.state import WhirlingWitchcraft
from coven.games.whirling_witchcraft.rules.view import hide
from coven.games.whirling_witchcraft.words.board import BOARD
from coven.games.whirling_witchcraft.words.describe import describe
from coven.games.whirling_witchcraft.words.log import tell, verdict
from coven.games.whirling_witchcraft.words.look import look
from coven.games.whirling_witchcraft.words.questions import question
from coven.games.whirling_witchcraft.words.sentences import action_label
from coven.games.whirling_witchcraft.words.table import table
from coven.games.whirling_witchcraft.words.talk import moment, phrase_text, phrases, reason
from coven.games.whirling_witchcraft.words.why import why_not


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
    thinking=Thinking(c_puct=0.5, stages=2, high_simulations=2500),
)
