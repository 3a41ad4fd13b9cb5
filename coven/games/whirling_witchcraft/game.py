"""The Game object of Whirling Witchcraft."""

from __future__ import annotations

from coven.engine.game import Actions, Decks, Game, Texts, Thinking
from coven.engine.rules import Rules
from coven.games.whirling_witchcraft import deck
from coven.games.whirling_witchcraft.mind import fits, measures, observe, redeal, sound, thumb, value
from coven.games.whirling_witchcraft.rules import actions, contract, view
from coven.games.whirling_witchcraft.rules.state import WhirlingWitchcraft
from coven.games.whirling_witchcraft.words import describe, log, look, questions, sentences, story, table, why
from coven.games.whirling_witchcraft.words.board import BOARD

GAME = Game(
    key="whirling-witchcraft",
    package=__package__,
    title="Whirling Witchcraft, Fastaval edition",
    edition="print and play of 2019",
    summary="Everybody brews at once: empty your workbench, or flood your right neighbour's with what you make.",
    goal="Empty your workbench, or flood your right neighbour's: either wins the game at once.",
    minutes="5 to 20",
    rules_version=2,
    players=(2, 3, 4, 5),
    most_decisions={2: 798, 3: 609, 4: 516, 5: 420},
    state=WhirlingWitchcraft,
    rules=Rules(
        setup=contract.setup,
        legal=contract.legal,
        apply=contract.apply,
        settles=contract.settles,
        hide=view.hide,
        redeal=redeal.redeal,
        fits=fits.fits,
        thumb=thumb.thumb,
        stage=value.stage,
        value=value.value,
    ),
    observation=observe.OBSERVATION,
    measures=measures.MEASURES,
    laws=sound.LAWS,
    actions=Actions(
        count=actions.ACTIONS,
        most_legal=actions.MOST_LEGAL,
        text=actions.action_text,
        parse=actions.parse_action,
    ),
    decks=Decks(deck.load_deck, deck.default_deck),
    texts=Texts(
        action_label=sentences.action_label,
        why_not=why.why_not,
        question=questions.question,
        tell=log.tell,
        describe=describe.describe,
        table=table.table,
        look=look.look,
        reason=log.reason,
        endings=tuple(log.REASONS.values()),
        verdict=log.verdict,
        counts=story.counts,
        highlights=story.highlights,
        chapter=story.chapter,
    ),
    board=BOARD,
    thinking=Thinking(c_puct=0.5, stages=2, high_simulations=2500),
)
