"""Many games at once, stepped in compiled code, in arrays that Python shares without copies."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

from coven.engine.decks import AnyDeck
from coven.engine.dice import seed_words
from coven.engine.game import AnyGame
from coven.engine.jit import compiled
from coven.engine.match import IllegalAction
from coven.engine.seats import over
from coven.engine.sentences import Cited, shown, whole
from coven.engine.soundness import check_state
from coven.engine.states import State
from coven.engine.stepping import BEGIN, LOOK, NO_ACTION, STEP, looker, lots, stepper, thumbs

__all__ = ["NO_ACTION", "Batch"]

SEEDS = 1 << 128
MOST_ENVS = 1 << 24
MOST_LOT = 1 << 60
MAGIC = b"coven-batch 1"
ADVISERS = {"random": lots, "thumb": thumbs}
"""Loops by the players that they play."""

_loops: dict[tuple[object, ...], Callable[..., Any]] = {}


class Batch:
    """`envs` games of one kind in one process. A game that ends begins anew in the same step.

    Arrays are the same objects throughout, and a step writes into them: copy what you keep. Their first axis is the
    game. With `together`, all pending seats decide in one step and arrays marked [slot] have a second axis, the seat;
    otherwise one seat decides at a time and they do not.
    """

    obs: Any
    """uint8 or float32 [n, slot, F]: what the seat to move sees (`planes` says what is where); with `together`, what
    each seat sees."""
    view: Any
    """The same as records of the state's type: [n, slot]."""
    mask: Any
    """uint8 [n, slot, A]: 1 for each legal action; all 0 for a seat that owes none."""
    legal: Any
    """int16 [n, slot, L]: the legal actions, ascending; only the first `count` of each row mean anything."""
    count: Any
    """int32 [n, slot]: how many legal actions there are."""
    seat: Any
    """int8 [n, slot]: the seat that decides, or -1."""
    pending: Any
    """uint16 [n]: bits of all seats that owe a decision."""
    rewards: Any
    """float32 [n, seat]: each seat's share of the victory in the step in which a game ends (1/k for k winners), else
    0."""
    done: Any
    """uint8 [n]: 1 if a game has ended with this step; then `obs` already shows the next game."""
    final_obs: Any
    """uint8 [n, seat, F]: what each seat saw at the end of the last game that ended here. Never floats."""
    episode: Any
    """int64 [n]: how many games have begun here."""

    def __init__(
        self, game: AnyGame, envs: int, players: int | None = None, deck: AnyDeck | None = None,
        options: Mapping[str, object] | None = None, seed: int | Sequence[int] = 0, *, together: bool = False,
        restart: bool = True, light: bool = True, floats: bool = False, threads: int = 1,
    ) -> None:  # fmt: skip
        """`seed`: env i plays games 0, 1, ... of a run with seed + i (as `coven.simulate` with that seed), or with
        seed[i].

        `restart`: whether a game that has ended begins anew at once; if not, it stays as it is until `reset`. `light`:
        leave out of states and views what only redeals read (Midnight's account), which is quicker. `floats`: `obs` in
        float32, each number divided by its plane's unit. `threads`: steps are divided among so many. Raises ValueError
        for numbers that are out of range.
        """
        self.game, self.deck = game, deck or game.decks.default()
        self.players = game.seats(game.players[0] if players is None else players)
        self.options = game.agreed(options, self.players)
        self.envs = _count("envs", envs, MOST_ENVS)
        self.threads = _count("threads", threads, 256)
        self.together, self.restart, self.light, self.floats = together, restart, light, floats
        self.planes = tuple(game.observation.planes(self.players))
        """What `obs` is made of, in order."""
        self.actions = game.actions.count
        """How many action numbers the game has: A."""
        self._tables = self.deck.tables.to_record()
        self._make_arrays(self.players if together else 1)
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None
        self._loop = self._once(stepper, LOOK, 0, 0, self._tables, self._out(), *self._given)
        self.reset(seed)

    def _make_arrays(self, slots: int) -> None:
        n, game = self.envs, self.game
        size = game.observation.size(self.players)
        self._states = self._records(n)
        self._masters = np.zeros((n, 4), np.uint32)
        self._actions = np.full((n, slots), NO_ACTION, np.int32)
        self._views = self._records(n * slots).reshape(n, slots)
        self._seats = np.zeros((n, slots), np.int8)
        self._masks = np.zeros((n, slots, self.actions), np.uint8)
        self._lists = np.zeros((n, slots, game.actions.most_legal), np.int16)
        self._counts = np.zeros((n, slots), np.int32)
        self._numbers = np.zeros((n, slots, size), np.uint8)
        self._floats = np.zeros((n, slots, size if self.floats else 0), np.float32)
        self.pending = np.zeros(n, np.uint16)
        self.rewards = np.zeros((n, self.players), np.float32)
        self.done = np.zeros(n, np.uint8)
        self.final_obs = np.zeros((n, self.players, size), np.uint8)
        self.episode = np.zeros(n, np.int64)
        obs = self._floats if self.floats else self._numbers
        arrays = (obs, self._views, self._masks, self._lists, self._counts, self._seats)
        shared = arrays if self.together else tuple(array[:, 0] for array in arrays)
        self.obs, self.view, self.mask, self.legal, self.count, self.seat = shared
        rows = np.arange(n * slots) * self._lists.shape[2]
        self._first = rows.reshape(self.count.shape)
        scale = game.observation.scale(self.players)
        settings = (int(self.restart), int(self.light), game.actions.out_of_turn)
        self._given = (
            (self._states, self._masters, self.episode, self.rewards, self.done, *settings),
            (self._actions, self._views, self._seats, self.pending, self._masks, self._lists, self._counts),
            (self._numbers, self._floats, scale, self.final_obs),
        )

    def _records(self, count: int) -> Any:
        fresh = self.game.new_state(self.players, self.options)
        return np.frombuffer(bytearray(fresh.to_bytes() * count), dtype=self.game.state.dtype)

    def _once(self, make: Callable[..., Callable[..., Any]], *examples: object) -> Callable[..., Any]:
        """make(rules, observation) in native code, loaded or compiled once per process."""
        made_of = (self.game.rules, self.game.observation)
        key = (make, *map(id, made_of))
        if key not in _loops:
            _loops[key] = compiled(make(*made_of), *examples, in_vectors=True)
        return _loops[key]

    def _out(self) -> Any:
        return np.zeros(self.game.actions.most_legal, np.int32)

    def reset(self, seed: int | Sequence[int] | None = None, first: int | Sequence[int] = 0) -> None:
        """Begin a game everywhere: game `first` (or first[i]) of the seeds, or without a seed each env's next game."""
        if seed is not None:
            self._masters[:] = [seed_words(one) for one in self._seeds(seed)]
            self.episode[:] = first
        self.done[:], self.rewards[:] = 0, 0
        self._over_all(BEGIN)

    def _seeds(self, seed: int | Sequence[int]) -> list[int]:
        number = whole(seed)
        if number is not None:
            return [(number + i) % SEEDS for i in range(self.envs)]
        seeds = [whole(one) for one in seed] if isinstance(seed, Sequence | np.ndarray) else []
        if len(seeds) != self.envs or any(one is None for one in seeds):
            raise ValueError(f"seed is a whole number or {self.envs} of them, not {shown(seed)}")
        return [one for one in seeds if one is not None]

    def step(self, actions: Any, *, checked: bool = True) -> None:
        """Play an action in each game, and show what comes next.

        `actions`: int [n, slot]; NO_ACTION leaves a game or seat as it is, and what stands for a seat that owes no
        decision is ignored. Raises IllegalAction naming the first game with an action that is not legal, and then
        nothing has changed. Unchecked steps trust their caller: an illegal action breaks the game or the process.
        """
        given = np.asarray(actions).reshape(self._actions.shape)
        if checked:
            self._check(given)
        self._actions[:] = given
        self._over_all(STEP)

    def _check(self, actions: Any) -> None:
        if actions.dtype.kind not in "iu":
            raise ValueError(f"actions are whole numbers, not {actions.dtype}")
        is_number = (actions >= 0) & (actions < self.actions)
        offered = np.take_along_axis(self._masks, np.where(is_number, actions, 0)[..., None].astype(np.intp), axis=2)
        is_fine = (is_number & (offered[..., 0] == 1)) | (actions == NO_ACTION) | (self._seats < 0)
        if not is_fine.all():
            env, slot = (int(place) for place in np.argwhere(~is_fine)[0])
            seat, action = int(self._seats[env, slot]), int(actions[env, slot])
            known = self.game.actions.text(self.deck, action) if is_number[env, slot] else "no action"
            raise IllegalAction(Cited("", f"env {env}: seat {seat} may not play {action} ({known}) now"))

    def _over_all(self, what: int) -> None:
        """Play (if it is a step) and show all games, each thread its part."""
        bounds = [self.envs * part // self.threads for part in range(self.threads + 1)]
        parts = list(pairwise(bounds))
        others = [self._pool.submit(self._run, what, *part) for part in parts[1:]] if self._pool else []
        self._run(what, *parts[0])  # this thread is awake, and on a core of its own
        for other in others:
            other.result()

    def _run(self, what: int, low: int, high: int) -> None:
        self._loop(what, low, high, self._tables, self._out(), *self._given)

    def sample(self, rng: Any) -> Any:
        """int32 [n, slot]: a legal action for each, all equally likely, by a NumPy generator."""
        lots = rng.random(self.count.shape)
        lots *= self.count
        places = lots.astype(np.intp)
        places += self._first
        picked = self._lists.reshape(-1).take(places).astype(np.int32)
        picked[self.count == 0] = NO_ACTION
        return picked

    def look(self, env: int, seat: int) -> Any:
        """uint8 [F]: what any seat of a game sees now."""
        view, row = self._records(1), np.zeros(self._numbers.shape[2], np.uint8)
        given = (self._tables, self._states[env], seat, view[0], row)
        self._once(looker, *given)(*given)
        return row

    def advise(self, policy: str, rngs: Any) -> Any:
        """int32 [n, slot]: what "random" or "thumb" (the game's rules of thumb) would do in each game.

        `rngs`: int64 [n], a random word from 1 for each game (`lots`), which goes on to the next.
        """
        if policy not in ADVISERS:
            raise ValueError(f"{shown(policy)} is not quick enough for a batch: use {' or '.join(ADVISERS)}")
        actions = np.zeros_like(self._actions)
        given = (self._tables, self._views, self._seats, self._lists, self._counts, rngs, actions, self._out())
        self._once(ADVISERS[policy], *given)(*given)
        return actions if self.together else actions[:, 0]

    def lots(self, seed: int) -> Any:
        """int64 [n]: random words to begin with, for `advise`."""
        return np.random.default_rng(seed).integers(1, MOST_LOT, self.envs)

    def state(self, env: int) -> State:
        """A copy of a game's whole state, as a plain mirror. With `light`, it lacks what only redeals read."""
        state: State = self.game.state.from_bytes(self._states[env].tobytes())
        return state

    def set_state(self, env: int, state: State) -> None:
        """Put a game into a position, which is copied, and show it. Its next game is what it would have been.

        Raises UnsoundState naming the law that the position breaks, and ValueError for one that is over, of another
        number of players, or of other options.
        """
        self._check_state(state)
        if over(state):
            raise ValueError("a game that is over has nothing to decide")
        kept = state.copy()
        if self.light:
            self.game.rules.lighten(kept)
        self._states[env] = kept.to_record()
        self.done[env], self.rewards[env] = 0, 0
        self._run(LOOK, env, env + 1)

    def _check_state(self, state: State) -> None:
        if state.players != self.players:
            raise ValueError(f"this batch is for {self.players} players, not {shown(state.players)}")
        differing = [key for key, value in self.options.items() if getattr(state, key, None) != value]
        if differing:
            raise ValueError(f"this batch plays with other options: {', '.join(differing)}")
        check_state(self.game, self.deck, state)

    def save(self) -> bytes:
        """All games as they are, for `load`: states, seeds and what was shown last, on any machine."""
        head = {**self._identity(), "arrays": [len(array.tobytes()) for array in self._kept()]}
        return b"\n".join([MAGIC, json.dumps(head).encode(), b"".join(array.tobytes() for array in self._kept())])

    def load(self, data: bytes) -> None:
        """Go on where `save` was called. Raises ValueError for what is not a saved batch of this shape, deck and
        rules, or holds what no batch can; then nothing has changed. Every state is checked as by `set_state`, which
        takes up to 3 ms each."""
        magic, _, rest = data.partition(b"\n")
        text, _, body = rest.partition(b"\n")
        if magic != MAGIC:
            raise ValueError("this is not a saved batch")
        sizes = [len(array.tobytes()) for array in self._kept()]
        try:
            head = json.loads(text)
            is_whole = head["arrays"] == sizes and len(body) == sum(sizes)
            known = {key: head[key] for key in self._identity()}
        except (ValueError, KeyError, TypeError):
            raise ValueError("this saved batch is damaged: its head cannot be read") from None
        for key, value in self._identity().items():
            if known[key] != value:
                raise ValueError(f"this batch was saved with another {key}: {shown(known[key])}, not {shown(value)}")
        if not is_whole:
            raise ValueError("this saved batch is not whole")
        found = []
        for array, size in zip(self._kept(), sizes, strict=True):
            found.append(np.frombuffer(body[:size], array.dtype).reshape(array.shape))
            body = body[size:]
        self._check_found(*found)
        for array, loaded in zip(self._kept(), found, strict=True):
            array[:] = loaded
        ended, self.done[:] = self.done.copy(), 0
        self._over_all(LOOK)
        self.done[:] = ended

    def _check_found(
        self, states: Any, masters: Any, episode: Any, done: Any, rewards: Any, final_obs: Any
    ) -> None:  # fmt: skip
        """Raises ValueError if a batch cannot hold these."""
        most = self.game.observation.most(self.players)
        if (episode < 0).any() or (done > 1).any() or (final_obs > most).any():
            raise ValueError("this saved batch is damaged: a number is out of range")
        if not ((rewards >= 0) & (rewards <= 1)).all():
            raise ValueError("this saved batch is damaged: a reward is not a share of the victory")
        for env in range(self.envs):
            state = self.game.state.from_bytes(states[env].tobytes())
            try:
                self._check_state(state)
            except ValueError as error:
                raise ValueError(f"this saved batch is damaged: env {env}: {error}") from None
            if over(state) and self.restart:
                raise ValueError(f"env {env} of this saved batch is over, and nothing here begins it anew")

    def _identity(self) -> dict[str, Any]:
        """What a saved batch must have in common with one that loads it."""
        return {
            "game": self.game.key, "rules_version": self.game.rules_version, "deck": self.deck.hash,
            "players": self.players, "options": self.options, "envs": self.envs, "together": self.together,
            "light": self.light,
        }  # fmt: skip

    def _kept(self) -> tuple[Any, ...]:
        return (self._states, self._masters, self.episode, self.done, self.rewards, self.final_obs)


def _count(name: str, number: int, most: int) -> int:
    count = whole(number)
    if count is None or not 1 <= count <= most:
        raise ValueError(f"{name} is a number from 1 to {most}, not {shown(number)}")
    return count
