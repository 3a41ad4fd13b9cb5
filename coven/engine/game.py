"""The contract between the engine and a game: everything that the engine knows about a game.

Vocabulary: a *seat* is a number from 0, clockwise. A *decision* is one choice of one seat; an *action* is a number that
stands for the same choice everywhere. A *view* is a record of the state's type that holds what one seat may see. A
*card kind*, a *phase* and everything else are the game's own business.

A game's functions are called by `Match`, loops, players, the server and the terminal, and know none of them. `S` is the
game's state, `D` the tables of its decks; code that works with any game says `AnyGame`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from importlib.resources import files
from typing import Any, Generic, TypeAlias

from coven.engine.decks import D, Deck
from coven.engine.laws import Law
from coven.engine.measures import NO_MEASURES, Measures
from coven.engine.observation import NO_OBSERVATION, Observation
from coven.engine.options import Option
from coven.engine.plain import Plain
from coven.engine.rules import Rules, S
from coven.engine.seats import owes
from coven.engine.sentences import Cited, Names, capital, listed, shown, whole
from coven.engine.states import TRUTH
from coven.engine.story import Count, Highlight, Revealed

NEVER = 1 << 30
"""Higher than any action number."""


@dataclass(frozen=True)
class Actions(Generic[D]):
    """A game's action numbers, 0 to count - 1, and their texts."""

    count: int
    most_legal: int
    """No seat ever has more legal actions than this at once."""
    text: Callable[[Deck[D], int], str]
    """text(deck, action): the action as people type it."""
    parse: Callable[[Deck[D], str], int]
    """parse(deck, text): the inverse of `text`, ignoring case and spaces. Raises ValueError with a sentence that says
    which texts are valid."""
    out_of_turn: int = NEVER
    """Actions from this number on may be legal for seats that owe no decision. They mean the same at any moment, and no
    seat ever has to choose one."""


@dataclass(frozen=True)
class Decks(Generic[D]):
    """The decks of a game."""

    load: Callable[[dict[str, Any], str], Deck[D]]
    """load(data, source): check the content of a deck file. Raises DeckError."""
    default: Callable[[], Deck[D]]
    """The deck that the game is usually played with."""
    others: Mapping[str, Callable[[], Deck[D]]] = field(default_factory=dict)
    """Other decks that come with the game, by name."""


def nothing(*what: object) -> list[Any]:
    """The default for a game that has none of these."""
    return []


def never(*what: object) -> None:
    """The default for a game where this never happens."""


def all_alike(deck: Any, view: Any, names: Names) -> list[Count]:
    """The default for a game in which nothing but the victory counts."""
    return [Count((), "")] * len(names.seats)


def all_one_chapter(deck: Any, view: Any) -> str:
    """The default for a game without parts."""
    return ""


@dataclass(frozen=True)
class Texts(Generic[S, D]):
    """What a game says about itself, to people and to programs."""

    action_label: Callable[[Deck[D], S, int, Names], str]
    """action_label(deck, view, action, names): the action in words, for the seat that may choose it."""
    why_not: Callable[[Deck[D], S, int, int, Names], Cited]
    """why_not(deck, view, seat, action, names): why the seat may not choose an action that is not legal, and under
    which clause. From its view alone; the seat may owe no decision."""
    question: Callable[[Deck[D], S, int, Names], Cited]
    """question(deck, view, seat, names): what the seat is asked, and under which clause. If it owes nothing, whom it
    waits for; if the game is over, any sentence."""
    tell: Callable[[Deck[D], S, S, Names], list[str]]
    """tell(deck, before, after, names): log lines from two views of one viewer, so they can only say what both show.
    The last lines of a game say who has won.

    Usually one act lies between the views. For a reader who joins late or comes back it may be many: then lines may be
    missing, but none may be false or differ from what was told act by act. So the views must show how much has
    happened. At the very beginning `before` is an empty state, which has no players.
    """
    describe: Callable[[Deck[D], S], Plain]
    """describe(deck, view): exactly what the view holds, for programs and for the page."""
    table: Callable[[Deck[D], S, Names], list[str]]
    """table(deck, view, names): how things stand, for a terminal: a heading, then lines of the form "what: how".

    If it is given the truth instead of a view, it shows every hand.
    """
    reason: Callable[[S], str]
    """reason(s): the clause under which a finished game ended."""
    endings: Sequence[str]
    """Every clause that `reason` may return."""
    verdict: Callable[[Deck[D], S, Names], str]
    """verdict(deck, s, names): how a finished game was decided (on points, say), in one sentence without a full stop.
    Shown below "Anna wins the game", which `Outcome.told` says for every game."""
    counts: Callable[[Deck[D], S, Names], Sequence[Count]] = all_alike
    """counts(deck, view, names): [seat]: what counts for it when the game ends, from what everybody sees. Ended by
    agreement or concession, a game may be anywhere."""
    highlights: Callable[[Deck[D], S, S, Names], Sequence[Highlight]] = nothing
    """highlights(deck, before, after, names): what was remarkable, from two successive views of a spectator. The
    heaviest of a whole game are its moments, told when it is over."""
    chapter: Callable[[Deck[D], S], str] = all_one_chapter
    """chapter(deck, view): the part of the game that the position belongs to ("Round 3"), from what everybody sees. No
    two parts have the same name, and none comes back."""
    look: Callable[[Deck[D], S, Names], list[str]] = nothing
    """look(deck, view, names): what the reader may look through at any time but `table` leaves out (stacks, earlier
    tricks), as lines of the form "what: how", for a terminal."""


