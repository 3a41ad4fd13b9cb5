"""The contract between the engine and a game. The engine knows nothing about a game but this.

Vocabulary. A *seat* is a number from 0, clockwise. A *decision* is one choice of one seat; an *action* is a number that
stands for the same choice everywhere. A *view* is a record of the state's type that holds what one seat may see.
A *card kind*, a *phase* and everything else are the game's own affair.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from operator import index
from typing import Any

from msgspec import Struct

from coven.engine.decks import Deck
from coven.engine.jit import rule
from coven.engine.plain import Plain
from coven.engine.states import TRUTH, State

MOST_SHOWN = 40
NEVER = 1 << 30
"""More than any action number."""
ANY_SEAT = -1
"""Of an option that names a seat: none is named."""


class Cited(Struct, frozen=True):
    """A sentence with its clause of RULES.md ("" where none is needed): a question, or why something is not allowed."""

    clause: str
    text: str

    def __str__(self) -> str:
        return f"{self.text} ({self.clause})" if self.clause else self.text


def shown(value: object) -> str:
    """What somebody put in, for a sentence about it: printable, and cut where it is long."""
    try:
        text = value if isinstance(value, str) else repr(value)
    except ValueError:
        text = "a huge number"
    kept = "".join(letter if letter.isprintable() else "?" for letter in text.strip()[: MOST_SHOWN + 1])
    return kept if len(kept) <= MOST_SHOWN else kept[:MOST_SHOWN] + "..."


def listed(names: Sequence[str]) -> str:
    """Names in a row: "a, b and c"."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def whole(value: object) -> int | None:
    """A whole number of any integer type as an int; None for everything else, truth values too."""
    if type(value) is int:
        return value
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return None
    return index(value)


@rule
def any_of_them(deck: Any, s: Any, seat: int, legal: Any, n: int) -> int:
    """A random player chooses among all that is legal."""
    return n


@rule
def keep_all(s: Any) -> None:
    """Nothing is kept for redeals alone."""


@rule
def one_stage(s: Any) -> int:
    """The whole game is one stage."""
    return 0


@rule
def equal_shares(deck: Any, s: Any, out: Any) -> None:
    """Every seat has the same chance to win."""
    for seat in range(s.players):
        out[seat] = 1.0 / s.players


@dataclass(frozen=True)
class Option:
    """Something that a table agrees on before a game: a switch (0 or 1), or a seat (ANY_SEAT if none is named).

    A new option's default is how the game was before it, so that older records mean what they meant. An option that
    goes, or means something else, is a change of behaviour: it raises `Game.rules_version`.
    """

    key: str
    """Name of the state's field that holds it from before the setup on."""
    title: str
    """In words, as a switch has them beside it: "Calls are made for you"."""
    note: str
    """What it changes, in a sentence."""
    is_seat: bool = False
    players: tuple[int, ...] = ()
    """With which numbers of players it may be other than usual; none: with all."""

    def is_for(self, players: int) -> bool:
        """Can so many players agree on it?"""
        return not self.players or players in self.players

    @property
    def default(self) -> int:
        """What holds where nobody asks for anything else."""
        return ANY_SEAT if self.is_seat else 0

    def checked(self, value: object, players: int) -> int:
        """The value as a number of the state; raises ValueError."""
        number = int(value) if isinstance(value, bool) else whole(value)
        lowest, most = (ANY_SEAT, players - 1) if self.is_seat else (0, 1)
        if number is None or not lowest <= number <= most:
            kind = f"a seat from 0 to {most}, or {ANY_SEAT} for none" if self.is_seat else "0 or 1"
            raise ValueError(f"the option {self.key} is {kind}, not {shown(value)}")
        if number != self.default and not self.is_for(players):
            possible = " or ".join(map(str, self.players))
            raise ValueError(f"the option {self.key} is for {possible} players, not for {players}")
        return number


def same_options(s: Any, options: Mapping[str, int]) -> dict[str, int]:
    """The next game is played as the last one was."""
    return dict(options)


def nothing_more(deck: Deck, view: Any, names: Any) -> list[str]:
    """The table shows everything."""
    return []


