"""A deliberately simple and slow reading of Whirling Witchcraft, to compare the engine with."""

from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from itertools import product

COLOURS = "GBRWSK"
"""Green, blue, red, white, grey, black: from common to rare."""

ROOM = {"G": 8, "B": 8, "R": 8, "W": 4, "S": 3, "K": 2}
"""WW-32: the most cubes of each colour that a workbench holds."""

START = {"G": 3, "B": 3, "R": 3, "W": 1}
"""WW-4: what lies on every workbench at the start."""

UNKNOWN = "?"

Cubes = Counter[str]
Counts = tuple[int, ...]
Cube = tuple[str, str]
"""A cube: its colour, and where it lies or comes from ("bench", "made"; in `results` the number of its recipe)."""


def recipe_name(printed: str) -> str:
    """The canonical text of a recipe as a deck file prints it: "WRB -> SG" is "brw-gs"."""
    sides = [side.strip().upper() for side in printed.split("->")]
    return "-".join("".join(sorted(side, key=COLOURS.index)) for side in sides).lower()


def inputs(recipe: str) -> str:
    """The colours that a recipe needs, in canonical order."""
    return recipe.split("-")[0].upper()


def outputs(recipe: str) -> str:
    """The colours that a recipe yields, in canonical order."""
    return recipe.split("-")[1].upper()


def counts(cubes: dict[str, int]) -> Counts:
    """The numbers of cubes in the order G, B, R, W, S, K."""
    return tuple(cubes.get(colour, 0) for colour in COLOURS)


def is_flooded(bench: dict[str, int]) -> bool:
    """WW-32: one colour with too many cubes is enough."""
    return any(bench.get(colour, 0) > ROOM[colour] for colour in COLOURS)


@cache
def ways_to_feed(recipe: str) -> list[tuple[str, Counter[Cube]]]:
    """WW-24: all ways to feed a recipe, cubes there or not: the text, and how many of each colour from each source.

    The text names a source for each input in canonical order; of one colour, "bench" comes before "made".
    """
    ways = []
    for sources in product(("bench", "made"), repeat=len(inputs(recipe))):
        taken = list(zip(inputs(recipe), sources, strict=True))
        if taken == sorted(taken, key=lambda cube: (COLOURS.index(cube[0]), cube[1])):
            ways.append((f"feed {recipe} from {','.join(sources)}", Counter(taken)))
    return ways


def feeds(recipe: str, bench: Cubes, made: Cubes) -> set[str]:
    """WW-21: the texts of the ways to feed a recipe for which there are enough cubes."""
    there = {"bench": bench, "made": made}
    return {
        text
        for text, taken in ways_to_feed(recipe)
        if all(there[source][colour] >= number for (colour, source), number in taken.items())
    }


@dataclass(eq=False)
class Card:
    """One physical recipe card: equal to itself only, whatever is printed on it."""

    text: str
    is_not: set[str] = field(default_factory=set)
    """WW-12: what all know that it is not, as such a recipe was laid from behind it."""


@dataclass(frozen=True)
class Knowledge:
    """What one seat knows of the cards that are not face up: a text, or "?" where it does not know it.

    A laid card is still listed in its hand until the reveal. `laid` has, per seat, None where nothing is chosen, the
    text or "ball" for the seat itself, "?" for the others.
    """

    hands: list[list[str]]
    pile: list[str]
    laid: list[str | None]


