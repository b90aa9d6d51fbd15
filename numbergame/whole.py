"""Whole numbers, as the games take them."""

from __future__ import annotations

import operator
from typing import SupportsIndex


def whole(number: SupportsIndex) -> int:
    """Return `number` as an int; TypeError for a float, a word or anything else that is not whole."""
    try:
        return operator.index(number)
    except TypeError:
        raise TypeError(f"{number!r} is not an integer") from None
