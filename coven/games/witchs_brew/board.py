"""Things to touch on a table of Witch's Brew, and advice for a first game.

Things: `role:` with a role, to choose or to call it; `supply:` and `drop:` with a colour, to take a drop, or to part
with one's own; `gold` for one's own gold; `stack:` with a metal, to brew by Optio. Everything else is a button.
"""

from __future__ import annotations

from coven.engine.decks import Deck
from coven.engine.game import Board, Names, Refusal
from coven.engine.plain import Plain
from coven.games.witchs_brew import actions
from coven.games.witchs_brew.deck import cards_of
from coven.games.witchs_brew.describe import SPELL_TEXTS, Drop, Stack
from coven.games.witchs_brew.goods import GOLD, LETTERS, NAMES
from coven.games.witchs_brew.roles import ROLES, SPELLS
from coven.games.witchs_brew.state import Phase, WitchsBrew
from coven.games.witchs_brew.why import why_not
from coven.games.witchs_brew.words import FAVOUR, FULL, WORDS, deed_words, role_name, spell_words

COLOUR_OF = dict(zip(LETTERS, NAMES, strict=False))


class RoleFace(Plain, tag_field="kind", tag="role"):
    """A role."""

    id: str
    """As it is touched: "role:witch"."""
    title: str
    count: int
    action: str
    """What its full action does."""
    favour: str
    """What its favour does."""


class SpellFace(Plain, tag_field="kind", tag="spell"):
    """A spell book."""

    id: str
    """As "spell:copia"."""
    title: str
    count: int
    text: str


class PotionFace(Plain, tag_field="kind", tag="potion"):
    """A potion card."""

    id: str
    """As views have it: "iron-2"."""
    title: str
    count: int
    stack: Stack
    place: int
    """In its full stack, from 1, the top."""
    cost: list[Drop]
    """What a cauldron costs; empty for a shelf."""
    needs: int
    """How many drops a cauldron costs, or how much must lie on a shelf."""
    points: int
    raven: bool


def faces(deck: Deck) -> list[RoleFace | SpellFace | PotionFace]:
    """Roles, spell books and potion cards."""
    roles = [_role(role) for role in range(ROLES)]
    spells = [_spell(number) for number in range(SPELLS)]
    return [*roles, *spells, *_potions(deck)]


def _role(role: int) -> RoleFace:
    return RoleFace(
        id=f"role:{actions.ROLE_TEXTS[role]}",
        title=role_name(role),
        count=1,
        action=deed_words(role, FULL),
        favour=deed_words(role, FAVOUR),
    )


def _spell(number: int) -> SpellFace:
    title, text = spell_words(number)
    return SpellFace(id=f"spell:{SPELL_TEXTS[number]}", title=title, count=1, text=text)


def _potions(deck: Deck) -> list[PotionFace]:
    cards = zip(deck.cards, deck.titles, cards_of(deck), strict=True)
    return [
        PotionFace(
            id=card,
            title=title,
            count=1,
            stack=key.replace("_", "-"),
            place=place + 1,
            cost=[COLOUR_OF[letter] for letter in data.get("cost", "")],
            needs=len(data["cost"]) if "cost" in data else data["needs"],
            points=data["points"],
            raven=data["raven"],
        )
        for card, title, (key, place, data) in cards
    ]


def touches(deck: Deck, view: WitchsBrew, action: int) -> list[str]:
    """See the module."""
    found = actions.block_of(action)
    if found is None:
        return []
    verb, number = found
    if verb in ("choose", "call"):
        return [f"role:{actions.ROLE_TEXTS[number]}"]
    if verb == "brew":
        return [f"stack:{actions.STACK_TEXTS[number]}"]
    if verb == "take":
        return [f"supply:{NAMES[number]}"]
    return ["gold" if number == GOLD else f"drop:{NAMES[number]}"]


def closed(deck: Deck, view: WitchsBrew, seat: int, names: Names) -> list[tuple[str, Refusal]]:
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


BOARD = Board(faces=faces, touches=touches, closed=closed, hint=hint, reveal=reveal)
