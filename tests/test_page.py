"""What the page's sources must not contain: the server makes a game's sentences, the page shows them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path(__file__).parents[1] / "web" / "src"


def sources(*ends: str, under: Path = SOURCES) -> dict[str, str]:
    """Texts of the page's own files, by their paths; those that are made from structs are left out."""
    paths = [path for path in sorted(under.rglob("*")) if path.suffix in ends and path.name != "wire.ts"]
    assert paths
    return {str(path.relative_to(SOURCES)): path.read_text(encoding="utf-8") for path in paths}


def found(pattern: str, texts: dict[str, str]) -> Iterator[str]:
    """Where it stands: "file: text"."""
    for path, text in texts.items():
        for match in re.finditer(pattern, text):
            yield f"{path}: {match[0]}"


def test_page_types_are_made_from_the_games_structs() -> None:
    texts = sources(".ts", ".svelte")
    assert not [path for path in texts if path.endswith("view.ts")]
    assert not list(found(r"\bas unknown as\b|\b(view|faces|captions) as\b", texts))
    assert not list(found(r"\binterface (View|Captions|\w*Face)\b(?! extends wire)", texts))


def test_the_page_reads_no_action_texts_and_rebuilds_no_position() -> None:
    texts = sources(".ts", ".svelte", under=SOURCES / "games")
    assert not list(found(r"\.act\b(?!\()|choice\.text\b|startsWith\(\"(play|declare|pass|lay|call) ", texts))
    assert not list(found(r"\.\.\.(was|is|view|frame\.view|before|after)\b(?!\.)", texts))
    assert not list(found(r"\b(phase: \"|pending: \[|turn: null|hand: \[)", texts))


def test_the_page_has_no_numbers_of_the_rules() -> None:
    texts = sources(".ts", ".svelte", under=SOURCES / "games")
    assert not list(found(r"const (SEATS|GOAL|TRICKS|CHOSEN|RAVENS)\b", texts))
    assert not list(found(r"\b(does|goes|favour|full): \"", texts))


def test_colours_are_tokens_or_in_a_games_palette() -> None:
    texts = sources(".ts", ".svelte", ".css")
    palettes = {"tokens.css", *(path for path in texts if re.fullmatch(r"games/[a-z-]+/palette\.css", path))}
    assert len(palettes) == 5
    others = {path: text for path, text in texts.items() if path not in palettes}
    assert not list(found(r"(?<!&)#[0-9a-fA-F]{3,8}\b|\b(rgba?|hsla?|oklch|lab)\(", others))


def test_every_token_is_used_and_every_used_one_exists() -> None:
    texts = sources(".ts", ".svelte", ".css")
    known = {
        path: set(re.findall(r"(?m)^  (--[a-z0-9-]+):", text)) for path, text in texts.items() if path.endswith(".css")
    }
    whole = "\n".join(texts.values())
    used = set(re.findall(r"var\((--[a-z0-9-]+)", whole))
    assert not known["tokens.css"] - used
    assert not used - set(re.findall(r"(--[a-z0-9-]+)(?:=|:|\")", whole))


def markup(text: str) -> str:
    """A component without its script, its style, its remarks and what stands in braces."""
    text = re.sub(r"(?s)<script.*?</script>|<style.*?</style>|<!--.*?-->", "", text)
    while re.search(r"\{[^{}]*\}", text):
        text = re.sub(r"\{[^{}]*\}", "", text)
    return text


def written(text: str) -> list[str]:
    """What a component writes by itself: between its elements, and where screen readers look."""
    spoken = re.findall(r'\s(?:aria-label|title|label|placeholder|text|yes|question)="([^"]*[A-Za-z]{2}[^"]*)"', text)
    between = re.sub(r"(?s)<[^<>]*(?:=>[^<>]*)*>", "|", text).replace("&nbsp;", " ")
    return [*spoken, *re.findall(r"[A-Za-z]{2,}[^|]*", between)]


def test_sentences_are_the_servers_or_in_one_file_of_the_page() -> None:
    allowed = {"Coven", "lan", "pt"}
    found_words = {path: written(markup(text)) for path, text in sources(".svelte").items()}
    assert not {path: words for path, words in found_words.items() if {word.strip() for word in words} - allowed}
    sentence = r"(?<!\w )[\"`][A-Z][a-z]+ [a-z]+ [^\"`]*[\"`]"
    texts = {path: text for path, text in sources(".ts", ".svelte").items() if path != "lib/words.ts"}
    assert not list(found(sentence, {path: re.sub(r"(?m)//.*|^\s*/?\*.*", "", text) for path, text in texts.items()}))


CHEAP = {"opacity", "transform", "translate", "scale", "rotate", "none"}
"""What a browser animates without laying the page out or painting it anew."""


def moved_by_style(text: str) -> Iterator[str]:
    """The properties that style sheets move: in transitions and in keyframes."""
    for value in re.findall(r"\btransition(?:-property)?:\s*([^;]+);", text):
        for part in re.sub(r"\([^)]*\)", "", value).split(","):
            words = [word for word in part.split() if re.fullmatch(r"[a-z-]+", word) and not word.startswith("ease")]
            yield words[0] if words else "all"
    for block in re.findall(r"@keyframes [\w-]+ \{(.*?\n)  \}", text, re.DOTALL):
        yield from re.findall(r"(?m)^\s+([a-z-]+):", block)


def moved_by_script(text: str) -> Iterator[str]:
    """The properties that scripts move."""
    for keyframes in re.findall(r"(?<!\w)\w+\.animate\((.*?), \{ duration", text, re.DOTALL):
        yield from re.findall(r"[{,]\s*([a-zA-Z]+):", keyframes)
    for css in re.findall(r"\bcss: \([^)]*\) =>\s*`([^`]*)`", text):
        yield from re.findall(r"([a-z-]+):", css)
    for names in re.findall(r"import \{([^}]*)\} from \"svelte/transition\"", text):
        yield from (name for name in re.findall(r"\w+", names) if name not in {"crossfade", "fade", "fly", "scale"})


def test_animations_move_only_what_is_cheap() -> None:
    texts = sources(".ts", ".svelte", ".css")
    dear = {
        f"{path}: {what}"
        for path, text in texts.items()
        for what in [*moved_by_style(text), *moved_by_script(text)]
        if what not in CHEAP
    }
    assert not dear


def test_a_dear_animation_is_found() -> None:
    style = "  a { transition: opacity 1s, box-shadow 0.2s ease; }\n  b {\n    transition: 0.3s; }\n"
    frames = "  @keyframes x {\n    from {\n      height: 0;\n    }\n  }\n"
    assert list(moved_by_style(style + frames)) == ["opacity", "box-shadow", "all", "height"]
    script = 'import { fade, slide } from "svelte/transition";\nit.animate([{ top: "0" }, end], { duration: 3 });\n'
    assert list(moved_by_script(f"{script} css: (t) => `left: ${{t}}px; opacity: ${{t}}`")) == [
        "top", "left", "opacity", "slide",
    ]  # fmt: skip
