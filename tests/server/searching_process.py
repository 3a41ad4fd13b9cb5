"""A process with a thinking worker, to be killed: python -m tests.server.searching_process."""

from __future__ import annotations

import asyncio

from coven.engine.match import Match
from coven.games import load_game
from coven.server.thinker import Mind, Thinker
from coven.worker import SearchRequest
from tests.server import worker_jobs


async def think() -> None:
    """One thought; then there is nothing to do any more."""
    match = Match(load_game("three-witches"), 3, seed=7)
    seat = match.pending[0]
    thinker = Thinker(Mind(choose=worker_jobs.tells_itself, prepare=None), workers=1)
    await thinker.choose(
        "table", SearchRequest.of(match.game, match.deck, match.view_record(seat), match.numbers(seat)), "witch", seed=1
    )
    await asyncio.sleep(600)


if __name__ == "__main__":
    asyncio.run(think())
