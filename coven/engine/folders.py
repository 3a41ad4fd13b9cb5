"""Folders of the user's own: where games and compiled code are kept."""

from __future__ import annotations

import os
from collections.abc import Callable
from errno import ENOENT
from pathlib import Path


def own_folder(variable: str, usual: Callable[[], Path]) -> Path:
    """The folder that an environment variable names ("~" is the home folder), or the usual one.

    Raises OSError where that is not to be had, as the user has no home folder.
    """
    named = os.environ.get(variable)
    try:
        return Path(named).expanduser() if named else usual()
    except RuntimeError:
        homeless = f"this user has no home folder (set {variable} to name one)"
        raise OSError(ENOENT, homeless, named or "~") from None