def no_captions(deck: Deck, view: Any, names: Names) -> Plain:
    """The page writes nothing of its own on the table."""
    return Plain()


def nothing_between(deck: Deck, before: Any, after: Any) -> Any | None:
    """Every act ends in a position that can be looked at."""
    return None


@dataclass(frozen=True)
class Rules:
    """A game's rules: every function is a `jit.rule`, usable from Python and from compiled loops.

    `deck` and `s` are records in compiled code and their plain mirrors in Python. Callers pass only what is
    asked for; nothing is checked here (`Match` checks).
    """

    setup: Callable[[Any, Any], None]
    """setup(deck, s): make the first position. `s.players` and `s.seed` already stand in `s`."""
    pending: Callable[[Any], int]
    """pending(s): bits of the seats that owe a decision; several where play is simultaneous; 0 when over."""
    legal: Callable[[Any, Any, int, Any], int]
    """legal(deck, s, seat, out): write the seat's legal actions into `out`, ascending; returns how many.

    The only source of legality. `s` may be the truth or the seat's own view. For a seat that is not pending
    it holds out-of-turn actions alone, if any (`Game.out_of_turn`).
    """
    apply: Callable[[Any, Any, int, int], None]
    """apply(deck, s, seat, action): play a legal action. Trusts its caller."""
    over: Callable[[Any], bool]
    """over(s): is the game finished?"""
    payoff: Callable[[Any, Any], None]
    """payoff(s, out): each seat's share of the victory, summing to 1 (1/k each for k winners); needs over(s)."""
    settles: Callable[[Any, Any, int, int], int]
    """settles(deck, s, seat, action): bits of the seats that can take nothing back after this legal action.

    The seat itself is among them if the action rolls dice or shows anybody anything; others are if what they have
    decided is shown by it too. What is not settled may be taken back by its seat, and shows in no other seat's view
    but as a decision made; what other seats have left unsettled could as well have been decided later.
    """
    hide: Callable[[Any, Any, int, Any], None]
    """hide(deck, s, viewer, view): overwrite all of `view` with the information state of a seat (or SPECTATOR)."""
    redeal: Callable[[Any, Any, Any], None]
    """redeal(deck, view, s): overwrite `s`, but for its seed and dice, with a whole state that fits the view.

    A determinization. Uniform over the hidden placements of the unseen cards; random numbers come from the dice in `s`.
    """
    fits: Callable[[Any, Any, Any], bool]
    """fits(deck, view, s): could `s` be what is behind `view`? Written apart from `redeal`, to judge it.

    Consistency with the information state. Needs hide(s) to equal the view already: only what is hidden is judged.
    """
    thumb: Callable[[Any, Any, int, Any, int, int], int]
    """thumb(deck, view, seat, legal, n, rng): one of the n legal actions, by rules of thumb, from the view alone.

    A heuristic policy. `rng` is a random word (`dice.draw`).
    """
    casual: Callable[[Any, Any, int, Any, int], int] = any_of_them
    """casual(deck, s, seat, legal, n): keep at the front of `legal`, ascending, those of its n actions among which a
    random player chooses; returns how many. All of them, unless a game would hardly end that way.
    """
    lighten: Callable[[Any], None] = keep_all
    """lighten(s): keep no more what only `redeal`, `fits` and the log read; all else is as before.

    For worlds that are played on by millions, seen by rules of thumb alone and never dealt again.
    """
    stage: Callable[[Any], int] = one_stage
    """stage(s): a number from 0 that never falls, and is raised where a simulation may stop, as at the end of a round.

    The same from the truth and from any view. Where it is always 0, simulations run to the end of the game.
    """
    value: Callable[[Any, Any, Any], None] = equal_shares
    """value(deck, s, out): each seat's chance to win (0 to 1, sum 1), estimated from what everybody sees.

    Needs the first moment of a stage (nothing of it is decided yet) in a game that is not over. `s` may be the truth
    or any view, and all give the same. Equal shares, unless a game knows better.
    """


