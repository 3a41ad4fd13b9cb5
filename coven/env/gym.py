"""Games as Gymnasium environments: one seat learns, the others are played by chosen opponents. Needs `gymnasium`.

An observation is a dict: `observation`, uint8 [F] (`Batch.planes` says what is where), and `action_mask`, int8 [A].
The reward comes at the end: the learner's share of the victory.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, MultiDiscrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from coven.engine.decks import AnyDeck
from coven.engine.game import AnyGame
from coven.env.batch import ADVISERS, NO_ACTION, Batch
from coven.env.named import game_of
from coven.players import Player, make_player

LARGEST_SEED = 1 << 62
Opponent = str | Player
"""The name of a player ("random", "thumb", "witch"), or a function with its arguments."""


def spaces(batch: Batch) -> tuple[Any, Any]:
    """The observation and action spaces of a seat."""
    most = batch.game.observation.most(batch.players)
    seen = Box(np.zeros_like(most), most, dtype=np.uint8)
    mask = Box(0, 1, (batch.actions,), np.int8)
    return Dict({"observation": seen, "action_mask": mask}), Discrete(batch.actions)


class CovenEnv(gymnasium.Env[Any, Any]):
    """A single game. The learner has a seat, and opponents the others, in order."""

    metadata = {"render_modes": []}  # noqa: RUF012

    def __init__(
        self, game: AnyGame | str, opponents: Sequence[Opponent], seat: int = 0, deck: AnyDeck | None = None,
        options: dict[str, object] | None = None,
    ) -> None:  # fmt: skip
        """Raises ValueError for a number of opponents that the game is not made for, or a seat that is not there."""
        self._batch = Batch(game_of(game), 1, len(opponents) + 1, deck, options, restart=False, light=False)
        self._seat = _own_seat(seat, self._batch.players)
        self._opponents = tuple(opponents)
        self._minds: list[Player] = []
        self.observation_space, self.action_space = spaces(self._batch)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a game; it is played on to the learner's first decision."""
        super().reset(seed=seed)
        while True:
            self._batch.reset(int(self.np_random.integers(LARGEST_SEED)))
            self._minds = [
                make_player(one, int(self.np_random.integers(LARGEST_SEED))) if isinstance(one, str) else one
                for one in self._opponents
            ]
            if not self._play_on():
                return self._seen(), {}

    def _play_on(self) -> bool:
        """Let the opponents play until the learner decides, or the game ends: then True."""
        batch = self._batch
        while not batch.done[0] and batch.seat[0] != self._seat:
            seat = int(batch.seat[0])
            view = batch.game.state.from_bytes(batch.view[0].tobytes())
            legal = batch.legal[0, : batch.count[0]].tolist()
            mind = self._minds[seat - (seat > self._seat)]
            batch.step(np.array([mind(batch.game, batch.deck, view, seat, legal)]))
        return bool(batch.done[0])

    def _seen(self) -> dict[str, Any]:
        batch = self._batch
        return {"observation": batch.look(0, self._seat), "action_mask": batch.mask[0].astype(np.int8)}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action of the learner, and then the opponents' up to its next one.

        An action that is not legal plays the first legal one instead, and says so in `info["illegal"]`: spaces know no
        masks.
        """
        batch, number = self._batch, int(action)
        is_legal = bool(batch.mask[0, number])
        batch.step(np.array([number if is_legal else batch.legal[0, 0]]))
        over = self._play_on()
        reward = float(batch.rewards[0, self._seat]) if over else 0.0
        return self._seen(), reward, over, False, {} if is_legal else {"illegal": number}


class CovenVectorEnv(VectorEnv[Any, Any, Any]):
    """Many games at once, at a batch's speed: opponents are "random", "thumb", or functions of many observations.

    Such a function gets observations [k, F] and masks [k, A] of the games in which its seat decides, and returns k
    actions. A game that ends begins anew in the same step; `infos` has `final_obs` then (SAME_STEP of Gymnasium).
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self, game: AnyGame | str, num_envs: int, opponents: Sequence[str | Callable[[Any, Any], Any]], seat: int = 0,
        deck: AnyDeck | None = None, options: dict[str, object] | None = None, threads: int = 1,
    ) -> None:  # fmt: skip
        """Raises ValueError for an opponent that is too slow, and as `CovenEnv` does."""
        self.num_envs = num_envs
        self._batch = Batch(game_of(game), num_envs, len(opponents) + 1, deck, options, threads=threads)
        self._seat = _own_seat(seat, self._batch.players)
        slow = [one for one in opponents if isinstance(one, str) and one not in ADVISERS]
        if slow:
            raise ValueError(f"{slow[0]} is not quick enough for many games at once: use {' or '.join(ADVISERS)}")
        self._opponents = [*opponents[: self._seat], None, *opponents[self._seat :]]
        self._rngs = self._batch.lots(0)
        self._rewards = np.zeros(num_envs)
        self._ended = np.zeros(num_envs, bool)
        self.single_observation_space, self.single_action_space = spaces(self._batch)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = MultiDiscrete(np.full(num_envs, self._batch.actions))

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a game in each env, with seed + i or seed[i]; the games are played on to the learner's decisions."""
        if isinstance(seed, list):
            self._batch.reset([one if one is not None else i for i, one in enumerate(seed)])
        else:
            self._batch.reset(seed)
        if seed is not None:
            self._rngs = self._batch.lots(seed[0] or 0 if isinstance(seed, list) else seed)
        self._play_on()
        return self._seen(), {}

    def _play_on(self) -> None:
        """Let the opponents play everywhere until the learner decides."""
        batch = self._batch
        while (waiting := batch.seat != self._seat).any():
            actions = np.full(self.num_envs, NO_ACTION, np.int32)
            for seat, opponent in enumerate(self._opponents):
                here = batch.seat == seat
                if opponent is not None and here.any():
                    actions[here] = self._choices(opponent, here)
            batch.step(np.where(waiting, actions, NO_ACTION))
            self._note_ends()

    def _choices(self, opponent: str | Callable[[Any, Any], Any], here: Any) -> Any:
        if isinstance(opponent, str):
            return self._batch.advise(opponent, self._rngs)[here]
        return opponent(self._batch.obs[here], self._batch.mask[here])

    def _note_ends(self) -> None:
        done = (self._batch.done == 1) & ~self._ended
        self._rewards[done] = self._batch.rewards[done, self._seat]
        self._ended |= done

    def _seen(self) -> dict[str, Any]:
        return {"observation": self._batch.obs.copy(), "action_mask": self._batch.mask.astype(np.int8)}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Play the learner's actions, and then the opponents'. Actions that are not legal are replaced as in
        `CovenEnv`."""
        batch, given = self._batch, np.asarray(actions)
        self._rewards, self._ended = np.zeros(self.num_envs), np.zeros(self.num_envs, bool)
        is_legal = batch.mask[np.arange(self.num_envs), given] == 1
        batch.step(np.where(is_legal, given, batch.legal[:, 0]))
        self._note_ends()
        self._play_on()
        infos: dict[str, Any] = {} if is_legal.all() else {"illegal": ~is_legal}
        if self._ended.any():
            infos["final_obs"] = self._final()
            infos["_final_obs"] = self._ended.copy()
        return self._seen(), self._rewards, self._ended, np.zeros(self.num_envs, bool), infos

    def _final(self) -> Any:
        """The learner's last observation of each game that has ended; None for the others."""
        empty = np.zeros(self._batch.actions, np.int8)
        last = np.full(self.num_envs, None, object)
        for env in np.flatnonzero(self._ended):
            last[env] = {"observation": self._batch.final_obs[env, self._seat].copy(), "action_mask": empty}
        return last


def _own_seat(seat: int, players: int) -> int:
    if not 0 <= seat < players:
        raise ValueError(f"there is no seat {seat}: seats are 0 to {players - 1}")
    return seat
