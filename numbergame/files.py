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
    its place is one rename, and has the same name, for writers that go by the ending.
    """
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".writing-", dir=path.parent) as folder:
        draft = Path(folder) / path.name
        yield draft
        os.replace(draft, path)
