"""A deliberately simple and slow reading of 3 Witches, to compare the engine with."""

from collections.abc import Callable
from fractions import Fraction

ELIXIR = "elixir"
SEATS = (0, 1, 2)


def left(seat: int) -> int:
    """The next seat clockwise."""
    return (seat + 1) % 3


def from_left(seat: int) -> list[int]:
    """All three seats clockwise, from the seat's left on, the seat itself last."""
    return [left(seat), left(left(seat)), seat]


def texts(word: str, cards: list[str]) -> list[str]:
    """One action text for each kind of card."""
    return sorted({f"{word} {card}" for card in cards})


class Naive:
    """One game, decision by decision."""

    def __init__(self, suits: dict[str, list[int]], deal: Callable[[int], list[list[str]]]) -> None:
        """TW-1: the suits' cards and the Elixir; the first round starts at once."""
        self._build_deck(suits)
        self.deal = deal
        self.tokens: list[int] = [0, 0, 0]
        self.rounds: list[tuple[int, int, int]] = []
        self.round: int = 0
        self._start_round()

    def _build_deck(self, suits: dict[str, list[int]]) -> None:
        """TW-1: the Elixir has no rank; a deck may hold two cards alike."""
        self.suit_of: dict[str, str] = {ELIXIR: ELIXIR}
        self.rank_of: dict[str, int] = {}
        self.deck: list[str] = [ELIXIR]
        for suit, ranks in suits.items():
            for rank in ranks:
                card = f"{suit.lower()}-{rank}"
                self.suit_of[card] = suit.lower()
                self.rank_of[card] = rank
                self.deck.append(card)

    # --- questions ---

    def pending(self) -> set[int]:
        """The seats that owe a decision now."""
        if self.phase in ("bid", "raise"):
            return {self.turns[0]}
        if self.phase == "give":
            return {seat for seat in SEATS if len(self.given[seat]) < 2}
        if self.phase == "discard":
            return {seat for seat in self.lessers() if seat not in self.discards}
        if self.phase == "propose":
            return {seat for seat in self.lessers() if seat not in self.proposals}
        if self.phase in ("lead", "conceal", "return"):
            return {self.lead}
        if self.phase in ("first", "late"):
            return {self.first()}
        return {self.second()} if self.phase == "second" else set()

    def legal(self, seat: int) -> list[str]:
        """The distinct action texts of a pending seat, sorted."""
        if seat not in self.pending():
            return []
        options: Callable[[int], list[str]] = getattr(self, f"_legal_{self.phase}")
        return sorted(options(seat))

    def act(self, seat: int, action: str) -> None:
        """Carry out one legal action."""
        if action not in self.legal(seat):
            raise ValueError(f"seat {seat} may not do {action!r} now")
        what = "" if action == "pass" else action.split(" ", 1)[1]
        step: Callable[[int, str], None] = getattr(self, f"_do_{self.phase}")
        step(seat, what)

    def over(self) -> bool:
        """TW-51: the game ends at the end of the round in which someone reaches 5."""
        return max(self.tokens) >= 5

    def payoff(self) -> list[Fraction]:
        """TW-51: whoever has 5 or more wins; two share the victory."""
        if not self.over():
            raise ValueError("the game is not over")
        winners = [seat for seat in SEATS if self.tokens[seat] >= 5]
        share = Fraction(1, len(winners))
        return [share if seat in winners else Fraction(0) for seat in SEATS]

    def elixir_place(self) -> str:
        """Where the Elixir is: a hand, a discard, on the table, or out of play."""
        for seat in SEATS:
            if ELIXIR in self.hands[seat]:
                return f"hand {seat}"
        for seat, card in self.discards.items():
            if card == ELIXIR:
                return f"discard {seat}"
        if ELIXIR in self.lead_cards or ELIXIR in self.played.values():
            return "table"
        return "out"

    def holder(self) -> int:
        """TW-5: the seat that holds the Elixir (during the bidding somebody does)."""
        return next(seat for seat in SEATS if ELIXIR in self.hands[seat])

    def first(self) -> int:
        """The 1st Lesser Witch, clockwise from the Lead."""
        return left(self.lead)

    def second(self) -> int:
        """The 2nd Lesser Witch, clockwise from the Lead."""
        return left(self.first())

    def lessers(self) -> list[int]:
        """TW-20: the two Lesser Witches."""
        return [self.first(), self.second()]

    # --- deal ---

    def _start_round(self) -> None:
        """TW-3, TW-4: the next round starts with its deal."""
        self.round += 1
        self.hands: list[list[str]] = [sorted(hand) for hand in self.deal(self.round)]
        self._check_deal()
        self.passings: int = 0
        self.lead: int = -1
        self.bid: int = 0
        self.trick: int = 0
        self.won: int = 0
        self.discards: dict[int, str] = {}
        self.proposals: dict[int, str] = {}
        self._clear_table()
        self._start_bidding()

    def _check_deal(self) -> None:
        """TW-4: all cards are dealt, as many to each seat."""
        every = sorted(card for hand in self.hands for card in hand)
        sizes = [len(hand) for hand in self.hands]
        if every != sorted(self.deck) or sizes != [6, 6, 6]:
            raise ValueError("not a deal of this deck")

    # --- bid ---

    def _start_bidding(self) -> None:
        """TW-10, TW-17: from the left of the Elixir's holder, the holder last."""
        self.phase: str = "bid"
        self.turns: list[int] = from_left(self.holder())
        self.given: list[list[str]] = [[], [], []]

    def _legal_bid(self, seat: int) -> list[str]:
        """TW-11, TW-18: 3, 4 or pass; no pass for the last seat of the last bidding."""
        forced = self.passings == 3 and seat == self.holder()
        return ["bid 3", "bid 4"] if forced else ["bid 3", "bid 4", "pass"]

    def _do_bid(self, seat: int, what: str) -> None:
        """TW-12, TW-13, TW-15: 4 wins, 3 opens the raises, three declines a passing."""
        if what == "4":
            self._take_lead(seat, 4)
        elif what == "3":
            self.phase = "raise"
            self.turns = from_left(seat)
        else:
            self.turns.pop(0)
            if not self.turns:
                self.phase = "give"

    def _legal_raise(self, seat: int) -> list[str]:
        """TW-13: raise to 4 or pass."""
        return ["bid 4", "pass"]

    def _do_raise(self, seat: int, what: str) -> None:
        """TW-14: a raise wins; if all pass, the bidder (who is last) is Lead with 3."""
        self.turns.pop(0)
        if what == "4":
            self._take_lead(seat, 4)
        elif not self.turns:
            self._take_lead(seat, 3)

    def _take_lead(self, seat: int, bid: int) -> None:
        """TW-12, TW-14, TW-20: the bid is won; the discards come next."""
        self.lead = seat
        self.bid = bid
        self.phase = "discard"

    # --- passing ---

    def _legal_give(self, seat: int) -> list[str]:
        """TW-15, TW-16: any card not yet given; the Elixir's holder gives it first."""
        rest = list(self.hands[seat])
        for card in self.given[seat]:
            rest.remove(card)
        return texts("give", [ELIXIR] if ELIXIR in rest else rest)

    def _do_give(self, seat: int, card: str) -> None:
        """TW-15: nothing moves before all three have chosen two."""
        self.given[seat].append(card)
        if not self.pending():
            self._pass_cards()

    def _pass_cards(self) -> None:
        """TW-15, TW-17: two cards of each hand go left; the bidding restarts."""
        for seat in SEATS:
            for card in self.given[seat]:
                self.hands[seat].remove(card)
                self.hands[left(seat)].append(card)
        for hand in self.hands:
            hand.sort()
        self.passings += 1
        self._start_bidding()

    # --- discard ---

    def _legal_discard(self, seat: int) -> list[str]:
        """TW-20: any card, the Elixir too."""
        return texts("discard", self.hands[seat])

    def _do_discard(self, seat: int, card: str) -> None:
        """TW-20, TW-21: one card each; then the first trick."""
        self.hands[seat].remove(card)
        self.discards[seat] = card
        if not self.pending():
            self._start_trick()

    # --- brew ---

    def _clear_table(self) -> None:
        """TW-43: no card of a trick is in sight."""
        self.lead_cards: list[str] = []
        self.played: dict[int, str] = {}

    def _start_trick(self) -> None:
        """TW-47: the Lead leads every trick."""
        self.trick += 1
        self.proposals = {}
        self._clear_table()
        self.phase = "lead"

    def _legal_lead(self, seat: int) -> list[str]:
        """TW-30, TW-31: any card but the Elixir face up."""
        return texts("lead", [card for card in self.hands[seat] if card != ELIXIR])

    def _do_lead(self, seat: int, card: str) -> None:
        """TW-30: the face-up card."""
        self.hands[seat].remove(card)
        self.lead_cards.append(card)
        self.phase = "conceal"

    def _legal_conceal(self, seat: int) -> list[str]:
        """TW-31: any other card face down."""
        return texts("conceal", self.hands[seat])

    def _do_conceal(self, seat: int, card: str) -> None:
        """TW-30: the face-down card."""
        self.hands[seat].remove(card)
        self.lead_cards.append(card)
        self.phase = "first"

    def following(self, seat: int) -> list[str]:
        """TW-32, TW-34: the cards of the lead suit in a hand."""
        suit = self.suit_of[self.lead_cards[0]]
        return [card for card in self.hands[seat] if self.suit_of[card] == suit]

    def _legal_first(self, seat: int) -> list[str]:
        """TW-32, TW-33, TW-36: follow if able (Eye or not), else any card or pass."""
        if self.following(seat):
            return texts("play", self.following(seat))
        return [*texts("play", self.hands[seat]), "pass"]

    def _do_first(self, seat: int, what: str) -> None:
        """TW-32, TW-33: a card, or a pass."""
        if what:
            self._lay(seat, what)
        self.phase = "second"

    def _legal_second(self, seat: int) -> list[str]:
        """TW-34, TW-36: follow if able (Eye or not), else any card; never pass."""
        return texts("play", self.following(seat) or self.hands[seat])

    def _do_second(self, seat: int, card: str) -> None:
        """TW-34, TW-35: a card; then First plays late if it passed."""
        self._lay(seat, card)
        if self.first() in self.played:
            self._reveal()
        else:
            self.phase = "late"

    def _legal_late(self, seat: int) -> list[str]:
        """TW-35: any card of the hand (none is of the lead suit)."""
        return texts("play", self.hands[seat])

    def _do_late(self, seat: int, card: str) -> None:
        """TW-35: First's late card."""
        self._lay(seat, card)
        self._reveal()

    def _lay(self, seat: int, card: str) -> None:
        """A Lesser Witch's card goes from the hand to the table."""
        self.hands[seat].remove(card)
        self.played[seat] = card

    # --- end of a trick ---

    def value(self, one: str, two: str) -> int:
        """TW-40, TW-41: the value of a team's two cards."""
        if one == ELIXIR:
            return 2 * self.rank_of[two]
        if two == ELIXIR:
            return 2 * self.rank_of[one]
        ranks = [self.rank_of[one], self.rank_of[two]]
        if ranks[0] == ranks[1] or self.suit_of[one] == self.suit_of[two]:
            return sum(ranks)
        return max(ranks)

    def lead_wins(self) -> bool:
        """TW-42: the higher value wins; a tie goes to the Lead."""
        ours = self.value(self.lead_cards[0], self.lead_cards[1])
        theirs = self.value(self.played[self.first()], self.played[self.second()])
        return ours >= theirs

    def _reveal(self) -> None:
        """TW-42 to TW-48: who won, and whether somebody chooses the card to return."""
        if self.lead_wins():
            self.won += 1
        up, down = self.lead_cards
        if self.trick == 5:
            self._score()
        elif up == down or (down == ELIXIR and self.lead_wins()):
            self._send_back(up)
        elif self.lead_wins():
            self.phase = "return"
        else:
            self.phase = "propose"

    def _send_back(self, card: str) -> None:
        """TW-43: one card returns to the Lead's hand, three are out; the next trick."""
        self.hands[self.lead].append(card)
        self.hands[self.lead].sort()
        self._start_trick()

    def _legal_return(self, seat: int) -> list[str]:
        """TW-44: the Lead chooses one of its two cards."""
        return texts("return", self.lead_cards)

    def _do_return(self, seat: int, card: str) -> None:
        """TW-44: the chosen card returns."""
        self._send_back(card)

    def _legal_propose(self, seat: int) -> list[str]:
        """TW-46: either of the Lead's two cards, the Elixir too."""
        return texts("propose", self.lead_cards)

    def _do_propose(self, seat: int, card: str) -> None:
        """TW-46: where they differ, First decides tricks 1 and 3, Second 2 and 4."""
        self.proposals[seat] = card
        if self.pending():
            return
        decider = self.first() if self.trick in (1, 3) else self.second()
        self._send_back(self.proposals[decider])

    # --- score ---

    def _score(self) -> None:
        """TW-50, TW-51: the tokens of the round; then the next round or the end."""
        if self.won == self.bid:
            self.tokens[self.lead] += 2
        else:
            for seat in self.lessers():
                self.tokens[seat] += 1
        self.rounds.append((self.lead, self.bid, self.won))
        if self.over():
            self.phase = "over"
        else:
            self._start_round()
