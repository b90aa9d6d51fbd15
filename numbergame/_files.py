"""Files that are either as they were or as they should be, whenever the program is stopped."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

FIGURES_VARIABLE = "NUMBERGAME_FIGURES"
"""The environment variable that names the folder figures are exported to, in place of figures/."""


@contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield a path to write to; at a normal exit it takes the place of `path`, else it is removed.

    Missing folders are made.  The path to write to is in a hidden folder beside `path`, so that taking
    its place is one rename, and has the same name, for writers that go by the ending.  A link stays and
    what it points to is replaced.  ValueError if `path` is there and no file: a rename would put a file
    in the place of a folder's name, a pipe or a device.
    """
    path = Path(path)
    target = path.resolve() if path.is_symlink() else path
    if target.exists() and not target.is_file():
        raise ValueError(f"{path} is not a file")
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".writing-", dir=target.parent) as folder:
        draft = Path(folder) / path.name
        yield draft
        os.replace(draft, target)
