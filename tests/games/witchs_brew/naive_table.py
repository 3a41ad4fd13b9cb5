"""What lies on the table of a naive game of Witch's Brew, and what roles and spells do with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, TypeVar

ROLES = [
    "wolf-keeper",
    "snake-hunter",
    "herb-collector",
    "alchemist",
    "fortune-teller",
    "assistant",
    "wizard",
    "witch",
    "druid",
    "warlock",
    "cutpurse",
    "begging-monk",
]
CAULDRONS = ["copper", "iron", "silver"]
SHELVES = ["gold-shelf", "ingredient-shelf"]
STACKS = CAULDRONS + SHELVES
DROPS = ["red", "green", "white"]
GOODS = [*DROPS, "gold", "vials"]

GATHERS = {"wolf-keeper": "red", "snake-hunter": "white", "herb-collector": "green"}
"""WB-30."""
BREWS = {"wizard": "copper", "witch": "iron", "druid": "silver"}
"""WB-34."""
ROBS = {"cutpurse": "gold-shelf", "begging-monk": "ingredient-shelf"}
"""WB-38, WB-39."""
FREELY = {"magus": "copper", "strix": "iron", "sanatio": "silver"}
"""WB-51."""
SELLS = {"herba": "green", "lupus": "red", "serpens": "white"}
"""WB-53."""

T = TypeVar("T")
Asked = dict[int, list[str]]
Flow = Generator[Asked, tuple[int, str], T]
"""A part of the game: yields who may say what, is sent who said what, and returns something."""


@dataclass(frozen=True)
class Card:
    """A potion card: its stack, number from the top, cost in drops (cauldrons) or need (shelves), points, raven."""

    stack: str
    number: int
    cost: tuple[str, ...]
    need: int
    points: int
    raven: bool

    @property
    def name(self) -> str:
        """As "iron-3"."""
        return f"{self.stack}-{self.number}"


def as_dict(goods: dict[str, int]) -> dict[str, int]:
    """All five kinds of goods with their numbers."""
    return {kind: goods.get(kind, 0) for kind in GOODS}


def drops(goods: Counter[str]) -> Counter[str]:
    """The drops among goods."""
    return Counter({kind: goods[kind] for kind in DROPS if goods[kind] > 0})


def stack_of_cards(stack: str, data: list[dict[str, Any]]) -> list[Card]:
    """A stack as a deck file tells it."""
    words = {"r": "red", "g": "green", "w": "white"}
    return [
        Card(
            stack,
            number,
            tuple(words[letter] for letter in card.get("cost", "")),
            card.get("needs", 0),
            card["points"],
            card.get("raven", False),
        )
        for number, card in enumerate(data, 1)
    ]


class Table:
    """Goods and cards of all seats, the stacks, and the actions. The game itself is in `Naive`."""

    def __init__(self, cards: dict[str, Any], players: int, books: list[str]) -> None:
        self.players = players
        self.seats = list(range(players))
        self.goods = [Counter({"red": 1, "green": 1, "white": 1, "gold": 2}) for _ in self.seats]
        self.cards: list[list[Card]] = [[] for _ in self.seats]
        self.stacks = {stack: stack_of_cards(stack, cards[stack.replace("-", "_")]) for stack in STACKS}
        self.on_shelf: dict[str, Counter[str]] = {shelf: Counter() for shelf in SHELVES}
        self.books = list(books)
        self.hands: list[list[str]] = [[] for _ in self.seats]
        self.chosen: list[list[str]] = [[] for _ in self.seats]
        self.played: list[list[str]] = [[] for _ in self.seats]
        self.phase = ""
        self.round = 0
        self.turn: int | None = None
        self.role: str | None = None
        self.leader: int | None = None
        self.claimant: int | None = None
        self.is_full = False
        self.answers: list[str | None] = [None for _ in self.seats]
        self.deeds: list[str | None] = [None for _ in self.seats]
        self.tolls = [0 for _ in self.seats]
        self.paid: list[Counter[str]] = [Counter() for _ in self.seats]
        self.got: list[Counter[str]] = [Counter() for _ in self.seats]
        self.got_card: list[str | None] = [None for _ in self.seats]
        self.picked: list[Counter[str]] = [Counter() for _ in self.seats]
        self.due = [0 for _ in self.seats]
        self.happened: Counter[str] = Counter()

    def left(self, seat: int) -> int:
        """The next seat clockwise."""
        return (seat + 1) % self.players

    def points(self, seat: int) -> int:
        """WB-61: potion cards and vials."""
        return sum(card.points for card in self.cards[seat]) + self.goods[seat]["vials"]

    def ravens(self, seat: int) -> int:
        """WB-60: the ravens before a seat."""
        return sum(card.raven for card in self.cards[seat])

    def ask(self, seat: int, phase: str, texts: list[str]) -> Flow[str]:
        """Ask one seat; returns its answer."""
        self.phase, self.turn = phase, seat
        _, text = yield {seat: texts}
        return text

    def _has(self, seat: int, price: dict[str, int]) -> bool:
        return all(self.goods[seat][kind] >= number for kind, number in price.items())

    def _pay(self, seat: int, price: dict[str, int]) -> None:
        assert self._has(seat, price)
        self.goods[seat].subtract(price)
        self.paid[seat].update(price)

    def _get(self, seat: int, gain: dict[str, int]) -> None:
        self.goods[seat].update(gain)
        self.got[seat].update(gain)

    def _take_card(self, seat: int, stack: str) -> Card:
        card = self.stacks[stack].pop(0)
        self.cards[seat].append(card)
        self.got_card[seat] = card.name
        if not self.is_full and not self.stacks[stack]:
            self.happened["a favour took the last cauldron"] += 1
        return card

    # --- what a role does ---

    def carry_out(self, seat: int, role: str, *, is_full: bool) -> Flow[str | None]:
        """WB-30 to WB-39: the favour or the full action; returns "used", "declined", "unable" or nothing at all."""
        if role in GATHERS:
            return (yield from self._trade(seat, {}, {GATHERS[role]: 3 if is_full else 1}))
        if role == "alchemist":
            return (yield from self._melt(seat, 5 if is_full else 2))
        if role == "fortune-teller":
            return (yield from self._trade(seat, {"gold": 1}, {"vials": 2 if is_full else 1}))
        if role == "assistant":
            return (yield from self._take_any(seat, {"gold": 1}, 3 if is_full else 1))
        if role in BREWS:
            return (yield from self._brew(seat, BREWS[role], 0 if is_full else 2))
        if role == "warlock" and is_full:
            return (yield from self._cast(seat, self.books[0]))
        if role == "warlock":
            return (yield from self._trade(seat, {}, {"gold": 1}))
        if is_full:
            return (yield from self._rob(seat, ROBS[role]))
        return None

    def _trade(self, seat: int, price: dict[str, int], gain: dict[str, int]) -> Flow[str]:
        """Some goods for others, or not."""
        if not self._has(seat, price):
            return "unable"
        if (yield from self.ask(seat, "use", ["use", "decline"])) == "decline":
            return "declined"
        self._pay(seat, price)
        self._get(seat, gain)
        return "used"

    def _melt(self, seat: int, gold: int) -> Flow[str]:
        """WB-31: a drop of any kind for gold."""
        kinds = list(drops(self.goods[seat]))
        if not kinds:
            return "unable"
        self.due[seat] = 1
        text = yield from self.ask(seat, "use", [*(f"pay {kind}" for kind in kinds), "decline"])
        self.due[seat] = 0
        if text == "decline":
            return "declined"
        self._pay(seat, {text.split()[1]: 1})
        self._get(seat, {"gold": gold})
        return "used"

    def _take_any(self, seat: int, price: dict[str, int], number: int) -> Flow[str]:
        """WB-33, WB-50: drops of any kinds from the supply."""
        if not self._has(seat, price):
            return "unable"
        for i in range(number):
            self.due[seat] = number - i
            texts = [f"take {kind}" for kind in DROPS]
            text = yield from self.ask(seat, "use", texts if i else [*texts, "decline"])
            if text == "decline":
                self.due[seat] = 0
                return "declined"
            self.picked[seat][text.split()[1]] += 1
        self.due[seat] = 0
        self._pay(seat, price)
        self._get(seat, self._emptied(seat))
        return "used"

    def _emptied(self, seat: int) -> Counter[str]:
        """What has been picked; nothing is picked any more."""
        picked, self.picked[seat] = self.picked[seat], Counter()
        return picked

    def _price(self, stack: str, gold: int) -> dict[str, int]:
        """WB-34: what the top cauldron costs."""
        return {**Counter(self.stacks[stack][0].cost), **({"gold": gold} if gold else {})}

    def _brew(self, seat: int, stack: str, gold: int) -> Flow[str]:
        """WB-34: the top cauldron, and perhaps a vial."""
        if not self.stacks[stack] or not self._has(seat, self._price(stack, gold)):
            return "unable"
        if (yield from self.ask(seat, "use", ["use", "decline"])) == "decline":
            return "declined"
        self._pay(seat, self._price(stack, gold))
        self._take_card(seat, stack)
        self.deeds[seat] = "used"
        yield from self._add_vial(seat)
        return "used"

    def _add_vial(self, seat: int) -> Flow[None]:
        """WB-35: one drop more for a vial."""
        kinds = list(drops(self.goods[seat]))
        if not kinds:
            return
        text = yield from self.ask(seat, "vial", [*(f"pay {kind}" for kind in kinds), "decline"])
        if text != "decline":
            self._pay(seat, {text.split()[1]: 1})
            self._get(seat, {"vials": 1})

    # --- spells ---

    def _cast(self, seat: int, spell: str) -> Flow[str]:
        """WB-37, WB-50 to WB-54."""
        if spell == "copia":
            deed = yield from self._take_any(seat, {}, 3)
        elif spell in FREELY:
            deed = yield from self._brew_freely(seat, FREELY[spell])
        elif spell == "optio":
            deed = yield from self._brew_any(seat)
        else:
            deed = yield from self._trade(seat, {SELLS[spell]: 1}, {"vials": 2})
        self.happened[f"{spell} {deed}"] += 1
        return deed

    def _brew_freely(self, seat: int, stack: str) -> Flow[str]:
        """WB-51: as many drops as the cauldron shows, of any kinds."""
        if not self.stacks[stack]:
            self.happened["a spell for an empty stack"] += 1
            return "unable"
        number = len(self.stacks[stack][0].cost)
        if drops(self.goods[seat]).total() < number:
            return "unable"
        while self.picked[seat].total() < number:
            left = drops(self.goods[seat] - self.picked[seat])
            has_begun = self.picked[seat].total() > 0
            if has_begun and len(left) == 1:
                self.picked[seat][next(iter(left))] += 1
                continue
            self.due[seat] = number - self.picked[seat].total()
            texts = [f"pay {kind}" for kind in left]
            text = yield from self.ask(seat, "use", texts if has_begun else [*texts, "decline"])
            if text == "decline":
                self.due[seat] = 0
                return "declined"
            self.picked[seat][text.split()[1]] += 1
        self.due[seat] = 0
        self._pay(seat, self._emptied(seat))
        self._take_card(seat, stack)
        return "used"

    def _brew_any(self, seat: int) -> Flow[str]:
        """WB-52: one of the top cauldrons at its price."""
        there = [stack for stack in CAULDRONS if self.stacks[stack]]
        self.happened["optio with an empty stack"] += len(there) < len(CAULDRONS)
        can = [stack for stack in there if self._has(seat, self._price(stack, 0))]
        if not can:
            return "unable"
        text = yield from self.ask(seat, "use", [*(f"brew {stack}" for stack in can), "decline"])
        if text == "decline":
            return "declined"
        self._pay(seat, self._price(text.split()[1], 0))
        self._take_card(seat, text.split()[1])
        return "used"

    # --- shelves ---

    def _rob(self, seat: int, shelf: str) -> Flow[str]:
        """WB-38 to WB-40: toll, addition, and perhaps the card."""
        kinds = ["gold"] if shelf == "gold-shelf" else DROPS
        tolls = [self._toll(other, shelf) for other in self.seats]
        own = sum(self.goods[seat][kind] for kind in kinds)
        if not self.stacks[shelf] or sum(tolls) + own == 0:
            self.happened["a red role with nothing to get" if self.stacks[shelf] else "a red role without a shelf"] += 1
            return "unable"
        if (yield from self.ask(seat, "use", ["use", "decline"])) == "decline":
            return "declined"
        self.deeds[seat] = "used"
        self.tolls = tolls
        if shelf == "gold-shelf":
            gifts = [Counter({"gold": toll}) for toll in tolls]
        else:
            gifts = yield from self._gifts(seat)
        for other, gift in enumerate(gifts):
            self._pay(other, gift)
            self.on_shelf[shelf].update(gift)
        yield from self._add(seat, shelf, kinds)
        need, lies = self.stacks[shelf][0].need, self.on_shelf[shelf].total()
        if lies >= need:
            self._take_card(seat, shelf)
            self.on_shelf[shelf] = Counter()
            self.happened["surplus on a shelf lost"] += lies > need
        return "used"

    def _toll(self, seat: int, shelf: str) -> int:
        """WB-38, WB-39: what a seat must give."""
        if seat == self.claimant:
            return 0
        goods = self.goods[seat]
        whole = goods["gold"] // 3 if shelf == "gold-shelf" else drops(goods).total() // 4
        return max(0, whole - 1) if self.answers[seat] == "favour" else whole

    def _gifts(self, claimant: int) -> Flow[list[Counter[str]]]:
        """WB-39: those who owe drops choose them, unseen until all have."""
        while True:
            asked: Asked = {}
            for seat in self.seats:
                left = drops(self.goods[seat] - self.picked[seat])
                self.due[seat] = self.tolls[seat] - self.picked[seat].total()
                if self.due[seat] and len(left) == 1:
                    self.picked[seat][next(iter(left))] += self.due[seat]
                    self.due[seat] = 0
                elif self.due[seat]:
                    asked[seat] = [f"give {kind}" for kind in left]
            if not asked:
                return [self._emptied(seat) for seat in self.seats]
            self.phase, self.turn = "give", claimant
            seat, text = yield asked
            self.picked[seat][text.split()[1]] += 1

    def _add(self, seat: int, shelf: str, kinds: list[str]) -> Flow[None]:
        """WB-40: the claimant adds from nothing up to what is missing; it says done even if it has added all it has."""
        need = self.stacks[shelf][0].need
        while self.on_shelf[shelf].total() + self.picked[seat].total() < need:
            texts = [f"add {kind}" for kind in kinds if self.goods[seat][kind] > self.picked[seat][kind]]
            if not texts:
                break
            text = yield from self.ask(seat, "add", [*texts, "done"])
            if text == "done":
                break
            self.picked[seat][text.split()[1]] += 1
        added = self._emptied(seat)
        self._pay(seat, added)
        self.on_shelf[shelf].update(added)

    # --- what a test wants to have met ---

    def could_pay(self, seat: int) -> bool:
        """Could this seat brew now what it claims?"""
        stack = BREWS.get(self.role or "")
        return bool(stack and self.stacks[stack]) and self._has(seat, self._price(stack or "", 0))

    def note_disappointment(self, seat: int, could: bool) -> None:
        """WB-36: favours have taken what the claimant hoped for."""
        if could and not self.could_pay(seat):
            empty = not self.stacks[BREWS[self.role or ""]]
            self.happened["a claimant before an empty stack" if empty else "a claimant who can no longer pay"] += 1
