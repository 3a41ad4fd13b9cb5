"""Match: the checked way to play. Everything but the compiled loops goes through it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any, Self

from coven.engine.decks import AnyDeck
from coven.engine.dice import seed_words
from coven.engine.game import AnyGame, Outcome
from coven.engine.plain import to_builtins
from coven.engine.recall import Moment, recall
from coven.engine.seats import over, pending
from coven.engine.sentences import Cited, Names, shown, whole
from coven.engine.sets import members
from coven.engine.soundness import check_state
from coven.engine.states import SPECTATOR, State

SEED_BITS = 128


class IllegalAction(ValueError):
    """An action that the rules do not allow now: `clause` (may be "") and `text`, a sentence for people."""

    def __init__(self, refusal: Cited) -> None:
        super().__init__(str(refusal))
        self.clause, self.text = refusal.clause, refusal.text


@dataclass(frozen=True)
class Action:
    """A legal action: its number, its text as people type it, and its label in words."""

    number: int
    text: str
    label: str = field(compare=False, default="")

    def __str__(self) -> str:
        return self.text


class Match:
    """One game in progress, with every input checked. Not thread-safe."""

    def __init__(
        self,
        game: AnyGame,
        players: int | None = None,
        seed: int | None = None,
        deck: AnyDeck | None = None,
        seat_names: Sequence[str] = (),
        options: Mapping[str, object] | None = None,
    ) -> None:
        """Start a game. Without a seed, one of 128 bits is drawn from the system.

        `seat_names` are what sentences call the seats ("seat 0" and so on by default); `options` is what the table has
        agreed on, by `Option.key`. Raises ValueError for a number of players that the game is not made for, a seed out
        of range, or an option that the game does not have.
        """
        self.game = game
        self.players = game.seats(game.players[0] if players is None else players)
        self.seed = secrets.randbits(SEED_BITS) if seed is None else _seed(seed)
        self.deck = deck or game.decks.default()
        self.seat_names = tuple(seat_names) or tuple(f"seat {seat}" for seat in range(self.players))
        if len(self.seat_names) != self.players:
            raise ValueError(f"{self.players} seats need {self.players} names, not {len(self.seat_names)}")
        self.options = game.agreed(options, self.players)
        """Every option of the game with its value."""
        self.acts: list[tuple[int, int]] = []
        """The (seat, action) pairs played so far: first the settled ones, then those that can be taken back."""
        self.settled = 0
        """How many of `acts` can no longer be taken back."""
        self.spoken: list[tuple[int, int, str, str]] = []
        """Table talk: (number of acts before it, seat, phrase, moment)."""
        self._set_up: State | None = None
        """The position in which a match `from_state` began."""
        self.state = self.first_state()
        """The whole truth, as a plain mirror, for tests and analysis. Do not show it to players."""
        self._settled_state: State | None = None
        """The state after the first `_settled_at` acts, all of them settled; None while nothing can be taken back."""
        self._settled_at = 0

    def first_state(self) -> State:
        """A new state, as the game was dealt or set up."""
        if self._set_up:
            return self._set_up.copy()
        state: State = self.game.new_state(self.players, self.options)
        state.seed = seed_words(self.seed)
        self.game.rules.setup(self.deck.tables, state)
        return state

    @classmethod
    def from_state(
        cls, game: AnyGame, state: State, deck: AnyDeck | None = None, seat_names: Sequence[str] = ()
    ) -> Self:
        """A match in a position that was set up by hand, or comes from `Batch.state`. It begins with a copy of it.

        Raises UnsoundState, naming the law that the state breaks. Such a match has no record, since it has no deal.
        """
        used = deck or game.decks.default()
        check_state(game, used, state)
        options = {option.key: getattr(state, option.key) for option in game.options}
        match = cls(
            game, state.players, sum(word << 32 * i for i, word in enumerate(state.seed)), used, seat_names, options
        )
        match._set_up = state.copy()
        match.state = match.first_state()
        return match

    def history(self, seat: int) -> list[Moment]:
        """All that the seat has seen and done, in order: with it nothing is forgotten (perfect recall)."""
        return recall(self, self._seat(seat)).moments

    def info_key(self, seat: int) -> bytes:
        """32 bytes that are equal in two matches if the seat's histories are: the key of its information set.

        Matches of other decks or numbers of players have other keys. Seats that decide at the same time are seen to
        have decided, so the order in which they do is part of the history.
        """
        return recall(self, self._seat(seat)).key

    @property
    def pending(self) -> tuple[int, ...]:
        """The seats that owe a decision, ascending; empty when the game is over."""
        return tuple(members(pending(self.state)))

    @property
    def over(self) -> bool:
        """Is the game finished?"""
        return over(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """Who won and by which clause; None while the game runs."""
        if not self.over:
            return None
        shares = [0.0] * self.players
        self.game.rules.payoff(self.state, shares)
        exact = tuple(Fraction(share).limit_denominator(self.players) for share in shares)
        return Outcome(exact, self.game.texts.reason(self.state))

    def legal(self, seat: int) -> list[Action]:
        """The seat's legal actions, ascending by number; empty if it has none."""
        seat = self._seat(seat)
        view, names = self.view_record(seat), self.names(seat)
        return [
            Action(number, self.text(number), self.game.texts.action_label(self.deck, view, number, names))
            for number in self.numbers(seat)
        ]

    def numbers(self, seat: int) -> list[int]:
        """The numbers of the seat's legal actions, ascending."""
        return self.game.legal(self.deck, self.state, self._seat(seat))

    def text(self, action: int) -> str:
        """An action's text, such as "lead owl-3"."""
        return self.game.actions.text(self.deck, action)

    def parse(self, action: int | str) -> int:
        """An action's number, given its number or text. Raises IllegalAction if the game has no such action.

        If several numbers share the text (identical cards in a custom deck), it is the one that `legal` uses.
        """
        if isinstance(action, str):
            try:
                return self.game.actions.parse(self.deck, action)
            except ValueError as error:
                raise IllegalAction(Cited("", str(error))) from None
        number = whole(action)
        if number is None or not 0 <= number < self.game.actions.count:
            most = self.game.actions.count - 1
            raise IllegalAction(Cited("", f"{shown(action)} is not an action: actions are numbers from 0 to {most}"))
        return self.game.actions.parse(self.deck, self.text(number))

    def act(self, seat: int, action: int | str) -> None:
        """Play an action, given by number or text. Raises IllegalAction, in which case nothing has changed."""
        seat, number = self._seat(seat), self.parse(action)
        refusal = self._refusal(seat, number)
        if refusal:
            raise IllegalAction(refusal)
        bits = self.game.rules.settles(self.deck.tables, self.state, seat, number)
        if self._settled_state is None and not bits >> seat & 1:
            self._settled_state, self._settled_at = self.state.copy(), self.settled
        self.game.rules.apply(self.deck.tables, self.state, seat, number)
        self.acts.append(_pair(seat, number))
        self._settle(bits)

    def plan(self, seat: int, action: int | str) -> None:
        """Like `act`, but only for actions that can be taken back. Raises IllegalAction for any other."""
        refusal = self.why_not(seat, action)
        if refusal is None and self.game.rules.settles(self.deck.tables, self.state, seat, self.parse(action)):
            refusal = Cited("", "Others see that at once, so nothing more can be decided along with it")
        if refusal:
            raise IllegalAction(refusal)
        self.act(seat, action)

    def settled_state(self) -> State:
        """A copy of the state after the settled acts only."""
        settled = self._advance()
        return self.state.copy() if settled is None else settled.copy()

    def _advance(self) -> State | None:
        """Bring the settled state up to the last settled act; None while nothing can be taken back."""
        settled = self._settled_state
        if settled is not None:
            for actor, action in self.acts[self._settled_at : self.settled]:
                self.game.rules.apply(self.deck.tables, settled, actor, action)
            self._settled_at = self.settled
        return settled

    def act_all(self, seat: int, actions: Sequence[int | str]) -> None:
        """Play these actions in order. Raises IllegalAction if one of them is not allowed, and then nothing has
        changed.

        Only the last may be one that cannot be taken back: if others were tried, a refusal would give away what they
        reveal.
        """
        planned = 0
        try:
            for action in actions[:-1]:
                self.plan(seat, action)
                planned += 1
            self.act(seat, actions[-1])
        except IllegalAction:
            for _ in range(planned):
                self.undo(seat)
            raise

    def _settle(self, seats: int) -> None:
        """Make what these seats have done final. The others' unsettled acts commute with it and move behind it."""
        sealed = self.unsettled
        staying = [act for act in sealed if seats >> act[0] & 1]
        self.acts[self.settled :] = staying + [act for act in sealed if not seats >> act[0] & 1]
        self.settled += len(staying)
        if self.settled == len(self.acts):
            self._settled_state = None

    def why_not(self, seat: int, action: int | str) -> Cited | None:
        """Why the seat may not play the action now, with the clause; None if it may."""
        return self._refusal(self._seat(seat), self.parse(action))

    def _refusal(self, seat: int, number: int) -> Cited | None:
        if self.over:
            return Cited("", "The game is over")
        if number in self.numbers(seat):
            return None
        return self.game.texts.why_not(self.deck, self.view_record(seat), seat, number, self.names(seat))

    @property
    def unsettled(self) -> list[tuple[int, int]]:
        """The acts that can be taken back. Only their own seats have seen them."""
        return self.acts[self.settled :]

    def can_undo(self, seat: int) -> bool:
        """Has the seat made a decision that can be taken back?"""
        seat = self._seat(seat)
        return self.settled < len(self.acts) and any(actor == seat for actor, _ in self.unsettled)

    def undo(self, seat: int) -> None:
        """Take back the seat's last unsettled decision. Raises IllegalAction if it has none."""
        seat = self._seat(seat)
        before = self._advance()
        if before is None or not self.can_undo(seat):
            raise IllegalAction(Cited("", "There is nothing to take back: once others have seen it, it stays"))
        last = next(i for i in reversed(range(len(self.acts))) if self.acts[i][0] == seat)
        del self.acts[last]
        self.state = before.copy()
        for actor, action in self.unsettled:
            self.game.rules.apply(self.deck.tables, self.state, actor, action)
        self.spoken = [(after - (after > last), actor, phrase, moment) for after, actor, phrase, moment in self.spoken]

    def view_record(self, viewer: int) -> State:
        """What a seat (or SPECTATOR) may see, as a record of the state's type."""
        viewer = SPECTATOR if whole(viewer) == SPECTATOR else self._seat(viewer)
        view: State = self.game.state()
        self.game.rules.hide(self.deck.tables, self.state, viewer, view)
        return view

    def view(self, viewer: int = SPECTATOR) -> dict[str, Any]:
        """What a seat (or a spectator) may see, as plain data."""
        data: dict[str, Any] = to_builtins(self.game.texts.describe(self.deck, self.view_record(viewer)))
        return data

    def question(self, seat: int) -> Cited:
        """What the seat is asked now, in words, with the clause."""
        seat = self._seat(seat)
        return self.game.texts.question(self.deck, self.view_record(seat), seat, self.names(seat))

    def names(self, you: int = SPECTATOR) -> Names:
        """Names for sentences, by seat number. The reader is "you"."""
        return Names(self.seat_names, you)

    def phrases(self, seat: int, view: State | None = None) -> tuple[str, ...]:
        """Keys of the table talk that the seat may say now, at most one phrase per moment.

        `view` is the seat's view, if the caller already has it.
        """
        seat = self._seat(seat)
        view = view or self.view_record(seat)
        found = tuple(self.game.talk.sayable(view, seat))
        if found and any(actor == seat for actor, _ in self.heard(self.game.talk.moment(view))):
            return ()
        return found

    def heard(self, moment: str) -> list[tuple[int, str]]:
        """What was said at this moment, as (seat, phrase) in order.

        The moment is the present one, or the next one, which a seat that has planned sees before the others do.
        """
        return [(seat, phrase) for _, seat, phrase, when in self.spoken[-2 * self.players :] if when == moment]

    def say(self, seat: int, phrase: str) -> None:
        """Say one of `phrases`. Everybody hears it, and the record keeps it. Raises IllegalAction if it may not be
        said."""
        seat = self._seat(seat)
        if phrase not in self.phrases(seat):
            raise IllegalAction(Cited("", f'"{shown(phrase)}" may not be said now'))
        moment = self.game.talk.moment(self.view_record(seat))
        self.spoken.append((self.settled, seat, phrase, moment))

    def record(self) -> Any:
        """The finished game as a `record.GameRecord`. Raises ValueError before the end, because it holds the seed."""
        from coven.engine.record import GameRecord

        if self._set_up:
            raise ValueError("a record replays a deal: a match that began in a position of its own has none")
        if not self.over:
            raise ValueError("a record contains the seed: it is available when the game is over")
        return GameRecord.of(self)

    def copy(self) -> Self:
        """An independent match in the same position. Game and deck are shared, since nobody changes them."""
        twin = type(self).__new__(type(self))
        vars(twin).update(vars(self))
        twin.options, twin.acts, twin.spoken = dict(self.options), list(self.acts), list(self.spoken)
        twin.state = self.state.copy()
        twin._settled_state = self._settled_state and self._settled_state.copy()
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self.copy()

    def _seat(self, seat: int) -> int:
        """The seat as an int. Raises IllegalAction if there is no such seat."""
        number = whole(seat)
        if number is None or not 0 <= number < self.players:
            raise IllegalAction(Cited("", f"there is no seat {shown(seat)}: seats are 0 to {self.players - 1}"))
        return number


@cache
def _pair(seat: int, action: int) -> tuple[int, int]:
    """The same object in all matches, because a server has many of them."""
    return seat, action


def _seed(seed: object) -> int:
    number = whole(seed)
    if number is None:
        raise ValueError(f"a seed is a whole number, not {shown(seed)}")
    return number