@dataclass(frozen=True)
class Thinking:
    """How search plays a game best, found by measuring (bench/results.md)."""

    thumb: int = 100
    """Percent of the decisions of a rollout that are made by rules of thumb; the others are made at random."""
    c_puct: float = 1.0
    """The exploration constant of PUCT, in shares of the victory."""
    prior_weight: float = 0.5
    """The prior probability of what the rules of thumb advise: 0 does without them, else up to 1."""
    fpu_reduction: float = 0.1
    """First-play urgency: how much worse than the mean an action without visits seems, in shares of the victory."""
    stages: int = 1
    """After so many stages (`Rules.stage`) a simulation stops and asks for the value."""
    simulations: int = 200
    """Simulations that a witch makes for a decision."""
    high_simulations: int = 3000
    """Simulations that a high witch makes: no more than take one second of one core."""


@dataclass(frozen=True)
class Board:
    """What a table with things to touch asks of a game. Things have ids, as "card:owl-3"; hidden ones have none."""

    faces: Callable[[Deck], Sequence[Plain]]
    """faces(deck): each kind of card: its `id`, `title`, `count`, and whatever the game's board draws."""
    touches: Callable[[Deck, Any, int], list[str]]
    """touches(deck, view, action): ids of the things that stand for a legal action; none: it is a button."""
    closed: Callable[[Deck, Any, int, Names], list[tuple[str, Cited]]]
    """closed(deck, view, seat, names): things of a seat that owes a decision which may not be used now, and why."""
    hint: Callable[[Deck, Any, int], tuple[str, str] | None]
    """hint(deck, view, seat): a key and advice for somebody who plays for the first time; None if none is due."""
    reveal: Callable[[Deck, Any, Any, Names], list[str]]
    """reveal(deck, before, after, names): of two truths, what was hidden and matters no more, for the end of a game."""
    captions: Callable[[Deck, Any, Names], Plain] = no_captions
    """captions(deck, view, names): what stands on the table in words and marks, for the reader of `names`."""
    between: Callable[[Deck, Any, Any], Any] = nothing_between
    """between(deck, before, after): of two views of one seat, one after the other, what was to be seen between them and
    is gone, as another view; None if nothing was."""
    labels: Mapping[str, Any] = field(default_factory=dict)
    """What stands on the page whatever the position, by keys of its own."""


