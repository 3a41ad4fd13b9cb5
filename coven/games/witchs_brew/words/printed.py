"""What is printed on role cards and potion cards, for a page that draws them."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any

from coven.engine.plain import Plain, among
from coven.engine.sentences import listed
from coven.games.witchs_brew.deck import cards_of
from coven.games.witchs_brew.rules import actions
from coven.games.witchs_brew.rules.effects import (
    DROPS_BY_ROLE,
    GOLD_BY_ALCHEMIST,
    GOLD_BY_ALCHEMIST_FAVOUR,
    VIALS_BY_FORTUNE,
    drop_by_role,
)
from coven.games.witchs_brew.rules.goods import DROPS, GOLD, LETTERS, NAMES, NOTHING, VIAL, counts, some
from coven.games.witchs_brew.rules.means import DROPS_BY_ASSISTANT, FAVOUR_PRICE
from coven.games.witchs_brew.rules.roles import ROLES, SPELLS, STACKS, Deck, Role, is_brewer, is_red, stack_of
from coven.games.witchs_brew.words.describe import SPELL_TEXTS, Drop, Stack
from coven.games.witchs_brew.words.sentences import FAVOUR, FULL, WORDS, deed_words, role_name, spell_words

ANY = "any"
COLOUR_OF = dict(zip(LETTERS, NAMES, strict=False))
GROUPS = {Role.ALCHEMIST: "gold", Role.FORTUNE_TELLER: "gold", Role.ASSISTANT: "gold", Role.WARLOCK: "spell"}
MARKS = ("to", "cost", "spell", "less", "third", "quarter")


class GoodSign(Plain, tag_field="kind", tag="good"):
    """A number of goods of one kind."""

    good: Annotated[str, among("Good", (*NAMES, ANY))]
    count: int


class StackSign(Plain, tag_field="kind", tag="stack"):
    """The top card of a stack."""

    stack: Stack


class MarkSign(Plain, tag_field="kind", tag="mark"):
    """Something that is done, such as turning into, paying or casting."""

    mark: Annotated[str, among("Mark", MARKS)]


Sign = GoodSign | StackSign | MarkSign


class Half(Plain):
    """One half of a role card."""

    signs: list[Sign]
    short: str
    """In a few words."""
    text: str
    """In full."""


class RoleFace(Plain, tag_field="kind", tag="role"):
    """A role."""

    id: str
    """As touched on the table: "role:witch"."""
    title: str
    count: int
    group: Annotated[str, among("Group", ("herbs", "gold", "brew", "spell", "red"))]
    """Roles of the same group have the same background."""
    full: Half
    favour: Half


class SpellFace(Plain, tag_field="kind", tag="spell"):
    """A spell book."""

    id: str
    """Such as "spell:copia"."""
    title: str
    count: int
    text: str


class PotionFace(Plain, tag_field="kind", tag="potion"):
    """A potion card."""

    id: str
    """As in views: "iron-2"."""
    title: str
    count: int
    stack: Stack
    place: int
    """In its full stack, counting from 1 at the top."""
    cost: list[Drop]
    """What a cauldron costs; empty for a shelf."""
    needs: int
    """How many drops a cauldron costs, or how much must be on a shelf."""
    points: int
    raven: bool
    words: str
    """What it costs and is worth."""


def faces(deck: Deck) -> list[RoleFace | SpellFace | PotionFace]:
    """Roles, spell books and potion cards."""
    roles = [role_face(role) for role in range(ROLES)]
    spells = [_spell(number) for number in range(SPELLS)]
    return [*roles, *spells, *_potions(deck)]


def role_face(role: int) -> RoleFace:
    """A role card."""
    key = actions.ROLE_TEXTS[role]
    full, favour = (
        Half(signs, str(WORDS["short"][key][which]), deed_words(role, which))
        for which, signs in ((FULL, _full(role)), (FAVOUR, _favour(role)))
    )
    group = "brew" if is_brewer(role) else "red" if is_red(role) else GROUPS.get(role, "herbs")
    return RoleFace(id=f"role:{key}", title=role_name(role), count=1, group=group, full=full, favour=favour)


def _full(role: int) -> list[Sign]:
    """WB-30 to WB-39."""
    to, gold = MarkSign("to"), GoodSign(NAMES[GOLD], 1)
    if role == Role.ALCHEMIST:
        return [GoodSign(ANY, 1), to, GoodSign(NAMES[GOLD], GOLD_BY_ALCHEMIST)]
    if role == Role.FORTUNE_TELLER:
        return [gold, to, GoodSign(NAMES[VIAL], VIALS_BY_FORTUNE)]
    if role == Role.ASSISTANT:
        return [gold, to, GoodSign(ANY, DROPS_BY_ASSISTANT)]
    if role == Role.WARLOCK:
        return [MarkSign("spell")]
    if role == Role.CUTPURSE:
        return [MarkSign("third"), gold, to, _stack(role)]
    if role == Role.BEGGING_MONK:
        return [MarkSign("quarter"), GoodSign(ANY, 1), to, _stack(role)]
    if is_brewer(role):
        return [MarkSign("cost"), to, _stack(role)]
    return [GoodSign(NAMES[drop_by_role(role)], DROPS_BY_ROLE)]


def _favour(role: int) -> list[Sign]:
    """WB-30 to WB-39."""
    to, gold = MarkSign("to"), GoodSign(NAMES[GOLD], 1)
    if role == Role.ALCHEMIST:
        return [GoodSign(ANY, 1), to, GoodSign(NAMES[GOLD], GOLD_BY_ALCHEMIST_FAVOUR)]
    if role == Role.FORTUNE_TELLER:
        return [gold, to, GoodSign(NAMES[VIAL], 1)]
    if role == Role.ASSISTANT:
        return [gold, to, GoodSign(ANY, 1)]
    if role == Role.WARLOCK:
        return [gold]
    if is_red(role):
        return [MarkSign("less"), gold if role == Role.CUTPURSE else GoodSign(ANY, 1)]
    if is_brewer(role):
        return [MarkSign("cost"), GoodSign(NAMES[GOLD], FAVOUR_PRICE), to, _stack(role)]
    return [GoodSign(NAMES[drop_by_role(role)], 1)]


def _stack(role: int) -> StackSign:
    return StackSign(actions.STACK_TEXTS[stack_of(role)])


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
            words=potion_words(key.replace("_", "-"), data),
        )
        for card, title, (key, place, data) in cards
    ]


def price_words(stack: str, data: dict[str, Any]) -> str:
    """What a potion card costs: "1 wolf blood and 2 herb juice", "5 gold", "6 ingredients"."""
    if "cost" in data:
        return goods_words(sum(some(LETTERS.index(letter), 1) for letter in data["cost"]))
    needs = data["needs"]
    if stack == actions.STACK_TEXTS[stack_of(Role.CUTPURSE)]:
        return goods_words(some(GOLD, needs))
    return str(WORDS["potion"]["ingredients"].format(count=needs))


def potion_words(stack: str, data: dict[str, Any]) -> str:
    """What a potion card costs and is worth: "iron cauldron, costs 2 wolf blood, worth 3 points, with a raven"."""
    words, points = WORDS["potion"], data["points"]
    worth = words["worth"][points != 1].format(points=points)
    key = "cauldron" if "cost" in data else "shelf"
    text = words[key].format(card=WORDS["stack"][stack], price=price_words(stack, data), worth=worth)
    return str(text + (words["raven"] if data["raven"] else ""))


@lru_cache(4096)
def goods_words(goods: int) -> str:
    """Goods as named beside their pictures: "2 wolf blood, 1 herb juice and 3 gold", "nothing"."""
    names = WORDS["page"]["good"]
    parts = [
        f"{number} {names[name][number != 1]}" for name, number in zip(NAMES, counts(goods), strict=True) if number
    ]
    return listed(parts) if goods != NOTHING else "nothing"


def labels() -> dict[str, Any]:
    """What the page shows in every position."""
    page = WORDS["page"]
    takers = {actions.STACK_TEXTS[stack_of(role)]: actions.ROLE_TEXTS[role] for role in range(ROLES) if _takes(role)}
    stacks = {
        stack: {
            "title": page["stack"][stack][0],
            "short": page["stack"][stack][1],
            "taker": takers[stack],
            "good": NAMES[GOLD] if takers[stack] == actions.ROLE_TEXTS[Role.CUTPURSE] else ANY,
        }
        for stack in actions.STACK_TEXTS[:STACKS]
    }
    goods = {name: {"one": one, "many": many} for name, (one, many) in page["good"].items()}
    letters = dict(zip(NAMES[:DROPS], LETTERS.upper(), strict=True))
    return {**page, "stack": stacks, "good": goods, "letter": letters}


def _takes(role: int) -> bool:
    return is_brewer(role) or is_red(role)