class Naive:
    """One game, decision by decision. The lists are for reading only."""

    def __init__(self, starting: list[str], hands: list[list[str]], pile: list[str]) -> None:
        """WW-3: the starting recipe of each seat, the hands in order of arrival, the deck from the top."""
        self.players: int = len(starting)
        self.seats: list[int] = list(range(self.players))
        self.labs: list[list[str]] = [[recipe] for recipe in starting]
        self.benches: list[Cubes] = [Counter(START) for _ in self.seats]
        self.balls: set[int] = set(self.seats)
        self.hand_cards: list[list[Card]] = [[Card(text) for text in hand] for hand in hands]
        self.pile_cards: list[Card] = [Card(text) for text in pile]
        self.seen: list[set[Card]] = [set() for _ in self.seats]
        self.last_fed: list[list[str]] = [[] for _ in self.seats]
        self.last_mixtures: list[Cubes] = [Counter() for _ in self.seats]
        self._winners: set[int] = set()
        self._ending: str = ""
        self._look()
        self.round: int = 0
        self._start_round()

    # --- questions ---

    @property
    def hands(self) -> list[list[str]]:
        """WW-12: the hands in order of arrival; a laid card is still in its place until the reveal."""
        return [[card.text for card in hand] for hand in self.hand_cards]

    @property
    def pile(self) -> list[str]:
        """The face-down deck, from the top."""
        return [card.text for card in self.pile_cards]

    def left(self, seat: int) -> int:
        """The next seat clockwise: it sends its mixture to this one."""
        return (seat + 1) % self.players

    def right(self, seat: int) -> int:
        """The neighbour that one sends ingredients to."""
        return (seat - 1) % self.players

    def pending(self) -> set[int]:
        """WW-1: all seats that have not laid, or not said done."""
        if self.phase == "lay":
            return {seat for seat in self.seats if self.laid[seat] is None and seat not in self.with_ball}
        if self.phase == "produce":
            return {seat for seat in self.seats if seat not in self.done}
        return set()

    def legal(self, seat: int) -> set[str]:
        """The distinct action texts of a pending seat."""
        if seat not in self.pending():
            return set()
        return self._legal_lay(seat) if self.phase == "lay" else self._legal_produce(seat)

    def act(self, seat: int, text: str) -> None:
        """Carry out one legal action."""
        if text not in self.legal(seat):
            raise ValueError(f"seat {seat} may not do {text!r} now")
        words = text.split()
        if words[0] == "ball":
            self.with_ball.add(seat)
            self._go_on_if_all_have_chosen()
        elif words[0] == "lay":
            self._lay(seat, words[1])
            self._go_on_if_all_have_chosen()
        elif words[0] == "feed":
            self._feed(seat, words[1], words[3].split(","))
        else:
            self._finish(seat)

    def plan(self, seat: int) -> tuple[list[str], Cubes, Cubes]:
        """WW-26: a seat's own production so far: recipes fed, cubes used off its bench, cubes made and not used up."""
        return list(self.fed[seat]), Counter(self.used[seat]), Counter(self.made[seat])

    def winners(self) -> set[int]:
        """Who has won; nobody before the game is over."""
        return set(self._winners)

    def ending(self) -> str:
        """The clause that decided the game; "" before it is over."""
        return self._ending

    def knows(self, seat: int) -> Knowledge:
        """WW-12: the text of every card that this seat has ever held, wherever it lies now.

        Such a card can always be traced. It moves in five ways only, each with every place in public: with its whole
        hand to the left, from the top of the pile to the end of a hand, with its whole hand under the pile in order,
        from a place of the hand to the lab (place and card are public at the reveal), and up a place if one before it
        leaves. Nothing is ever shuffled. Between laying and reveal it is still counted in its hand. No card is known
        by elimination.
        """
        hands = [[self._as_known(seat, card) for card in hand] for hand in self.hand_cards]
        pile = [self._as_known(seat, card) for card in self.pile_cards]
        return Knowledge(hands, pile, [self._laid_as_known(seat, owner) for owner in self.seats])

    def _as_known(self, seat: int, card: Card) -> str:
        """A card's text if the seat has seen it."""
        return card.text if card in self.seen[seat] else UNKNOWN

    def _laid_as_known(self, seat: int, owner: int) -> str | None:
        """WW-11, WW-12: that a seat has chosen is public; what, only the seat itself knows."""
        if owner in self.with_ball:
            return "ball" if owner == seat else UNKNOWN
        place = self.laid[owner]
        if place is None:
            return None
        return self.hand_cards[owner][place].text if owner == seat else UNKNOWN

    def _look(self) -> None:
        """Each seat sees the whole hand that it now holds."""
        for seat in self.seats:
            self.seen[seat].update(self.hand_cards[seat])

    # --- step 1: lay ---

    def _start_round(self) -> None:
        """WW-10; WW-52: with empty hands the last round begins, at step 3."""
        self.round += 1
        self.laid: list[int | None] = [None for _ in self.seats]
        self.with_ball: set[int] = set()
        self.done: set[int] = set()
        self.fed: list[list[str]] = [[] for _ in self.seats]
        self.used: list[Cubes] = [Counter() for _ in self.seats]
        self.made: list[Cubes] = [Counter() for _ in self.seats]
        self.is_last: bool = all(not hand for hand in self.hand_cards)
        self.phase: str = "produce" if self.is_last else "lay"

    def _legal_lay(self, seat: int) -> set[str]:
        """WW-10, WW-11: any recipe of the hand; the ball, with cards in hand and in the deck."""
        options = {f"lay {card.text}" for card in self.hand_cards[seat]}
        if seat in self.balls and self.hand_cards[seat] and self.pile_cards:
            options.add("ball")
        return options

    def _go_on_if_all_have_chosen(self) -> None:
        """WW-11, WW-20: the balls are used, the seats in the order of this round; without any, all is revealed."""
        if self.pending():
            return
        if not self.with_ball:
            self._reveal()
        for number in range(self.round - 1, self.round - 1 + self.players):
            if number % self.players in self.with_ball:
                self.with_ball.remove(number % self.players)
                self._use_ball(number % self.players)

    def _use_ball(self, seat: int) -> None:
        """WW-11: the hand goes under the deck, its first card first; then as many cards come from the top."""
        self.balls.remove(seat)
        self.pile_cards.extend(self.hand_cards[seat])
        self.hand_cards[seat] = [self.pile_cards.pop(0) for _ in self.hand_cards[seat]]
        self._look()

    def _lay(self, seat: int, recipe: str) -> None:
        """WW-10: one card is laid (of several alike, the one that arrived first)."""
        self.laid[seat] = self.hands[seat].index(recipe)

    # --- step 2: reveal ---

    def _reveal(self) -> None:
        """WW-12, WW-20: the laid cards leave their places in the hands and join the labs."""
        for seat in self.seats:
            place = self.laid[seat]
            assert place is not None
            laid = self.hand_cards[seat].pop(place)
            self.labs[seat].append(laid.text)
            for before in self.hand_cards[seat][:place]:
                before.is_not.add(laid.text)
        self.laid = [None for _ in self.seats]
        self.phase = "produce"

    # --- step 3: produce ---

    def _legal_produce(self, seat: int) -> set[str]:
        """WW-21, WW-23: each recipe not yet fed, in each way there are cubes for; or be done."""
        unfed = Counter(self.labs[seat]) - Counter(self.fed[seat])
        on_bench = self.benches[seat] - self.used[seat]
        options = {"done"}
        for recipe in unfed:
            options |= feeds(recipe, on_bench, self.made[seat])
        return options

    def _feed(self, seat: int, recipe: str, sources: list[str]) -> None:
        """WW-21, WW-22: the inputs are taken from where the player said; the outputs come from the supply."""
        for colour, source in zip(inputs(recipe), sources, strict=True):
            if source == "bench":
                self.used[seat][colour] += 1
            else:
                self.made[seat][colour] -= 1
        for colour in outputs(recipe):
            self.made[seat][colour] += 1
        self.fed[seat].append(recipe)

    def _finish(self, seat: int) -> None:
        """WW-25, WW-26: when the last one is done, inputs go to the supply and the round goes on to step 4."""
        self.done.add(seat)
        if self.pending():
            return
        for other in self.seats:
            self.benches[other] = self.benches[other] - self.used[other]
        self.last_fed = [sorted(fed) for fed in self.fed]
        self.last_mixtures = [+made for made in self.made]
        self._check()

    # --- step 4: check for winners ---

    def _check(self) -> None:
        """WW-30, WW-31, WW-34, WW-35: without a winner the round goes on."""
        empty = {seat for seat in self.seats if self.benches[seat].total() == 0}
        lost = {seat for seat in self.seats if is_flooded(self.benches[seat])}
        if empty:
            self._end(empty, "WW-31")
        elif len(lost) == self.players:
            self._end(self._fewest(lost), "WW-35")
        elif lost:
            self._end_flood(lost)
        else:
            self._pass_on()

    def _end_flood(self, lost: set[int]) -> None:
        """WW-32, WW-33: for each loser the first seat to its left that has not lost; of several, the fewest cubes."""
        heirs = set()
        for loser in lost:
            seat = self.left(loser)
            while seat in lost:
                seat = self.left(seat)
            heirs.add(seat)
        self._end(self._fewest(heirs), "WW-32" if len(heirs) == 1 else "WW-33")

    def _fewest(self, seats: set[int]) -> set[int]:
        """WW-33, WW-35, WW-52: those with the fewest cubes on the workbench; equal ones share."""
        least = min(self.benches[seat].total() for seat in seats)
        return {seat for seat in seats if self.benches[seat].total() == least}

    def _end(self, winners: set[int], clause: str) -> None:
        """The game is over."""
        self._winners = winners
        self._ending = clause
        self.phase = "over"

    # --- steps 5 and 6: pass on ---

    def _pass_on(self) -> None:
        """WW-40; WW-52: the last round ends with the delivery."""
        for seat in self.seats:
            self.benches[self.right(seat)].update(self.last_mixtures[seat])
        if self.is_last:
            self._end(self._fewest(set(self.seats)), "WW-52")
        else:
            self._move_hands()
            self._start_round()

    def _move_hands(self) -> None:
        """WW-50, WW-51: hands go left; then all draw one, if the deck has one for each."""
        self.hand_cards = [self.hand_cards[self.right(seat)] for seat in self.seats]
        if len(self.pile_cards) >= self.players:
            for seat in self.seats:
                self.hand_cards[seat].append(self.pile_cards.pop(0))
        self._look()


