"""A checker of certificates of Sylver Coinage; to trust a certificate, read this file and no other.

A certificate proves who wins from the position where some coprime numbers have been chosen:

    {"game": "Sylver Coinage", "generators": [3, 4], "outcome": "N",
     "claims": {"3 4": 2, "2 3": "P"}}

A position is named by its minimal generators: the chosen numbers that are no sums of the others.  Each
claim gives a position either a winning move, which must lead to a position claimed to be P, or the value
"P": whoever moves there loses, for which each of its moves must lead to a position with a claimed winning
move.  As every play ends, claims that fit together like this are true.  A certificate has no claim that
its proof does not need, and of the moves to positions claimed to be P a claim gives the least.  So no
claim of a certificate can be altered, and none added or left out, without the checker noticing.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd
from typing import Any


def verify(certificate: Any) -> bool:
    """Return whether a certificate, as read from JSON, proves what it says."""
    return flaw(certificate) == ""


def flaw(certificate: Any) -> str:
    """Return what is wrong with a certificate, "" if nothing is."""
    try:
        _check(certificate)
    except _Flaw as found:
        return str(found)
    return ""


class _Flaw(Exception):
    pass


def _check(certificate: Any) -> None:
    _require(isinstance(certificate, dict), "a certificate is a JSON object")
    _require(
        set(certificate) == {"game", "generators", "outcome", "claims"}, "these are not a certificate's keys"
    )
    generators, claims = certificate["generators"], certificate["claims"]
    _require(certificate["game"] == "Sylver Coinage", "the game is not Sylver Coinage")
    _require(
        isinstance(generators, list) and all(type(g) is int and g > 1 for g in generators), "bad generators"
    )
    _require(
        gcd(*generators) == 1, "the generators have a common divisor: infinitely many numbers are available"
    )
    root = tuple(generators)
    _require(root == minimal(root), "the generators are not minimal and ascending")
    _require(isinstance(claims, dict), "the claims are not a JSON object")
    needed, unchecked = {_name(root)}, [root]
    while unchecked:
        position = unchecked.pop()
        options = {move: minimal((*position, move)) for move in available(position)}
        for option in _options_to_check(position, options, claims):
            if _name(option) not in needed:
                needed.add(_name(option))
                unchecked.append(option)
    _require(set(claims) == needed, "there are claims that the proof does not need")
    _require(
        certificate["outcome"] == ("P" if claims[_name(root)] == "P" else "N"),
        "the outcome is not what is proved",
    )


def _options_to_check(
    position: tuple[int, ...], options: dict[int, tuple[int, ...]], claims: dict[str, Any]
) -> Iterable[tuple[int, ...]]:
    """Return the options that must be proved for the claim about `position`, whose own sense is checked."""
    name = _name(position)
    _require(name in claims, f"{{{name}}} is not claimed")
    claim = claims[name]
    lost = {move for move, option in options.items() if claims.get(_name(option)) == "P"}
    if claim == "P":
        _require(not lost, f"{{{name}}} is claimed to be P, but a move from there is, too")
        return options.values()
    _require(type(claim) is int and claim in lost, f"{claim} is no move from {{{name}}} to a P-position")
    _require(claim == min(lost), f"{claim} is not the least move from {{{name}}} to a P-position")
    return [options[claim]]


def available(generators: tuple[int, ...]) -> list[int]:
    """Return the numbers greater than 1 that are no sum of the generators, which are coprime.

    None is as large as (least - 1)(largest - 1): I. Schur, in A. Brauer (1942).
    """
    sums = {0}
    for number in range(1, (min(generators) - 1) * (max(generators) - 1)):
        if any(number - generator in sums for generator in generators):
            sums.add(number)
    return [n for n in range(2, (min(generators) - 1) * (max(generators) - 1)) if n not in sums]


def minimal(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Return the numbers that are no sum of smaller ones among them, ascending."""
    kept: list[int] = []
    sums = {0}
    for number in range(1, max(numbers) + 1):
        if any(number - smaller in sums for smaller in kept):
            sums.add(number)
        elif number in numbers:
            kept.append(number)
            sums.add(number)
    return tuple(kept)


def _name(generators: tuple[int, ...]) -> str:
    return " ".join(map(str, generators))


def _require(condition: bool, message: str) -> None:
    if not condition:
        raise _Flaw(message)
