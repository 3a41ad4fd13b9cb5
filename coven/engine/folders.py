"""Folders of the user's own: where games and compiled code are kept."""

from __future__ import annotations

import os
from errno import ENOENT
from pathlib import Path


def own_folder(variable: str, usual: Path) -> Path:
    """The folder that an environment variable names ("~" is the home folder), or the usual one.

    Raises OSError where that is not to be had, as the user has no home folder.
    """
    named = os.environ.get(variable)
    folder = Path(os.path.expanduser(named)) if named else usual
    if str(folder).startswith("~"):
        raise OSError(ENOENT, f"this user has no home folder ({variable} names another one)", str(folder))
    return folder
