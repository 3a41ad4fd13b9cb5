"""The Game object of 3 Witches: everything that the engine, the table and the tools ask for."""

from __future__ import annotations

from coven.engine.game import Actions, Decks, Game, Texts, Thinking
from coven.engine.rules import Rules
from coven.games.three_witches import deck
from coven.games.three_witches.mind import beliefs, endgame, fits, measures, observe, redeal, sound, thumb, value
from coven.games.three_witches.rules import actions, contract, view
from coven.games.three_witches.rules.state import SEATS, ThreeWitches
from coven.games.three_witches.words import describe, log, look, questions, sentences, story, table, why
from coven.games.three_witches.words.board import BOARD
from coven.games.three_witches.words.talk import TALK

GAME = Game(
    key="three-witches",
    package=__package__,
    title="3 Witches",
    edition="first edition",
    summary="A trick-taking game for three: one witch leads against two, and must win exactly what she bid.",
    goal="Be the first with five tokens: two for a Lead Witch who wins just her bid, or one for each of the others.",
    minutes="20",
    rules_version=1,
    players=(SEATS,),
    most_decisions={SEATS: 476},
    state=ThreeWitches,
    rules=Rules(
        setup=contract.setup,
        legal=contract.legal,
        apply=contract.apply,
        settles=contract.settles,
        payoff=contract.payoff,
        hide=view.hide,
        redeal=redeal.redeal,
        fits=fits.fits,
        thumb=thumb.thumb,
        stage=value.stage,
        value=value.value,
        likelihood=beliefs.likelihood,
        solve=endgame.solve,
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
        endings=(log.REASON,),
        verdict=story.verdict,
        counts=story.counts,
        highlights=story.highlights,
        chapter=story.chapter,
    ),
    talk=TALK,
    board=BOARD,
    thinking=Thinking(high_simulations=2500),
)
