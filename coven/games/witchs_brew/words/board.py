"""Things to touch on a table of Witch's Brew, and advice for a first game.

Things: `role:` with a role, to choose or call it; `supply:` and `drop:` with a colour, to take a drop or part with
one's own; `gold` for one's own gold; `stack:` with a metal, to brew by Optio. Everything else is a button.
"""

from __future__ import annotations

from collections.abc import Sequence

from coven.engine.game import Board
from coven.engine.plain import to_builtins
from coven.engine.sentences import Names
from coven.engine.sets import members
from coven.engine.story import Revealed
from coven.games.witchs_brew.rules import actions
from coven.games.witchs_brew.rules.goods import GOLD, NAMES
from coven.games.witchs_brew.rules.roles import Deck, Role
from coven.games.witchs_brew.rules.state import Phase, WitchsBrew
from coven.games.witchs_brew.words.captions import between, captions
from coven.games.witchs_brew.words.describe import roles_of
from coven.games.witchs_brew.words.printed import faces, labels, role_face
from coven.games.witchs_brew.words.sentences import WORDS, say


def touches(deck: Deck, view: WitchsBrew, action: int) -> list[str]:
    """Ids of the things that stand for an action; see the module's docstring."""
    block = actions.block_of(action)
    if block is None:
        return []
    verb, number = block
    if verb in ("choose", "call"):
        return [f"role:{actions.ROLE_TEXTS[number]}"]
    if verb == "brew":
        return [f"stack:{actions.STACK_TEXTS[number]}"]
    if verb == "take":
        return [f"supply:{NAMES[number]}"]
    return ["gold" if number == GOLD else f"drop:{NAMES[number]}"]


def usable(deck: Deck, view: WitchsBrew, seat: int) -> list[tuple[str, int]]:
    """While roles are being chosen, those that are out."""
    if view.phase != Phase.CHOOSE:
        return []
    return [(f"role:{actions.ROLE_TEXTS[role]}", actions.CHOOSE + role) for role in members(view.excluded)]


def hands(deck: Deck, s: WitchsBrew, names: Names) -> list[Revealed]:
    """The roles in the hands, or those chosen so far."""
    held = [(seat, [f"role:{role}" for role in roles_of(s.hand[seat])]) for seat in range(s.players)]
    return [Revealed(say("end", "hand", whom=names[seat]), cards) for seat, cards in held if cards]


HINTS = {**Phase.names(), Phase.ADD: "shelf"}
"""The key of the advice, by phase."""


def hint(deck: Deck, view: WitchsBrew, seat: int, legal: Sequence[int]) -> str:
    """Advice at the moment when it matters."""
    return HINTS[view.phase]


PICTURE = [role_face(role) for role in (Role.WOLF_KEEPER, Role.WITCH, Role.CUTPURSE)]
"""The cards in the game's picture."""

BOARD = Board(
    faces=faces, touches=touches, usable=usable, hint=hint, hints=WORDS["hint"], hands=hands, captions=captions,
    between=between,
    labels={**labels(), "picture": to_builtins(PICTURE)},
)  # fmt: skip
