"""What a room needs beyond the standard library is an extra of this package, named where it is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Say which extra brings a package that the imports of a block do not find."""
    try:
        yield
    except ModuleNotFoundError as problem:
        package = (problem.name or "numbergame").partition(".")[0]
        if package == "numbergame":
            raise
        words = f"{package} is not installed; it comes with numbergame[{name}]"
        raise ModuleNotFoundError(words, name=package) from None
