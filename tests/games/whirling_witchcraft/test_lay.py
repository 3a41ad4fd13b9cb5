"""Setup, laying, the crystal ball, hands and draws: WW-1 to WW-20, WW-50 and WW-51."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from coven.engine.decks import DeckError
from coven.engine.match import Match
from coven.engine.states import SPECTATOR
from coven.games.whirling_witchcraft.deck import default_deck, load_deck, sides
from coven.games.whirling_witchcraft.game import GAME
from coven.games.whirling_witchcraft.rules.state import HIDDEN, NONE, Phase, WhirlingWitchcraft
from tests.games.position import ONE_IN_A_MILLION, surprise
from tests.games.whirling_witchcraft.position import (
    PLAYERS,
    TABLE,
    choice,
    cube_text,
    dealt,
    draw,
    legal,
    pile,
    play,
    position,
    random_game,
    same,
    seen,
    shares,
    texts,
    twins,
    why,
)

SIZES = {2: 5, 3: 4, 4: 3, 5: 3}
"""WW-3: cards in each hand."""
each_number = pytest.mark.parametrize("players", PLAYERS)


@pytest.mark.clause("WW-1")
def test_two_to_five_play() -> None:
    assert GAME.players == PLAYERS
    for players in (1, 6):
        with pytest.raises(ValueError, match="for 2, 3, 4, 5 players"):
            Match(GAME, players)


@each_number
@pytest.mark.clause("WW-1")
def test_all_lay_at_the_same_time_in_any_order(players: int) -> None:
    first, ends = dealt(players, 3), set()
    assert first.owing == (1 << players) - 1
    for order in permutations(range(players)):
        s = first.copy()
        for seat in order:
            play(s, f"{seat} {legal(s, seat)[-1]}")
        ends.add(s.to_bytes())
    assert len(ends) == 1


@pytest.mark.clause("WW-2")
def test_the_deck_has_6_starting_recipes_and_49_others() -> None:
    data = default_deck().data
    shapes = {key: [tuple(map(len, sides(recipe))) for recipe in data[key]] for key in ("starting", "ordinary")}
    assert shapes["starting"] == [(1, 2)] * 6
    assert len(shapes["ordinary"]) == 49
    assert (1, 2) not in shapes["ordinary"]
    assert all(1 <= before <= 3 and 1 <= after <= 3 for before, after in shapes["ordinary"])


@pytest.mark.clause("WW-2")
@pytest.mark.parametrize(
    ("key", "recipe"),
    [("ordinary", "B -> GR"), ("starting", "BB -> GR"), ("ordinary", "BBBB -> G"), ("ordinary", "B -> GRWS"),
     ("ordinary", None), ("starting", None)],
)  # fmt: skip
def test_a_deck_of_other_shapes_is_refused(key: str, recipe: str | None) -> None:
    data: dict[str, Any] = {name: list(default_deck().data[name]) for name in ("starting", "ordinary")}
    data[key] = [*data[key][:-1], recipe] if recipe else data[key][:-1]
    with pytest.raises(DeckError, match="WW-2"):
        load_deck(data, "mine")


@each_number
@pytest.mark.clause("WW-3", "WW-4")
def test_setup_deals_everything_as_it_should(players: int) -> None:
    for seed in range(40):
        s = dealt(players, seed)
        hands = [texts(s, hand) for hand in s.hands[:players]]
        labs = [texts(s, row) for row in s.arrivals[:players]]
        assert [len(hand) for hand in hands] == [SIZES[players]] * players
        assert s.hand_size == SIZES[players]
        assert sorted([card for hand in hands for card in hand] + texts(s, pile(s))) == sorted(default_deck().cards[6:])
        assert all(len(lab) == 1 and lab[0] in default_deck().cards[:6] for lab in labs)
        assert len({lab[0] for lab in labs}) == players, "no two have the same starting recipe"
        assert [s.labs[seat].bit_count() for seat in range(players)] == [1] * players
        assert {cube_text(bench) for bench in s.bench[:players]} == {"ggg bbb rrr w"}
        assert (s.balls, s.owing, s.phase, s.round) == ((1 << players) - 1, (1 << players) - 1, Phase.LAY, 1)


@each_number
@pytest.mark.clause("WW-3")
def test_hands_and_the_deck_are_unseen_by_others(players: int) -> None:
    s = dealt(players, 1)
    for viewer in range(SPECTATOR, players):
        view = seen(s, viewer)
        for seat in range(players):
            hidden = [HIDDEN] * s.hand_size + [NONE] * (5 - s.hand_size)
            assert view.hands[seat] == (s.hands[seat] if seat == viewer else hidden)
        assert set(view.pile) == {HIDDEN, NONE}


@pytest.mark.slow
@pytest.mark.clause("WW-3")
def test_every_recipe_comes_to_every_place_equally_often() -> None:
    games, starting, first, top = 2400, [[0] * 6 for _ in range(3)], [0] * 49, [0] * 49
    for seed in range(games):
        s = dealt(3, seed)
        for seat in range(3):
            starting[seat][s.arrivals[seat][0]] += 1
        first[s.hands[2][1] - 6] += 1
        top[s.pile[s.top] - 6] += 1
    for expected, places in ((games / 6, starting), (games / 49, [first, top])):
        for counts in places:
            chi_square = sum((n - expected) ** 2 / expected for n in counts)
            assert surprise(chi_square, len(counts) - 1) < ONE_IN_A_MILLION


@each_number
@pytest.mark.clause("WW-2", "WW-3", "WW-20")
def test_in_a_whole_game_no_recipe_is_lost_and_none_leaves_a_lab(players: int) -> None:
    for seed in range(8):
        labs: list[list[str]] = [[] for _ in range(players)]
        for s, _, _ in random_game(players, seed):
            now = [texts(s, row) for row in s.arrivals[:players]]
            assert all(new[: len(old)] == old for old, new in zip(labs, now, strict=True))
            labs = now
            cards = [card for lab in labs for card in lab[1:]] + texts(s, pile(s))
            cards += [card for hand in s.hands[:players] for card in texts(s, hand)]
            assert sorted(cards) == sorted(default_deck().cards[6:])


@pytest.mark.clause("WW-10")
def test_each_lays_one_recipe_of_the_hand_even_if_it_is_of_no_use() -> None:
    s = position(TABLE.replace("balls 0 1 2, ", "").replace("ggg bbb rrr w", "s", 1))
    assert legal(s, 0) == ["lay bb-gw", "lay br-w", "lay gg-rw"], "there is no way round it"
    play(s, "0 lay bb-gw")
    assert legal(s, 0) == []
    assert why(s, 0, "lay br-w") == "You have laid your recipe: Bob and Cat must still choose (WW-10)"
    play(s, "1 lay gw-s", "2 lay gs-k")
    assert [lab.bit_count() for lab in s.labs] == [2, 2, 2, 0, 0]


@pytest.mark.clause("WW-10")
def test_nobody_else_sees_what_was_laid() -> None:
    views = {viewer: set() for viewer in (SPECTATOR, 0, 2)}  # type: dict[int, set[bytes]]
    for text in ("rr-gw", "rrr-s", "gw-s"):
        s = position(TABLE)
        play(s, f"1 lay {text}")
        assert draw(s).count(f"({text})") == draw(seen(s, 1)).count(f"({text})") == 1
        assert s.labs == position(TABLE).labs
        for viewer, shown in views.items():
            shown.add(seen(s, viewer).to_bytes())
    assert [len(shown) for shown in views.values()] == [1, 1, 1]


@pytest.mark.clause("WW-10")
def test_a_recipe_is_laid_from_ones_own_hand_in_its_step() -> None:
    s = position(TABLE)
    assert why(s, 0, "lay rr-gw") == "RR → GW is not in your hand (WW-10)"
    assert why(s, 0, "lay rr-bw") == "RR → BW is not in your hand (WW-10)"
    now = "Now you lay a recipe from your hand; recipes are fed in the next step (WW-10)"
    assert why(s, 0, "feed g-br from bench") == why(s, 0, "done") == now
    play(s, "0 lay br-w", "1 lay gw-s", "2 lay gs-k")
    assert why(s, 0, "lay bb-gw") == "Now you feed your recipes; the next one is laid in the next round (WW-21)"


@each_number
@pytest.mark.clause("WW-10", "WW-20")
def test_a_recipe_can_be_taken_back_until_all_have_laid(players: int) -> None:
    match = Match(GAME, players, seed=2)
    for seat in range(players):
        match.act(seat, choice(match, seat))
        assert match.can_undo(seat) == (seat < players - 1)
    assert not any(match.can_undo(seat) for seat in range(players))


@pytest.mark.clause("WW-12")
def test_everybody_sees_who_has_laid_used_the_ball_and_is_done() -> None:
    s = position(TABLE)
    play(s, "1 lay rr-gw", "0 ball")
    for viewer in (SPECTATOR, 0, 1, 2):
        view = seen(s, viewer)
        chosen = [place != NONE for place in view.laid[:3]]
        assert (view.owing, view.balls, chosen) == (0b100, 0b111, [True, True, False])
    play(s, "2 lay gs-k")
    for viewer in (SPECTATOR, 0, 1, 2):
        view = seen(s, viewer)
        chosen = [place != NONE for place in view.laid[:3]]
        assert (view.owing, view.balls, chosen) == (0b001, 0b110, [False, True, True])
    play(s, "0 lay rr-bw", "2 done")
    assert [seen(s, viewer).owing for viewer in (SPECTATOR, 0, 1, 2)] == [0b011] * 4


@pytest.mark.clause("WW-12", "WW-20")
def test_the_place_laid_from_is_public_when_all_is_turned_up() -> None:
    s = position(TABLE)
    play(s, "1 lay rrr-s", "2 lay k-brs")
    assert [seen(s, viewer).laid[1] for viewer in (SPECTATOR, 0, 1, 2)] == [HIDDEN, HIDDEN, 1, HIDDEN]
    assert s.labs == position(TABLE).labs, "nothing is turned up before all have laid"
    play(s, "0 lay br-w")
    assert all(seen(s, viewer).laid[:3] == [2, 1, 0] for viewer in (SPECTATOR, 0, 1, 2))
    same(
        """
        produce, round 1, asked 0 1 2, balls 0 1 2, deck ws-rk rr-bw gr-w s-grw
        0 bench ggg bbb rrr w | lab g-br br-w  | hand bb-gw gg-rw
        1 bench ggg bbb rrr w | lab b-gr rrr-s | hand rr-gw gw-s
        2 bench ggg bbb rrr w | lab r-gb k-brs | hand gs-k ww-ggg
        """,
        s,
    )


@pytest.mark.clause("WW-2", "WW-12")
def test_of_alike_recipes_the_first_is_laid() -> None:
    deck = twins()
    s = position(
        """
        lay, deck ...
        0 bench ggg | lab g-br | hand bb-gw rr-bw gs-k rr-bw rr-bw
        1 bench ggg | lab b-gr | hand k-brs s-brw rw-s gw-s ws-gk
        """,
        deck,
    )
    assert legal(s, 0, deck) == ["lay bb-gw", "lay gs-k", "lay rr-bw"], "alike ones are one choice"
    play(s, "0 lay rr-bw", "1 lay ws-gk", deck=deck)
    assert [deck.cards[recipe] for recipe in s.hands[0][:4]] == ["bb-gw", "gs-k", "rr-bw", "rr-bw"]
    assert (s.laid[0], s.labs[0] & deck.tables.alike[deck.cards.index("rr-bw")]) == (1, 1 << 6)


HANDS = ["bb-gw gg-rw", "rr-gw rrr-s", "k-brs gs-k", "br-w gr-w", "gb-w bs-k"]


def end_of_round(players: int, deck: str) -> WhirlingWitchcraft:
    """Step 3 of round 1 with two cards in each hand and this deck."""
    labs = ["g-br gw-s", "b-gr bw-s", "r-gb rw-s", "g-rr ww-ggg", "b-gg ww-bbb"]
    rows = [f"{i} bench ggg | lab {labs[i]} | hand {HANDS[i]}" for i in range(players)]
    return position("\n".join([f"produce, deck {deck}", *rows]))


@each_number
@pytest.mark.clause("WW-12", "WW-50", "WW-51")
def test_hands_go_to_the_left_and_each_draws_in_the_order_of_the_seats(players: int) -> None:
    deck = "ws-rk rr-bw s-grw s-brw s-gbw ws-gk"
    s = end_of_round(players, deck)
    play(s, "all done")
    assert (s.round, s.phase, s.hand_size) == (2, Phase.LAY, 3)
    for seat in range(players):
        taken = HANDS[(seat - 1) % players].split()
        assert texts(s, s.hands[seat]) == [*taken, deck.split()[seat]], "taken over in order, then drawn"
    assert texts(s, pile(s)) == deck.split()[players:]


@each_number
@pytest.mark.clause("WW-51")
@pytest.mark.parametrize("missing", [0, 1])
def test_a_deck_too_short_for_all_serves_nobody(players: int, missing: int) -> None:
    deck = ["ws-rk", "rr-bw", "s-grw", "s-brw", "s-gbw"][: players - missing]
    s = end_of_round(players, " ".join(deck))
    play(s, "all done")
    assert s.hand_size == (2 if missing else 3)
    assert [len(texts(s, hand)) for hand in s.hands[:players]] == [s.hand_size] * players
    assert texts(s, pile(s)) == (deck if missing else [])


@each_number
@pytest.mark.clause("WW-3", "WW-51")
def test_hands_are_full_while_the_deck_lasts_and_then_shrink_together(players: int) -> None:
    s, sizes = dealt(players, 4), []
    while not s.is_last:
        sizes.append(s.hand_size)
        for seat in range(players):
            assert len(texts(s, s.hands[seat])) == s.hand_size
            play(s, f"{seat} {legal(s, seat)[-1]}")
        play(s, "all done")
    full, deck = SIZES[players], 49 - players * SIZES[players]
    draws = deck // players
    assert sizes == [full] * (draws + 1) + list(range(full - 1, 0, -1))
    assert s.left == deck - draws * players
    play(s, "all done")
    assert sum(shares(s)) == 1
