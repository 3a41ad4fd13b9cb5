"""A report as a page: one file that needs no network, with plots, tables that sort, and what to make of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path

from coven.engine.decks import PROVENANCES
from coven.lab.blocks import Plan
from coven.lab.moments import holm, p_of
from coven.lab.report import LIMIT, Report, Row, ThingRow
from coven.terminal.lab import figure, interval, surest
from coven.terminal.report_plots import check_plots, dots
from coven.terminal.report_style import SCRIPT, STYLE
from coven.terminal.typed import fail

MOST_DOTS = 24
"""Lines of one plot."""
MOST_BOTS = 40
NARROW = "\N{NO-BREAK SPACE}%"
MANY = 10**6
"""Deals from which on Student's t is the normal distribution."""

Column = tuple[str, Callable[[ThingRow], Row | None]]
COLUMNS: tuple[Column, ...] = (
    ("gain at the start", lambda one: one.gain_first),
    ("wins with it at the start", lambda one: one.wins_first),
    ("in hand", lambda one: one.held),
    ("playable when in hand", lambda one: one.playable),
    ("played when playable", lambda one: one.chosen),
    ("times played a game", lambda one: one.played),
    ("wins when played", lambda one: one.wins_played),
    ("gain when played", lambda one: one.gain_played),
)


def check_page(path: Path) -> None:
    """A page that cannot be written is wrong usage, and is noticed before the games are played. Raises ImportError."""
    check_plots()
    if path.is_dir() or not path.absolute().parent.is_dir():
        fail(f"{path}: cannot save a file there")


def write_page(path: Path, report: Report, plan: Plan) -> None:
    """Write the page. Raises OSError."""
    path.write_text(page_of(report, plan), encoding="utf-8")


def page_of(report: Report, plan: Plan) -> str:
    """The page's HTML."""
    title = escape(f"{report.title}: {report.games:,} games")
    parts = [_head(report), _wins(report), _course(report), _decisions(report)]
    if report.things:
        parts.append(_things(report))
    if report.bots:
        parts.append(_bots(report))
    parts += [_rulings(plan), _how(report)]
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head>'
        f"<body><main>{''.join(parts).replace(' %', NARROW)}</main><script>{SCRIPT}</script></body></html>\n"
    )


def _head(report: Report) -> str:
    players = " and ".join(dict.fromkeys(report.players))
    clear = [one for one in surest(report) if one.gain_first and one.gain_first.is_clear]
    strongest = max(clear, key=lambda one: one.gain_first.value if one.gain_first else 0.0, default=None)
    weakest = min(clear, key=lambda one: one.gain_first.value if one.gain_first else 0.0, default=None)
    lines = [_told_of_places(report)]
    if clear:
        lines.append(
            f"{len(clear)} of {len(report.things)} cards, roles or recipes clearly change their owner's chances."
        )
    if strongest and strongest.gain_first and strongest.gain_first.value > 0:
        lines.append(
            f"The strongest at the start is <b>{escape(strongest.title)}</b>: {_points(strongest.gain_first)}."
        )
    if weakest and weakest.gain_first and weakest.gain_first.value < 0:
        lines.append(f"The weakest at the start: <b>{escape(weakest.title)}</b>, {_points(weakest.gain_first)}.")
    listed = "".join(f"<li>{line}</li>" for line in lines if line)
    return (
        f"<h1>{escape(report.title)}</h1><p>{report.games:,} games of {report.seats} seats, played by "
        f"{escape(players)}. Cards: {escape(report.provenance)} ({escape(PROVENANCES[report.provenance])}).</p>"
        f"<ul>{listed}</ul>"
    )


def _points(row: Row) -> str:
    return f"{figure(row)} points of win share ({interval(row)})"


def _told_of_places(report: Report) -> str:
    """Whether it matters who begins."""
    places = report.named("wins.place-")
    if not places:
        return "Everybody begins at the same time, so nobody has the first turn."
    even = 1 / report.seats
    if not differ(places, even):
        return f"Who begins makes no difference that these games could show: an even share is {100 * even:.1f} %."
    told = ", ".join(f"{row.title} {figure(row)}" for row in places)
    return f"It matters who begins: {escape(told)}, where {100 * even:.1f} % would be even."


def differ(rows: Sequence[Row], even: float) -> bool:
    """Does any of these shares clearly differ from an even one, after Holm's correction for looking at all of them?"""
    halves = [(row.high - row.low) / 2 if row.low is not None and row.high is not None else 1.0 for row in rows]
    off = zip(rows, halves, strict=True)
    return min(holm([p_of(1.96 * (row.value - even) / half, MANY) if half else 1.0 for row, half in off])) <= LIMIT


def _figure(svg: str, caption: str) -> str:
    return f"<figure>{svg}<figcaption>{caption}</figcaption></figure>"


def _wins(report: Report) -> str:
    even, plots = 1 / report.seats, []
    for start, what in (("wins.seat-", "by seat"), ("wins.place-", "from who begins on")):
        rows = report.named(start)
        if rows:
            labels = [row.title.removeprefix("wins of ") for row in rows]
            svg = dots(rows, labels, even, f"Win shares {what}", "wins in %")
            plots.append(_figure(svg, f"Wins {what}. The dashed line is an even share."))
    return (
        '<h2>Who wins</h2><div class="plots">' + "".join(plots) + "</div><p>A bar is the interval that holds the true "
        "share in 95 of 100 such runs. If it crosses the dashed line, these games cannot tell the share from an even "
        "one. Seats are places at the table: if they differ although who begins is drawn by lot, neighbours matter.</p>"
    )


