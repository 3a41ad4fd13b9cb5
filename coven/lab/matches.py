"""One game between players that are asked one by one."""

from __future__ import annotations

from collections.abc import Sequence

from coven.engine.match import Match
from coven.players import BotFailed, OwnBot, Player, make_player


def play_match(match: Match, names: Sequence[str], seeds: Sequence[int]) -> tuple[list[float], str]:
    """Play it to its end: each seat's share of the victory; and why a bot of one's own has lost it by failing, or "".

    The seats that owe a decision are asked in order. A bot that fails ends the game, and the other seats share it.
    """
    minds: list[Player] = [make_player(name, seed) for name, seed in zip(names, seeds, strict=True)]
    seat = 0
    try:
        while (outcome := match.outcome) is None:
            seat = match.pending[0]
            view, legal = match.view_record(seat), match.numbers(seat)
            match.act(seat, minds[seat](match.game, match.deck, view, seat, legal))
    except BotFailed as error:
        others = match.players - 1
        return [0.0 if other == seat else 1 / others for other in range(match.players)], str(error)
    finally:
        for mind in minds:
            if isinstance(mind, OwnBot):
                mind.close()
    return [float(share) for share in outcome.payoff], ""
