"""The Game object of Witching Hour: Midnight."""

from __future__ import annotations

from coven.engine.game import Actions, Decks, Game, Texts, Thinking
from coven.engine.rules import Rules
from coven.games.midnight import deck, options
from coven.games.midnight.mind import fits, measures, observe, redeal, sound, thumb
from coven.games.midnight.rules import account, actions, contract, view
from coven.games.midnight.rules.state import MOST_PLAYERS, MOST_TURNS, Midnight
from coven.games.midnight.words import describe, log, look, questions, sentences, story, table, why
from coven.games.midnight.words.board import BOARD

GAME = Game(
    key="midnight",
    package=__package__,
    title="Witching Hour: Midnight",
    edition="first edition",
    summary="Match suit, shape or colour, and be rid of your cards before curses and cackles bring you more.",
    goal='Be the first to empty your hand, and call "Midnight!" as you play your second-to-last card.',
    minutes="10 to 20",
    rules_version=1,
    players=(2, 3, 4, 5, 6, 7, 8),
    most_decisions={players: MOST_TURNS * (players + 3) for players in range(2, MOST_PLAYERS + 1)},
    state=Midnight,
    rules=Rules(
        setup=contract.setup,
        legal=contract.legal,
        apply=contract.apply,
        settles=contract.settles,
        hide=view.hide,
        redeal=redeal.redeal,
        fits=fits.fits,
        thumb=thumb.thumb,
        casual=contract.casual,
        lighten=account.stop_account,
    ),
    observation=observe.OBSERVATION,
    measures=measures.MEASURES,
    laws=sound.LAWS,
    actions=Actions(
        count=actions.ACTIONS,
        most_legal=actions.MOST_LEGAL,
        text=actions.action_text,
        parse=actions.parse_action,
        out_of_turn=actions.OWN_UP,
    ),
    decks=Decks(deck.load_deck, deck.default_deck, {"full-grid": deck.full_grid}),
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
    next_options=options.next_options,
    thinking=Thinking(prior_weight=0.6, simulations=1200, high_simulations=2500),
)
