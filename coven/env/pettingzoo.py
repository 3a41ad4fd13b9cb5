"""Games as PettingZoo environments: agents in turn (AEC), or all that owe a decision at once (parallel).

Agents are `seat_0`, `seat_1` and so on. An observation is a dict: `observation`, uint8 [F] (`Batch.planes` says what is
where), and `action_mask`, int8 [A]. Rewards come at the end: each seat's share of the victory. Needs `pettingzoo`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from coven.engine.decks import AnyDeck
from coven.engine.game import AnyGame
from coven.engine.sentences import Names
from coven.engine.states import SPECTATOR
from coven.env.batch import NO_ACTION, Batch
from coven.env.named import game_of

LARGEST_SEED = 1 << 62


class Table:
    """What both kinds share: one game that stays at its end until it is reset, its seats' names and spaces."""

    def __init__(
        self, game: AnyGame | str, players: int | None, deck: AnyDeck | None, options: Mapping[str, object] | None, *,
        together: bool,
    ) -> None:  # fmt: skip
        self.batch = Batch(game_of(game), 1, players, deck, options, together=together, restart=False)
        self.agents = [f"seat_{seat}" for seat in range(self.batch.players)]
        most = self.batch.game.observation.most(self.batch.players)
        seen = Box(np.zeros_like(most), most, dtype=np.uint8)
        self.observed = Dict({"observation": seen, "action_mask": Box(0, 1, (self.batch.actions,), np.int8)})
        self.acted = Discrete(self.batch.actions)
        self._rng = np.random.default_rng()

    def reset(self, seed: int | None) -> None:
        """Begin the game of this seed, or else of the next one."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self.batch.reset(int(self._rng.integers(LARGEST_SEED)))

    def observe(self, seat: int) -> dict[str, Any]:
        """What a seat sees and may do."""
        mask = np.zeros(self.batch.actions, np.int8)
        slot = seat if self.batch.together else 0
        if self.batch._seats[0, slot] == seat:
            mask[:] = self.batch._masks[0, slot]
        return {"observation": self.batch.look(0, seat), "action_mask": mask}

    def text(self) -> str:
        """How things stand for a spectator."""
        batch, view = self.batch, self.batch.game.state()
        batch.game.rules.hide(batch.deck.tables, batch.state(0), SPECTATOR, view)
        return "\n".join(batch.game.texts.table(batch.deck, view, Names(tuple(self.agents))))


class CovenAEC(AECEnv):  # type: ignore[misc]
    """Seats decide one at a time: the first that owes a decision is `agent_selection`."""

    metadata = {"name": "coven_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self, game: AnyGame | str, players: int | None = None, deck: AnyDeck | None = None,
        options: Mapping[str, object] | None = None, render_mode: str | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.render_mode = render_mode
        self._table = Table(game, players, deck, options, together=False)
        self.possible_agents = list(self._table.agents)

    def observation_space(self, agent: str) -> Any:
        """The same for all seats."""
        return self._table.observed

    def action_space(self, agent: str) -> Any:
        """The game's action numbers."""
        return self._table.acted

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game."""
        self._table.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        seat = int(self._table.batch.seat[0])
        self.agent_selection = self.possible_agents[max(seat, 0)]

    def observe(self, agent: str) -> dict[str, Any]:
        """What a seat sees and may do now."""
        return self._table.observe(self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """Play an action of `agent_selection`. Raises IllegalAction."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        batch = self._table.batch
        self._cumulative_rewards[self.agent_selection] = 0.0
        batch.step(np.array([action]))
        self._clear_rewards()
        if batch.done[0]:
            self.rewards = dict(zip(self.agents, batch.rewards[0].tolist(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """How things stand for a spectator, as text."""
        return self._table.text() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to close."""


class CovenParallel(ParallelEnv):  # type: ignore[misc]
    """All seats that owe a decision decide in the same step; the others' masks are empty and their actions ignored."""

    metadata = {"name": "coven_parallel_v0", "render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self, game: AnyGame | str, players: int | None = None, deck: AnyDeck | None = None,
        options: Mapping[str, object] | None = None, render_mode: str | None = None,
    ) -> None:  # fmt: skip
        self.render_mode = render_mode
        self._table = Table(game, players, deck, options, together=True)
        self.possible_agents = list(self._table.agents)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Any:
        """The same for all seats."""
        return self._table.observed

    def action_space(self, agent: str) -> Any:
        """The game's action numbers."""
        return self._table.acted

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        """Begin a game: what each seat sees, and an empty dict for each."""
        self._table.reset(seed)
        self.agents = list(self.possible_agents)
        return self._observed(), {agent: {} for agent in self.agents}

    def _observed(self) -> dict[str, Any]:
        return {agent: self._table.observe(seat) for seat, agent in enumerate(self.possible_agents)}

    def step(self, actions: Mapping[str, int]) -> tuple[Any, Any, Any, Any, Any]:
        """Play the actions of all seats that owe a decision. Raises IllegalAction, KeyError for one that is missing."""
        batch, everybody = self._table.batch, self.possible_agents
        owing = batch.seat[0] >= 0
        played = [actions[agent] if owes else NO_ACTION for agent, owes in zip(everybody, owing, strict=True)]
        batch.step(np.array([played]))
        rewards = dict(zip(everybody, batch.rewards[0].tolist(), strict=True))
        over = bool(batch.done[0])
        self.agents = [] if over else list(everybody)
        ended, truncated = dict.fromkeys(everybody, over), dict.fromkeys(everybody, False)
        return self._observed(), rewards, ended, truncated, {agent: {} for agent in everybody}

    def render(self) -> str | None:
        """How things stand for a spectator, as text."""
        return self._table.text() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to close."""


def aec(game: AnyGame | str, players: int | None = None, **settings: Any) -> Any:
    """`CovenAEC` with PettingZoo's usual checks around it."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(CovenAEC(game, players, **settings)))