def all_one_moment(view: S) -> str:
    """The whole game is one moment."""
    return ""


@dataclass(frozen=True)
class Talk(Generic[S]):
    """Table talk in fixed phrases. By default a game has none."""

    phrases: Mapping[str, str] = field(default_factory=dict)
    """The phrases by key."""
    sayable: Callable[[S, int], Sequence[str]] = nothing
    """sayable(view, seat): keys of the phrases that the seat may say now. By default none."""
    moment: Callable[[S], str] = all_one_moment
    """moment(view): the moment that talk belongs to. A seat may speak once per moment."""
    law: Cited | None = None
    """Why nothing but these phrases may be said; None where talk is free, and a table may show emotes."""

    def text(self, key: str) -> str:
        """The phrase. Raises ValueError for an unknown key."""
        if key not in self.phrases:
            known = ", ".join(self.phrases) or "this game has none"
            raise ValueError(f'"{shown(key)}" is not a phrase: {known}')
        return self.phrases[key]


def no_captions(deck: Deck[D], view: S, names: Names) -> Plain:
    """The default for a game that writes nothing of its own on the table."""
    return Plain()


@dataclass(frozen=True)
class Board(Generic[S, D]):
    """What a game provides for a table with things to touch. Things have ids such as "card:owl-3"; hidden ones have
    none.

    A game that is only played in terminals can leave all of it out.
    """

    faces: Callable[[Deck[D]], Sequence[Plain]] = nothing
    """faces(deck): each kind of card that the page draws, with its `id`, `title`, `count`, and whatever else the game's
    board draws."""
    touches: Callable[[Deck[D], S, int], list[str]] = nothing
    """touches(deck, view, action): ids of the things that stand for a legal action. If there are none, it is a
    button."""
    usable: Callable[[Deck[D], S, int], Sequence[tuple[str, int]]] = nothing
    """usable(deck, view, seat): things that people may want to use now, for a seat that owes a decision, each with an
    action it would stand for. A thing that no legal action touches is closed; the reason is why that action is not
    legal."""
    hint: Callable[[Deck[D], S, int, Sequence[int]], str | None] = never
    """hint(deck, view, seat, legal): key of the advice to show to a first-time player who owes a decision between these
    legal actions; None if there is none to show."""
    hints: Mapping[str, str] = field(default_factory=dict)
    """Advice by key."""
    reveal: Callable[[Deck[D], S, S, Names], list[Revealed]] = nothing
    """reveal(deck, before, after, names): from two truths, the cards that were hidden and no longer matter, for the end
    of a game."""
    hands: Callable[[Deck[D], S, Names], list[Revealed]] = nothing
    """hands(deck, s, names): from the truth, the cards that somebody holds unseen now, for an open replay. It is never
    called while a game is played."""
    captions: Callable[[Deck[D], S, Names], Plain] = no_captions
    """captions(deck, view, names): the words and marks on the table, for the reader of `names`."""
    between: Callable[[Deck[D], S, S], S | None] = never
    """between(deck, before, after): from two successive views of one seat, what could be seen in between and is gone,
    as another view; None if nothing was."""
    labels: Mapping[str, Any] = field(default_factory=dict)
    """What the page shows in every position, under the game's own keys."""


@dataclass(frozen=True)
class Thinking:
    """The settings with which search plays a game best, found by measuring (bench/results.md)."""

    thumb: int = 100
    """Percentage of the decisions in a rollout that are made by rules of thumb; the others are made at random."""
    c_puct: float = 1.0
    """The exploration constant of PUCT, in shares of the victory."""
    prior_weight: float = 0.5
    """The prior probability of what the rules of thumb advise, up to 1; 0 does without them."""
    fpu_reduction: float = 0.1
    """First-play urgency: how much worse than the mean an unvisited action is assumed to be, in shares of the
    victory."""
    stages: int = 1
    """A simulation stops after this many stages (`Rules.stage`) and asks for the value."""
    simulations: int = 200
    """Simulations that a witch makes per decision."""
    high_simulations: int = 3000
    """Simulations that a high witch makes per decision: at most what one core can do in one second."""


def same_options(s: S, options: Mapping[str, int]) -> dict[str, int]:
    """The next game is played with the options of the last one."""
    return dict(options)


