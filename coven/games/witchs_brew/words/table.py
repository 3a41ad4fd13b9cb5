"""The table as lines of text for a terminal."""

from __future__ import annotations

from coven.engine.seats import left_of, owes
from coven.engine.sentences import Names, capital
from coven.engine.states import TRUTH
from coven.games.witchs_brew.deck import STACK_KEYS
from coven.games.witchs_brew.rules.goods import GOLD, LETTERS, VIAL, count
from coven.games.witchs_brew.rules.means import is_empty
from coven.games.witchs_brew.rules.roles import CAULDRONS, HEIGHTS, STACKS, Deck, Stack
from coven.games.witchs_brew.rules.sets import points
from coven.games.witchs_brew.rules.state import ENOUGH_RAVENS, NONE, Answer, Phase, WitchsBrew, spell
from coven.games.witchs_brew.words.sentences import goods_list, role_list, role_name, spell_words, stack_name

STAGES = {
    Phase.CHOOSE: "choosing roles",
    Phase.CALL: "calling a role",
    Phase.ANSWER: "answering",
    Phase.USE: "using it",
    Phase.VIAL: "one more vial",
    Phase.GIVE: "giving to the monk",
    Phase.ADD: "adding to a shelf",
    Phase.OVER: "the game is over",
}
SAID = {Answer.CLAIM: "I am", Answer.FAVOUR: "so be it", Answer.PASS: "pass"}


def table(deck: Deck, view: WitchsBrew, names: Names) -> list[str]:
    """A heading, then lines of the form "what: how". The reader's own hand is the last one."""
    ravens = sum(view.ravens[seat] for seat in range(view.players))
    number = view.round + 1 if view.phase == Phase.CALL else view.round
    when = f"Set {view.set}, round {number}" if number else f"Set {view.set}, {names[view.turn]} to begin"
    heading = f"{when}, {STAGES[view.phase]}. Ravens: {ravens} (the game ends at {ENOUGH_RAVENS})"
    name, text = spell_words(spell(view))
    lines = [_stack(deck, view, stack) for stack in range(STACKS)]
    lines.append(f"Spell book: {name}: {text}")
    if view.excluded:
        lines.append(f"Out in this set: {role_list(view.excluded)}")
    seats = [(max(view.viewer, 0) + 1 + i) % view.players for i in range(view.players)]
    lines += [_seat(view, seat, names) for seat in seats]
    if view.role != NONE:
        lines.append(f"{role_name(view.role)}: {_answers(view, names)}")
    if view.viewer >= 0 and view.picked[view.viewer]:
        lines.append(f"Picked so far: {goods_list(view.picked[view.viewer])}")
    return [heading, *lines, *_hands(view, seats, names)]


def _stack(deck: Deck, view: WitchsBrew, stack: int) -> str:
    """The top card: its price, what is on it, its worth, and how many are below."""
    name = capital(stack_name(stack))
    if is_empty(view, stack):
        return f"{name}: none left"
    place = view.taken[stack]
    card = deck.data[STACK_KEYS[stack]][place]
    raven = ", raven" if card["raven"] else ""
    below = HEIGHTS[stack] - place - 1
    if stack < CAULDRONS:
        price = card["cost"]
    else:
        lying = goods_list(view.on_shelf[stack - Stack.GOLD_SHELF])
        price = f"needs {deck.tables.need[stack][place]}, {lying} lying"
    return f"{name}: {price} for {card['points']}{raven} ({below} below)"


def _seat(view: WitchsBrew, seat: int, names: Names) -> str:
    goods = view.goods[seat]
    drops = " ".join(f"{letter} {count(goods, kind)}" for kind, letter in enumerate(LETTERS))
    cards = sum(owner == seat for row in view.owners for owner in row)
    facts = [f"gold {count(goods, GOLD)}", f"vials {count(goods, VIAL)}", f"points {points(view, seat)}"]
    facts += [f"cards {cards}", *([f"ravens {view.ravens[seat]}"] if view.ravens[seat] else [])]
    if view.phase == Phase.CHOOSE:
        facts.append("choosing" if owes(view, seat) else "ready")
    else:
        facts.append(f"roles {view.hand_size[seat]}")
    played = f"; played {role_list(view.played[seat])}" if view.played[seat] else ""
    return f"{capital(names[seat])}: {drops}, {', '.join(facts)}{played}"


def _answers(view: WitchsBrew, names: Names) -> str:
    """What was said in this round, in order of turn. A deposed claimant has claimed in vain."""
    parts, seat = [], view.leader
    for _ in range(view.players):
        if view.answer[seat] != Answer.OPEN:
            is_deposed = view.answer[seat] == Answer.CLAIM and view.claimant != seat
            parts.append(f'{names[seat]} "{SAID[view.answer[seat]]}"{" (deposed)" if is_deposed else ""}')
        seat = left_of(view, seat)
    return ", ".join(parts)


def _hands(view: WitchsBrew, seats: list[int], names: Names) -> list[str]:
    """The reader's own roles; given the truth, every hand."""
    if view.phase == Phase.OVER:
        return []
    if view.viewer == TRUTH:
        return [f"{capital(names[seat])} holds: {role_list(view.hand[seat]) or 'none'}" for seat in seats]
    if view.viewer < 0:
        return []
    title = "Your roles so far" if view.phase == Phase.CHOOSE else "Your hand"
    return [f"{title}: {role_list(view.hand[view.viewer]) or 'none'}"]
