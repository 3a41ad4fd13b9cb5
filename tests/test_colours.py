"""The page's colours in both lights: text can be read wherever it stands, and any eyes tell eight players apart."""

from __future__ import annotations

import math
import re
from itertools import combinations

import pytest

from tests.test_page import SOURCES

Colour = tuple[float, float, float]
"""Red, green and blue as light, from 0 to 1."""
AA = 4.5
TEXTS = ("text", "quiet", "gold-text", "moon-text", "danger", "alarm-text")
PLAYERS = tuple(f"player-{seat}" for seat in range(8))
GROUNDS = ("table-lit", "table", "table-dark", "brew-1", "brew-2", "brew-3", "iron-1", "iron-2", "iron-3")
"""What lies under the cards: words stand on it, too."""
PAGES = ("ink", "dusk", "plum")
PANELS = ("shade", "shade-deep")
GAMES = ("three-witches", "witchs-brew", "midnight", "whirling-witchcraft")
LIGHTS = ("dark", "light")
LEAST_APART = 17
"""Distance in CIELAB; 2.3 is the least that is noticed side by side."""
SIGHTS = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""Machado, Oliveira and Fernandes 2009, at full severity."""


def tokens(light: str, game: str) -> dict[str, str]:
    """Names and values, as they hold at a table of the game."""
    found: dict[str, str] = {}
    for path in ("tokens.css", f"games/{game}/palette.css"):
        for selector, body in re.findall(r"(?s)([^{}]+)\{([^{}]*)\}", (SOURCES / path).read_text(encoding="utf-8")):
            where = re.sub(r"(?s)/\*.*?\*/", "", selector).strip()
            is_light = where.startswith((':root[data-theme="light"]', '[data-theme="light"]'))
            of_all = where in (":root", ':root[data-theme="light"]', '[data-theme="light"]')
            if (light == "light" or not is_light) and (of_all or where.endswith(f'[data-game="{game}"]')):
                found |= dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]+);", body))
    return found


def over(top: str, ground: Colour) -> Colour:
    """The colour "#rrggbb" or "#rrggbbaa" on a ground."""
    digits = top[1:]
    parts = [int(digits[i : i + 2], 16) / 255 for i in range(0, len(digits), 2)]
    share = parts[3] if len(parts) > 3 else 1.0
    encoded = [share * one + (1 - share) * encode(other) for one, other in zip(parts, ground, strict=False)]
    red, green, blue = (decode(one) for one in encoded)
    return red, green, blue


def decode(value: float) -> float:
    """sRGB to light."""
    return float(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)


def encode(value: float) -> float:
    """Light to sRGB."""
    return float(12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055)


def contrast(one: Colour, other: Colour) -> float:
    """As WCAG 2 has it, from 1 to 21."""
    low, high = sorted(0.2126 * red + 0.7152 * green + 0.0722 * blue for red, green, blue in (one, other))
    return (high + 0.05) / (low + 0.05)


def lab(colour: Colour, sight: str) -> Colour:
    """CIELAB of the colour as these eyes see it."""
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, colour, strict=True)))) for row in SIGHTS[sight]
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (one ** (1 / 3) if one > 0.008856 else 7.787 * one + 16 / 116 for one in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


BLACK: Colour = (0.0, 0.0, 0.0)


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("game", GAMES)
def test_text_can_be_read_wherever_it_stands(light: str, game: str) -> None:
    known = tokens(light, game)
    bare = {name: over(known[name], BLACK) for name in (*GROUNDS, *PAGES)}
    bare |= {"candle": over(known["table-candle"], bare["table-lit"])}
    panels = {f"{panel} on {name}": over(known[panel], bare[name]) for panel in PANELS for name in GROUNDS[:3]}
    found = [
        f"{text} on {name}: {ratio:.1f}"
        for text in (*TEXTS, *PLAYERS)
        for name, ground in (bare | panels).items()
        if (ratio := contrast(over(known[text], BLACK), ground)) < AA
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("light", LIGHTS)
def test_the_face_of_a_player_can_be_seen_on_her_colour(light: str) -> None:
    known = tokens(light, GAMES[0])
    ink = over(known["face-ink"], BLACK)
    assert all(contrast(ink, over(known[player], BLACK)) > AA for player in PLAYERS)


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("sight", SIGHTS)
def test_eight_players_are_told_apart_by_any_eyes(light: str, sight: str) -> None:
    known = tokens(light, GAMES[0])
    seen = {player: lab(over(known[player], BLACK), sight) for player in PLAYERS}
    close = [pair for pair in combinations(PLAYERS, 2) if math.dist(seen[pair[0]], seen[pair[1]]) < LEAST_APART]
    assert not close
