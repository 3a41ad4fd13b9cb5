"""Things to touch on a table of Witch's Brew, and advice for a first game.

Things: `role:` with a role, to choose or to call it; `supply:` and `drop:` with a colour, to take a drop, or to part
with one's own; `gold` for one's own gold; `stack:` with a metal, to brew by Optio. Everything else is a button.
"""

from __future__ import annotations

from coven.engine.decks import Deck
from coven.engine.game import Board, Cited, Names
from coven.engine.plain import to_builtins
from coven.games.witchs_brew.rules import actions
from coven.games.witchs_brew.rules.goods import GOLD, NAMES
from coven.games.witchs_brew.rules.roles import ROLES, Role
from coven.games.witchs_brew.rules.state import Phase, WitchsBrew
from coven.games.witchs_brew.words.captions import between, captions
from coven.games.witchs_brew.words.printed import RoleFace, faces, labels, role_face
from coven.games.witchs_brew.words.sentences import WORDS
from coven.games.witchs_brew.words.why import why_not


def touches(deck: Deck, view: WitchsBrew, action: int) -> list[str]:
    """See the module."""
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


def closed(deck: Deck, view: WitchsBrew, seat: int, names: Names) -> list[tuple[str, Cited]]:
    """While roles are chosen, those that are out."""
    if not view.owing >> seat & 1 or view.phase != Phase.CHOOSE:
        return []
    shut = [role for role in range(ROLES) if view.excluded >> role & 1]
    refusals = [(role, why_not(deck, view, seat, actions.CHOOSE + role, names)) for role in shut]
    return [(f"role:{actions.ROLE_TEXTS[role]}", refusal) for role, refusal in refusals if refusal]


HINTS = {
    Phase.CHOOSE: "choose",
    Phase.CALL: "call",
    Phase.ANSWER: "answer",
    Phase.USE: "use",
    Phase.VIAL: "vial",
    Phase.GIVE: "give",
    Phase.ADD: "shelf",
}


def hint(deck: Deck, view: WitchsBrew, seat: int) -> tuple[str, str] | None:
    """Advice at the moment it matters, to a seat that owes a decision."""
    if not view.owing >> seat & 1:
        return None
    key = HINTS[view.phase]
    return key, str(WORDS["hint"][key])


def reveal(deck: Deck, before: WitchsBrew, after: WitchsBrew, names: Names) -> list[str]:
    """Nothing that was hidden matters at the end: every role that was chosen has been played."""
    return []


def _picture() -> list[RoleFace]:
    return [role_face(role) for role in (Role.WOLF_KEEPER, Role.WITCH, Role.CUTPURSE)]


BOARD = Board(
    faces=faces, touches=touches, closed=closed, hint=hint, reveal=reveal, captions=captions, between=between,
    labels={**labels(), "picture": to_builtins(_picture())},
)  # fmt: skip
