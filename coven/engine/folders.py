"""The user's own folders, for games and compiled code."""

from __future__ import annotations

import os
from collections.abc import Callable
from errno import ENOENT
from pathlib import Path


def own_folder(variable: str, usual: Callable[[], Path]) -> Path:
    """The folder that an environment variable names ("~" is the home folder), or else the usual one.

    Raises OSError if there is neither, because the user has no home folder.
    """
    named = os.environ.get(variable)
    try:
        return Path(named).expanduser() if named else usual()
    except RuntimeError:
        homeless = f"this user has no home folder (set {variable} to name one)"
        raise OSError(ENOENT, homeless, named or "~") from None