def _course(report: Report) -> str:
    out = ("wins.", "decisions.")
    rows = [row for row in report.figures if not row.key.startswith(out)]
    return (
        "<h2>How games go</h2><p>A lead changes when another seat is alone in front. A winner who was once alone in "
        "last place has come back: near 0, the first advantage decides; near the even share or above, luck or skill "
        "can turn a game.</p>" + _table(rows)
    )


def _decisions(report: Report) -> str:
    rows = report.named("decisions.")
    svg = dots(rows, [row.title for row in rows], None, "Shares of all decisions", "of all decisions, in %")
    return (
        f'<h2>What is decided</h2><div class="plots">{_figure(svg, "How often each kind of decision is taken.")}</div>'
        "<p>A kind that hardly ever comes up may not be worth its rules.</p>"
    )


def _table(rows: Sequence[Row]) -> str:
    """A table of figures."""
    body = "".join(
        f'<tr><td data-value="{escape(row.title, quote=True)}">{escape(row.title)}</td>{_cell(row)}</tr>'
        for row in rows
    )
    heads = "".join(f'<th scope="col"><button type="button">{head}</button></th>' for head in ("figure", "value"))
    return f'<div class="scroll narrow"><table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>'


def _cell(row: Row | None) -> str:
    if row is None:
        return '<td data-value="">-</td>'
    mark = " *" if row.is_clear else ""
    return f'<td data-value="{row.value:.6f}">{figure(row)}{mark}<small>{interval(row)}</small></td>'


def _things(report: Report) -> str:
    ranked = surest(report)
    shown = [one for one in ranked if one.gain_first][:MOST_DOTS]
    plots = []
    if shown:
        shown.sort(key=lambda one: -(one.gain_first.value if one.gain_first else 0.0))
        rows = [one.gain_first for one in shown if one.gain_first]
        svg = dots(rows, [one.title for one in shown], 0.0, "Gains at the start", "points of win share")
        caption = "Gain of a seat that has it at the start. Violet ones are clear, grey ones may be chance."
        plots.append(_figure(svg, caption + (f" The {MOST_DOTS} surest." if len(ranked) > len(shown) else "")))
    names = ("card", *(name for name, _ in COLUMNS), "kind")
    heads = "".join(f'<th scope="col"><button type="button">{head}</button></th>' for head in names)
    body = "".join(map(_thing, ranked))
    return (
        f'<h2>Card by card</h2><div class="plots">{"".join(plots)}</div>'
        "<p><b>Gain at the start</b> is what the card does: hands are dealt by chance, so seats with it and seats "
        "without it differ in nothing else. (Roles of Witch's Brew are chosen, so there it also shows who chooses.) "
        "<b>Gain when played</b> also says when a card is played: who is winning plays more, so a card "
        "that everybody plays in the end looks good there. A card that is seldom <b>playable</b> clogs the hand; one "
        "that is playable but seldom <b>played</b> is not wanted. Tap a head to sort.</p>"
        f'<div class="scroll"><table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>'
        f'<p class="quiet">* clear: of all gains of a column marked so, one or more is chance in at most '
        f"{100 * LIMIT:.0f} of 100 such reports (Holm's correction for {len(ranked)} looks).</p>"
    )


def _thing(one: ThingRow) -> str:
    cells = "".join(_cell(of(one)) for _, of in COLUMNS)
    mark = ' class="clear"' if one.gain_first and one.gain_first.is_clear else ""
    name, group = escape(one.title), escape(one.group)
    return (
        f'<tr{mark}><td data-value="{escape(one.title, quote=True)}">{name}</td>{cells}'
        f'<td data-value="{escape(one.group, quote=True)}">{group}</td></tr>'
    )


def _bots(report: Report) -> str:
    return (
        "<h2>Where the players differ</h2><p>What one player wins and does more often than another, the clearest and "
        "largest first. Where a stronger player uses a card less, its strength is for those who play it badly.</p>"
        + _table(report.bots[:MOST_BOTS])
    )


def _rulings(plan: Plan) -> str:
    rulings = plan.game.measures.rulings
    if not rulings:
        return ""
    rows = "".join(
        f"<tr><td>{escape(one.clause)}: {escape(one.title)}</td>"
        f'<td style="text-align:left;white-space:normal">{escape(_switch(one.key, one.other))}</td></tr>'
        for one in rulings
    )
    return (
        "<h2>What the rulebook leaves open</h2><p>Rulings with a switch can be compared like decks: write it into a "
        "copy of the deck file and give both to <code>coven balance</code>.</p>"
        '<div class="scroll"><table><thead><tr><th scope="col">how we read it</th><th scope="col">the other way</th>'
        f"</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _switch(key: str, other: str) -> str:
    return f"[rulings] {key} = true: {other}" if key else f"no switch yet; needs {other}"


def _how(report: Report) -> str:
    return (
        '<h2>How this was measured</h2><p class="quiet">'
        f"{report.deals:,} deals, seed {report.seed}, rules version {report.rules_version}, deck "
        f"{escape(report.deck_hash[:12])}. Deals are the unit of all intervals: seats of a game and games of a deal "
        "depend on each other. The figures are those of these players: people and stronger players may differ.</p>"
    )