@dataclass(frozen=True)
class Game:
    """One game: its rules, its numbers, its cards and its words."""

    key: str
    """Name on the command line and in files, as "three-witches"."""
    title: str
    """Name on the box."""
    edition: str
    """Which edition of the game this is."""
    summary: str
    """What it is, in one sentence."""
    rules_version: int
    """Raised with every change of behaviour; saved games and running tables name it, and are played by no other."""
    players: tuple[int, ...]
    """Possible numbers of seats, ascending."""
    minutes: str
    """How long a game takes, as "20"."""
    state: type[State]
    """The record of a game."""
    actions: int
    """Action numbers are 0 to actions - 1."""
    most_legal: int
    """No seat ever has more legal actions at once."""
    most_decisions: dict[int, int]
    """By number of seats: no game takes more decisions."""
    rules: Rules
    load_deck: Callable[[dict[str, Any], str], Deck]
    """load_deck(data, source): check a deck file's content; raises DeckError."""
    default_deck: Callable[[], Deck]
    """The deck that the game is played with."""
    rules_text: Callable[[], str]
    """RULES.md."""
    action_text: Callable[[Deck, int], str]
    """action_text(deck, action): as people type it."""
    parse_action: Callable[[Deck, str], int]
    """parse_action(deck, text): the other way; raises ValueError with a sentence."""
    action_label: Callable[[Deck, Any, int, Names], str]
    """action_label(deck, view, action, names): in words, for the seat that may choose it."""
    why_not: Callable[[Deck, Any, int, int, Names], Cited | None]
    """why_not(deck, view, seat, action, names): why the seat may not; None if it may. From the seat's view alone."""
    question: Callable[[Deck, Any, int, Names], Cited]
    """question(deck, view, seat, names): what the seat is asked and under which clause."""
    tell: Callable[[Deck, Any, Any, Names], list[str]]
    """tell(deck, before, after, names): log lines between two views of one viewer, so they hold only what both show."""
    describe: Callable[[Deck, Any], Plain]
    """describe(deck, view): what the view holds, and nothing else, for programs and for the page."""
    table: Callable[[Deck, Any, Names], list[str]]
    """table(deck, view, names): how things stand, for a terminal: a heading, then lines as "what: how".

    With the truth instead of a view it shows every hand.
    """
    reason: Callable[[Any], str]
    """reason(s): the clause by which a finished game ended."""
    verdict: Callable[[Deck, Any, Names], str]
    """verdict(deck, s, names): in words how a finished game was decided, without a full stop."""
    phrases: Callable[[Any, int], tuple[str, ...]]
    """phrases(view, seat): keys of the fixed phrases of table talk that the seat may say now."""
    phrase_text: Callable[[str], str]
    """phrase_text(key): the phrase; raises ValueError for an unknown key."""
    moment: Callable[[Any], str]
    """moment(view): what table talk is limited by: a seat speaks at most once in one moment."""
    board: Board
    """Things to touch, for tables in a browser."""
    out_of_turn: int = NEVER
    """Actions with this number and higher ones may be legal for seats that owe no decision; they mean the same at any
    moment, and no seat ever must choose one."""
    options: tuple[Option, ...] = ()
    """What a table may agree on before a game."""
    next_options: Callable[[Any, Mapping[str, int]], dict[str, int]] = same_options
    """next_options(s, options): with what options the same company plays again after a finished game."""
    thinking: Thinking = Thinking()
    """How search plays it best."""
    look: Callable[[Deck, Any, Names], list[str]] = nothing_more
    """look(deck, view, names): what the reader may look through at any time and `table` leaves out (stacks, earlier
    tricks), as lines "what: how", for a terminal."""
    other_decks: dict[str, Callable[[], Deck]] = field(default_factory=dict)
    """Decks beside the default one that come with the game, by name."""

    def agreed(self, options: Mapping[str, object] | None, players: int) -> dict[str, int]:
        """Every option of the game with its value, given some of them by key; raises ValueError."""
        given = dict(options or {})
        found = {option.key: option.checked(given.pop(option.key, option.default), players) for option in self.options}
        if given:
            known = ", ".join(found) or "no options"
            raise ValueError(f"{self.title} has no option {shown(next(iter(given)))}: it has {known}")
        return found

    def new_state(self, players: int, options: Mapping[str, object] | None = None) -> State:
        """An empty truth for so many seats, with what was agreed on; raises ValueError for options it does not have."""
        state = self.state()
        state.viewer, state.players = TRUTH, players
        for key, value in self.agreed(options, players).items():
            setattr(state, key, value)
        return state

    def seats(self, players: object) -> int:
        """The number of seats for that many players; raises ValueError if the game is not made for them."""
        count = whole(players)
        if count is None or count not in self.players:
            possible = ", ".join(map(str, self.players))
            raise ValueError(f"{self.title} is for {possible} players; {shown(players)} is no such number")
        return count


class Names(Struct, frozen=True):
    """What seats are called in sentences; `you` is the seat that reads them, or -1."""

    seats: tuple[str, ...]
    you: int = -1

    def __getitem__(self, seat: int) -> str:
        return "you" if seat == self.you else self.seats[seat]

    def says(self, seat: int, phrase: str) -> str:
        """A phrase of table talk as a line of the log."""
        name = self.seats[seat]
        return f'{"You say" if seat == self.you else f"{name[:1].upper()}{name[1:]} says"}: "{phrase}"'


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    payoff: tuple[Fraction, ...]
    """Each seat's share of the victory."""
    reason: str
    """The clause that ended it."""

    @property
    def winners(self) -> tuple[int, ...]:
        """Seats with a share."""
        return tuple(seat for seat, share in enumerate(self.payoff) if share)

    def told(self, names: Names) -> str:
        """Who won, as a sentence without its full stop."""
        winners = listed([names[seat] for seat in self.winners])
        verb = "share the victory" if len(self.winners) > 1 else "win the game" if winners == "you" else "wins the game"
        return f"{winners[:1].upper()}{winners[1:]} {verb}"
