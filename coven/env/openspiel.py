"""Games as OpenSpiel games: `pyspiel.load_game("coven_midnight(players=3)")` after `register()`. Needs `open_spiel`.

A game begins with a chance node of `deals` equally likely outcomes: outcome k is the game of seed k, so later dice are
decided by it too, unseen. With few deals a game is small enough for CFR; with the default it is like any other. Seats
that decide at the same time do so one after another, and do not see each other's choices. Returns are shares of the
victory, less an equal share: they sum to 0.

Information states keep perfect recall. Strings are keys of a seat's whole history (`Match.info_key`). Tensors are all
its moments in order, each an observation and the seat's own action; games whose tensor would have more than
MOST_NUMBERS give observations only.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyspiel

from coven.engine.game import AnyGame
from coven.engine.match import Match
from coven.engine.recall import Moment, Recall
from coven.env.named import game_of
from coven.games import all_games

DEALS = 1 << 14
MOST_NUMBERS = 1 << 21
PREFIX = "coven_"


def short_name(game: AnyGame) -> str:
    """What OpenSpiel calls a game."""
    return PREFIX + game.key.replace("-", "_")


def register(*games: AnyGame | str) -> list[str]:
    """Make these games (all, without arguments) known to OpenSpiel. Returns their names there."""
    chosen = [game_of(game) for game in games] or all_games()
    for game in chosen:
        if short_name(game) not in pyspiel.registered_names():
            pyspiel.register_game(_type(game, game.players[0]), _maker(game))
    return [short_name(game) for game in chosen]


def _maker(game: AnyGame) -> Any:
    """A class, which outlives the interpreter: OpenSpiel lets go of it only after that."""

    class Registered(CovenGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(game, params)

    return Registered


def _type(game: AnyGame, players: int) -> Any:
    kinds = pyspiel.GameType
    return kinds(
        short_name=short_name(game),
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=_recalls(game, players),
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": game.players[0], "deals": DEALS},
    )


def _numbers(game: AnyGame, players: int) -> tuple[int, int]:
    """The shape of an information-state tensor: moments, and numbers of each."""
    return game.most_decisions[players] + 1, 1 + game.observation.size(players) + game.actions.count


def _recalls(game: AnyGame, players: int) -> bool:
    moments, each = _numbers(game, players)
    return moments * each <= MOST_NUMBERS


@dataclass(frozen=True)
class Kind:
    """What all states of one OpenSpiel game share."""

    game: AnyGame
    players: int
    deals: int

    def __deepcopy__(self, memo: dict[int, object]) -> Kind:
        return self


class CovenGame(pyspiel.Game):  # type: ignore[misc]
    """A game with a number of players and of deals."""

    def __init__(self, game: AnyGame, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        players = game.seats(given.get("players", game.players[0]))
        self.kind = Kind(game, players, int(given.get("deals", DEALS)))
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions.count,
            max_chance_outcomes=self.kind.deals,
            num_players=players,
            min_utility=-1 / players,
            max_utility=1 - 1 / players,
            utility_sum=0.0,
            max_game_length=game.most_decisions[players],
        )
        super().__init__(_type(game, players), info, given)

    def new_initial_state(self) -> CovenState:
        """Before the deal."""
        return CovenState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> CovenObserver:
        """What a seat sees now, or with perfect recall, all that it has seen and done."""
        return CovenObserver(self.kind, bool(iig_obs_type and iig_obs_type.perfect_recall), params)


class CovenState(pyspiel.State):  # type: ignore[misc]
    """A match, and what each seat has seen of it."""

    def __init__(self, game: CovenGame) -> None:
        super().__init__(game)
        self.kind = game.kind
        self.match: Match | None = None
        self.recalls: list[Recall] = []

    def current_player(self) -> int:
        """The first seat that owes a decision."""
        if self.match is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.match.over else self.match.pending[0]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deals, all equally likely."""
        return [(deal, 1 / self.kind.deals) for deal in range(self.kind.deals)]

    def _legal_actions(self, player: int) -> list[int]:
        return self.match.numbers(player) if self.match and player in self.match.pending else []

    def _apply_action(self, action: int) -> None:
        if self.match is None:
            self.match = Match(self.kind.game, self.kind.players, seed=action)
            self.recalls = [Recall(self.match, seat, self.match.state) for seat in range(self.kind.players)]
            return
        seat = self.match.pending[0]
        self.match.act(seat, action)
        for one in self.recalls:
            one.note(self.match, self.match.state, seat, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or self.match is None:
            return f"deal {action}"
        return self.match.text(action)

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return self.match is not None and self.match.over

    def returns(self) -> list[float]:
        """Each seat's share of the victory, less an equal share; 0 before the end."""
        players = self.kind.players
        outcome = self.match.outcome if self.match else None
        return [float(share) - 1 / players for share in outcome.payoff] if outcome else [0.0] * players

    def information_state_string(self, player: int | None = None) -> str:
        """A key of all that the seat has seen and done."""
        seat = self.current_player() if player is None else player
        return f"seat {seat}: {self.recalls[seat].key.hex()}" if self.recalls else "before the deal"

    def __str__(self) -> str:
        if self.match is None:
            return "before the deal"
        acts = " ".join(f"{seat}:{self.match.text(action)}" for seat, action in self.match.acts)
        return f"deal {self.match.seed}: {acts}"


class CovenObserver:
    """Tensors and strings of what a seat sees."""

    def __init__(self, kind: Kind, is_whole: bool, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters for observations, such as {params}")
        self._kind, self._is_whole = kind, is_whole and _recalls(kind.game, kind.players)
        self._whole_string = is_whole
        self._most = kind.game.observation.scale(kind.players)
        shape = _numbers(kind.game, kind.players) if self._is_whole else (len(self._most),)
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"moments" if self._is_whole else "observation": self.tensor.reshape(shape)}

    def set_from(self, state: CovenState, player: int) -> None:
        """Write what the seat sees into `tensor`."""
        self.tensor.fill(0)
        if not state.recalls or state.match is None:
            return
        moments = state.recalls[player].moments
        if not self._is_whole:
            self.tensor[:] = self._row(state.match, moments[-1])
            return
        for place, moment in enumerate(moments):
            row = self.dict["moments"][place]
            row[0] = 1
            row[1 : 1 + len(self._most)] = self._row(state.match, moment)
            if moment.action is not None:
                row[1 + len(self._most) + moment.action] = 1

    def _row(self, match: Match, moment: Moment) -> Any:
        return match.game.observation.of(match.deck, moment.view) * self._most

    def string_from(self, state: CovenState, player: int) -> str:
        """What the seat sees, or all that it has seen and done."""
        if self._whole_string or not state.recalls:
            return state.information_state_string(player)
        view = state.recalls[player].moments[-1].view
        return f"seat {player} sees {hashlib.sha256(view.to_bytes()).hexdigest()}"
