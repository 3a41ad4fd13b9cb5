"""The Game object of Witch's Brew."""

from __future__ import annotations

from coven.engine.game import Actions, Decks, Game, Texts
from coven.engine.rules import Rules
from coven.games.witchs_brew import deck, options
from coven.games.witchs_brew.mind import beliefs, fits, measures, observe, redeal, sound, thumb, value
from coven.games.witchs_brew.rules import actions, contract, view
from coven.games.witchs_brew.rules.roles import CHOSEN
from coven.games.witchs_brew.rules.state import MOST_PLAYERS, MOST_SETS, WitchsBrew
from coven.games.witchs_brew.words import describe, log, look, questions, sentences, story, table, why
from coven.games.witchs_brew.words.board import BOARD

MOST_FOR_A_ROLE = 15
"""The most decisions that one chosen role can cause: choosing it, playing it, using it, a vial; the three drops at most
that it brings are taken, and paid or given, one by one, and the five gold at most are added one by one."""


GAME = Game(
    key="witchs-brew",
    package=__package__,
    title="Witch's Brew",
    edition="Rio Grande Games",
    summary="Choose five of twelve roles, and dare to be the Witch, or settle for her favour.",
    goal="Brew cauldrons and take shelves: when enough ravens are out, the most points win.",
    minutes="45 to 60",
    rules_version=1,
    players=(3, 4, 5),
    most_decisions={players: MOST_SETS * CHOSEN * MOST_FOR_A_ROLE * players for players in range(3, MOST_PLAYERS + 1)},
    state=WitchsBrew,
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
        likelihood=beliefs.likelihood,
        sealed=redeal.sealed,
        reopen=redeal.reopen,
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
        verdict=story.verdict,
        counts=story.counts,
        highlights=story.highlights,
        chapter=story.chapter,
    ),
    board=BOARD,
    options=options.OPTIONS,
)
