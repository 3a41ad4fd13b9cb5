"""Sentences of 3 Witches that a newcomer reads."""

from __future__ import annotations

import re

import pytest

from coven.games.three_witches.words.sentences import WORDS

NUMBER = re.compile(r"\{bid\}|\b[34]\b")
"""A bid."""


@pytest.mark.parametrize("part", ["question", "head", "log"])
def test_whoever_reads_a_bid_is_told_that_it_counts_tricks(part: str) -> None:
    texts = [
        text for sentence in WORDS[part].values() for text in ([sentence] if isinstance(sentence, str) else sentence)
    ]
    told = [text for text in texts if NUMBER.search(text)]
    assert told or part == "head"
    assert [text for text in told if "trick" not in text.lower()] == []
