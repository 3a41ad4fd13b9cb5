"""What a table of Witch's Brew may agree on: WB-5, and the variant of WB-70."""

from __future__ import annotations

from coven.engine.options import Option
from coven.games.witchs_brew.words.sentences import WORDS

OPTIONS = (
    Option("spare_pack", **WORDS["option"]["spare_pack"], players=(3, 4)),
    Option("first_seat", **WORDS["option"]["first_seat"], is_seat=True),
)