# --- production, by brute force ---


def results(lab: list[str], bench: dict[str, int]) -> set[tuple[Counts, Counts]]:
    """WW-20 to WW-26: everything that a production can end with, as what stays on the bench and the mixture.

    All orders of feeding and all choices of cubes are tried, from the start on, and each may stop anywhere. A
    situation is which recipes are not fed yet, and where each cube lies that is not an input.
    """
    cubes = [(colour, "bench") for colour in COLOURS for _ in range(bench.get(colour, 0))]
    first = (tuple(range(len(lab))), tuple(sorted(cubes)))
    met = {first}
    to_try = [first]
    while to_try:
        unfed, lying = to_try.pop()
        for number in unfed:
            rest = tuple(other for other in unfed if other != number)
            for after in feed_physically(lab[number], str(number), lying):
                if (rest, after) not in met:
                    met.add((rest, after))
                    to_try.append((rest, after))
    return {outcome(lying) for _, lying in met}


def feed_physically(recipe: str, number: str, lying: tuple[Cube, ...]) -> set[tuple[Cube, ...]]:
    """All situations after this recipe is fed: equal cubes at one place are alike, so a place is chosen for each."""
    here = Counter(lying)
    afters = set()
    for taken in product(*([cube for cube in here if cube[0] == colour] for colour in inputs(recipe))):
        if all(taken.count(cube) <= here[cube] for cube in taken):
            after = list(lying)
            for cube in taken:
                after.remove(cube)
            after.extend((colour, number) for colour in outputs(recipe))
            afters.add(tuple(sorted(after)))
    return afters


def outcome(lying: tuple[Cube, ...]) -> tuple[Counts, Counts]:
    """WW-25: what stays on the workbench, and what goes to the mixture."""
    on_bench = Counter(colour for colour, place in lying if place == "bench")
    mixture = Counter(colour for colour, place in lying if place != "bench")
    return counts(on_bench), counts(mixture)
