"""The rules of thumb do what is sensible, choose all roles now and then, and beat players at random."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from coven.engine.dice import next_rng
from coven.engine.loops import RANDOM, THUMB, Loops
from coven.engine.seats import over
from coven.games.witchs_brew.deck import default_deck
from coven.games.witchs_brew.game import GAME
from coven.games.witchs_brew.mind.thumb import thumb
from coven.games.witchs_brew.rules import actions, contract
from coven.games.witchs_brew.rules.roles import ROLES
from coven.games.witchs_brew.rules.state import Phase, WitchsBrew
from tests.games.witchs_brew.position import PLAYERS, asked, dealt, phase, play, seen, short, table
from tests.laws.games import fewer_if_checked

DECK = default_deck().tables
GAMES = 2000
LEAST_SHARE = 0.8
"""One thumb among three players at random wins more than this; the games of the test, nearly all."""
FEWEST_SETS, MOST_SETS = 5, 9
"""Sets that a game of thumbs takes on average."""
SEEN_SETS = 200
LEAST_CHOSEN = 0.1
"""In so many of the sets each role is chosen by somebody."""
DRAWS = 80


def chosen(s: WitchsBrew, seat: int, rng: int) -> str:
    """What the thumb plays at a seat, from its view."""
    out = [0] * actions.MOST_LEGAL
    view = seen(s, seat)
    n = contract.legal(DECK, view, seat, out)
    action = thumb(DECK, view, seat, out, n, rng)
    assert action in out[:n]
    assert view == seen(s, seat), "the view is left as it was"
    return short(actions.action_text(default_deck(), action))


def choices(s: WitchsBrew, seat: int) -> Counter[str]:
    """What it may play, whatever the random word is, and how often."""
    rng = random.Random(3)
    return Counter(chosen(s, seat, rng.randrange(1, 1 << 62)) for _ in range(DRAWS))


def only(s: WitchsBrew, seat: int) -> str:
    """The one thing that it plays whatever the random word is."""
    found = choices(s, seat)
    assert len(found) == 1, found
    return found.popitem()[0]


def test_it_buys_what_it_can() -> None:
    for role in ("wizard", "witch", "druid"):
        s = table("call 0", f"r1 g1 w1 gold 2 | hand {role}", players=3)
        assert only(play(s, f"0 call {role}"), 0) == "use"


def test_it_buys_by_favour_too() -> None:
    s = table("call 0", "r2 | hand witch", "r1 gold 4 | hand witch", "r1 | hand witch")
    assert only(play(s, "0 call witch", "1 favour"), 1) == "use"


def test_a_spare_drop_becomes_a_vial_and_a_needed_one_does_not() -> None:
    s = table("call 0", "r1 g6 w1 | hand witch wizard", players=3)
    assert only(play(s, "0 call witch", "0 use"), 0) == "pay green"
    s = table("call 0", "r1 w1 | hand witch wizard", players=3)
    assert only(play(s, "0 call witch", "0 use"), 0) == "decline"


def test_it_gives_what_it_needs_least() -> None:
    s = table("call 0", "r9 | hand monk", "r1 g1 w6 | hand wolf", players=3)
    assert only(play(s, "0 call monk", "0 use"), 1) == "give white"
    s = table("call 0", "r9 | hand monk", "r1 g3 | hand witch", players=3)
    assert only(play(s, "0 call monk", "0 use"), 1) == "give green"


@pytest.mark.parametrize("role", ["wolf", "snake", "herb", "fortune", "assistant", "wizard", "witch", "druid"])
def test_the_last_to_answer_claims(role: str) -> None:
    s = table("call 0", f"r1 g1 w1 gold 2 | hand {role}", "r1 | hand monk", f"r1 g1 w1 gold 2 | hand {role}")
    assert only(play(s, f"0 call {role}"), 2) == "claim"


def test_it_claims_nothing_that_many_may_take_over() -> None:
    full = "r1 g1 w1 gold 4 | hand witch wizard druid wolf snake"
    s = table("call 0", *[full] * 5, players=5)
    assert only(play(s, "0 call witch"), 1) == "favour"


def test_it_claims_what_it_cannot_get_by_favour() -> None:
    hands = ["r1 | hand witch wolf", "r1 | hand witch wolf", "r1 | hand wolf"]
    assert only(play(table("call 0", *hands), "0 call witch"), 1) == "claim"


def test_it_gathers_before_it_brews() -> None:
    assert only(table("call 0", "g1 gold 2 | hand wolf witch", players=3), 0) == "call wolf"


def test_it_buys_before_others_do() -> None:
    head, rich = "call 0", "r1 g1 w1 gold 2 | hand wolf snake herb"
    assert only(table(head, "r1 gold 2 | hand witch fortune", rich, rich), 0) in ("call witch", "call fortune")


def test_it_burns_no_drop_that_it_needs() -> None:
    hand = "hand alchemist witch"
    s = table("call 0", f"r1 gold 6 | {hand}", "r1 | hand alchemist", "r1 | hand wolf")
    s.turn, s.owing = 1, 2
    assert only(play(s, "1 call alchemist", "0 favour"), 0) == "decline"
    s = table("call 0", f"r1 g4 | {hand}", "r1 | hand wolf", "r1 | hand wolf")
    assert only(play(s, "0 call alchemist"), 0) == "pay green"


def test_it_takes_what_it_lacks() -> None:
    s = table("call 0", "g2 w2 gold 1 | hand assistant witch", players=3)
    assert only(play(s, "0 call assistant"), 0) == "take red"


def test_optio_brews_the_best_that_can_be_paid() -> None:
    cards = "r2 w2 g1 gold 1 | hand wolf | cards copper-1..3"
    s = table("call 0, book optio", "r1 g1 w3 | hand warlock", cards, "r1 | hand wolf")
    assert only(play(s, "0 call warlock"), 0) == "brew copper"


def test_a_free_cauldron_is_paid_with_spare_drops() -> None:
    s = table("call 0, book magus", "r1 g5 w1 | hand warlock", players=3)
    assert only(play(s, "0 call warlock"), 0) == "pay green"


def test_it_adds_to_a_shelf_if_that_completes_it() -> None:
    others = ["gold 3 | hand wolf", "gold 2 | hand wolf"]
    s = play(table("call 0", "gold 2 | hand cutpurse", *others), "0 call cutpurse", "0 use")
    assert phase(s) == "add 0"
    assert only(s, 0) == "add gold"
    s = play(table("call 0", "gold 1 | hand cutpurse", *others), "0 call cutpurse", "0 use")
    assert only(s, 0) == "done"


def test_it_lays_nothing_on_a_shelf_for_others() -> None:
    s = play(table("call 0", "gold 1 | hand cutpurse", "gold 2 | hand wolf", "gold 2 | hand wolf"), "0 call cutpurse")
    assert only(s, 0) == "decline"


def test_it_chooses_brewers_that_it_can_pay() -> None:
    rows = ["r2 g1 w1 gold 2"] * 2
    able, unable = (choices(table("choose 0 1 2", row, *rows), 0)["choose witch"] for row in ("r1 g1", "g2"))
    assert able > unable


def test_it_gathers_for_a_brewer_that_it_has_chosen() -> None:
    s = table("choose 0 1 2", "g1 gold 2", players=3)
    before = choices(s, 0)["choose wolf"]
    play(s, "0 choose witch")
    assert choices(s, 0)["choose wolf"] > before


def test_it_spreads_its_choices_and_chooses_no_role_that_is_out() -> None:
    for seed in range(5):
        s = dealt(4, seed, spare_pack=1)
        found = choices(s, 0)
        assert len(found) > ROLES // 3
        assert not any(
            s.excluded >> actions.parse_action(default_deck(), f"choose {name}") & 1 for name in long_roles(found)
        )


def long_roles(found: Counter[str]) -> list[str]:
    """The roles of choices by their full names."""
    return [name for name in actions.ROLE_TEXTS if f"choose {short(name)}" in found]


def test_the_same_random_word_gives_the_same_choice() -> None:
    s = dealt(3, 1)
    assert choices(s, 0) == choices(s, 0)


def test_it_sees_no_other_hand() -> None:
    row = "r1 g1 w1 gold 2 | hand witch wizard {}"
    one = table("call 0", *[row.format(role) for role in ("wolf", "wolf", "druid")])
    other = table("call 0", *[row.format(role) for role in ("wolf", "monk", "wolf")])
    assert choices(one, 0) == choices(other, 0)


@pytest.mark.slow
def test_it_beats_players_at_random() -> None:
    games = fewer_if_checked(GAMES)
    shares = Loops(GAME, default_deck().tables, 4).policy_games(3, 0, games, [THUMB] + [RANDOM] * 3, 1)[1]
    won = sum(shares[game][-game % 4] for game in range(games)) / games
    assert won - 1.96 * (won * (1 - won) / games) ** 0.5 > LEAST_SHARE


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_games_among_themselves_take_a_fitting_number_of_sets(players: int) -> None:
    loops = Loops(GAME, default_deck().tables, players)
    ends = loops.policy_games(3, 0, fewer_if_checked(GAMES), [THUMB] * players, 1)[2]
    assert FEWEST_SETS <= ends["set"].mean() <= MOST_SETS


@pytest.mark.slow
def test_every_role_is_chosen_by_somebody_now_and_then() -> None:
    times: Counter[int] = Counter()
    seed = sets = 0
    while sets < SEEN_SETS:
        found = chosen_by_set(dealt(4, seed))
        seed, sets = seed + 1, sets + len(found)
        times.update(role for roles in found for role in range(ROLES) if roles >> role & 1)
    assert all(times[role] >= LEAST_CHOSEN * sets for role in range(ROLES)), times


def chosen_by_set(s: WitchsBrew) -> list[int]:
    """The roles that anybody chose in each set of a game of thumbs."""
    out, view, rng, found = [0] * actions.MOST_LEGAL, WitchsBrew(), 5, [0]
    while not over(s):
        seat = asked(s)[0]
        GAME.rules.hide(DECK, s, seat, view)
        rng = next_rng(rng)
        action = thumb(DECK, view, seat, out, contract.legal(DECK, s, seat, out), rng)
        if s.phase == Phase.CHOOSE:
            found += [0] * (s.set - len(found))
            found[-1] |= 1 << action
        contract.apply(DECK, s, seat, action)
    return found