@dataclass(frozen=True)
class Game(Generic[S, D]):
    """One game: its rules, numbers, cards and words."""

    key: str
    """Name on the command line and in files, such as "three-witches"."""
    package: str
    """The package in which the game's RULES.md lies."""
    title: str
    """Name on the box."""
    edition: str
    """Which edition of the game this is."""
    summary: str
    """The game in one sentence."""
    goal: str
    """What everybody is after and how the game is won, in one sentence."""
    minutes: str
    """How many minutes a game takes, as text: "20"."""
    rules_version: int
    """Raised with every change of behaviour. Saved games and running tables name the one that plays them."""
    players: tuple[int, ...]
    """Possible numbers of seats, ascending."""
    most_decisions: Mapping[int, int]
    """The most decisions that a game takes, by number of seats."""
    state: type[S]
    """The record of a game."""
    rules: Rules[S, D]
    actions: Actions[D]
    decks: Decks[D]
    texts: Texts[S, D]
    talk: Talk[S] = field(default_factory=Talk)
    board: Board[S, D] = field(default_factory=Board)
    options: tuple[Option, ...] = ()
    """What a table may agree on before a game."""
    laws: tuple[Law, ...] = ()
    """What is true of every state, for states that did not come from playing (`soundness`)."""
    observation: Observation[S, D] = NO_OBSERVATION
    """Views as numbers for learners. By default none."""
    measures: Measures[S, D] = NO_MEASURES
    """What reports count. By default only what every game has."""
    next_options: Callable[[S, Mapping[str, int]], dict[str, int]] = same_options
    """next_options(s, options): the options for another game of the same people after a finished one."""
    thinking: Thinking = Thinking()
    """The settings with which search plays it best."""

    @property
    def rules_text(self) -> str:
        """The text of RULES.md."""
        return (files(self.package) / "RULES.md").read_text(encoding="utf-8")

    def legal(self, deck: Deck[D], s: S, seat: int) -> list[int]:
        """The numbers of the seat's legal actions, ascending. `s` is the truth or the seat's own view."""
        out = [0] * self.actions.most_legal
        return out[: self.rules.legal(deck.tables, s, seat, out)]

    def why_not(self, deck: Deck[D], view: S, seat: int, action: int, names: Names) -> Cited | None:
        """Why this seat, whose view this is, may not play an action now; None if it may."""
        if action in self.legal(deck, view, seat):
            return None
        return self.texts.why_not(deck, view, seat, action, names)

    def closed(
        self, deck: Deck[D], view: S, seat: int, names: Names, legal: Sequence[int] | None = None
    ) -> list[tuple[str, Cited]]:
        """Things that a seat owing a decision may not use now, and why; empty for a seat that owes none.

        `legal`: its legal actions, if the caller already has them.
        """
        if not owes(view, seat):
            return []
        actions = self.legal(deck, view, seat) if legal is None else legal
        touched = {thing for action in actions for thing in self.board.touches(deck, view, action)}
        shut = [(thing, action) for thing, action in self.board.usable(deck, view, seat) if thing not in touched]
        return [(thing, self.texts.why_not(deck, view, seat, action, names)) for thing, action in shut]

    def hint(self, deck: Deck[D], view: S, seat: int, legal: Sequence[int] | None = None) -> tuple[str, str] | None:
        """The key and text of the advice for a seat that owes a decision; None if there is none to show.

        `legal`: its legal actions, if the caller already has them.
        """
        if not owes(view, seat):
            return None
        key = self.board.hint(deck, view, seat, self.legal(deck, view, seat) if legal is None else legal)
        return (key, self.board.hints[key]) if key else None

    def agreed(self, options: Mapping[str, object] | None, players: int) -> dict[str, int]:
        """Every option of the game with its value, given some of them by key. Raises ValueError."""
        given = dict(options or {})
        found = {option.key: option.checked(given.pop(option.key, option.default), players) for option in self.options}
        if given:
            known = ", ".join(found) or "no options"
            raise ValueError(f"{self.title} has no option {shown(next(iter(given)))}: it has {known}")
        return found

    def new_state(self, players: int, options: Mapping[str, object] | None = None) -> S:
        """An empty truth for this many seats and these options. Raises ValueError for an unknown option."""
        state = self.state()
        state.viewer, state.players = TRUTH, players
        for key, value in self.agreed(options, players).items():
            setattr(state, key, value)
        return state

    def seats(self, players: object) -> int:
        """The number of seats for that many players. Raises ValueError if the game is not made for them."""
        count = whole(players)
        if count is None or count not in self.players:
            possible = ", ".join(map(str, self.players))
            raise ValueError(f"{self.title} is for {possible} players, not {shown(players)}")
        return count


AnyGame: TypeAlias = Game[Any, Any]
"""Any game."""


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    payoff: tuple[Fraction, ...]
    """Each seat's share of the victory."""
    reason: str
    """The clause under which it ended."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have a share."""
        return tuple(seat for seat, share in enumerate(self.payoff) if share)

    def told(self, names: Names) -> str:
        """Who won, as a sentence without a full stop."""
        winners = listed([names[seat] for seat in self.winners])
        verb = "share the victory" if len(self.winners) > 1 else "win the game" if winners == "you" else "wins the game"
        return f"{capital(winners)} {verb}"
