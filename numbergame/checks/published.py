"""Published values with their sources, to check this package's results against."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Published(NamedTuple, Generic[T]):
    """Values as published, and where."""

    source: str
    values: T


# fmt: off
POSITIONS_BY_FROBENIUS_NUMBER: Published[Mapping[int, int]] = Published(
    "OEIS A124506: numerical semigroups with Frobenius number n, n = 1..44 (partial sums: A103580)",
    MappingProxyType(dict(enumerate((
        1, 1, 2, 2, 5, 4, 11, 10, 21, 22, 51, 40, 106, 103, 200, 205, 465, 405, 961, 900, 1828, 1913,
        4096, 3578, 8273, 8175, 16132, 16267, 34903, 31822, 70854, 68681, 137391, 140661, 292081,
        270258, 591443, 582453, 1156012, 1161319, 2425711, 2287203, 4889434, 4785671,
    ), start=1))),
)

IRREDUCIBLE_BY_FROBENIUS_NUMBER: Published[Mapping[int, int]] = Published(
    "OEIS A158206: symmetric (n odd) and pseudo-symmetric (n even) numerical semigroups "
    "with Frobenius number n, n = 1..20",
    MappingProxyType(dict(enumerate((
        1, 1, 1, 1, 2, 1, 3, 2, 3, 3, 6, 2, 8, 6, 7, 7, 15, 7, 20, 11,
    ), start=1))),
)

POSITIONS_BY_GENUS: Published[Mapping[int, int]] = Published(
    "OEIS A007323: numerical semigroups of genus g, g = 0..15",
    MappingProxyType(dict(enumerate((
        1, 1, 2, 4, 7, 12, 23, 39, 67, 118, 204, 343, 592, 1001, 1693, 2857,
    )))),
)

NIM_VALUE_OF_3_AND_N: Published[Mapping[int, int]] = Published(
    "OEIS A046671: nim-value of the Sylver Coinage position {3, n}, n = 4..16; where 3 divides n "
    "the position is infinite",
    MappingProxyType(dict(enumerate((2, 3, 1, 4, 6, 1, 7, 8, 1, 9, 11, 1, 12), start=4))),
)
KAYLES: Published[Mapping[int, int]] = Published(
    "OEIS A002186: nim-values of a row of n pins in Kayles, n = 1..20",
    MappingProxyType(dict(enumerate((
        1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1,
    ), start=1))),
)

DAWSONS_CHESS: Published[Mapping[int, int]] = Published(
    "OEIS A002187: nim-values of n files in Dawson's chess, n = 1..20",
    MappingProxyType(dict(enumerate((
        1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0,
    ), start=1))),
)

GRUNDYS_GAME: Published[Mapping[int, int]] = Published(
    "OEIS A002188: nim-values of a heap of n stones in Grundy's game, n = 1..20",
    MappingProxyType(dict(enumerate((
        0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0,
    ), start=1))),
)
# fmt: on

LEAST_WINNING_REPLY = Published(
    "G. Sicherman's table of the winning replies to {m, n} in Sylver Coinage",
    MappingProxyType({(4, 5): 11, (5, 6): 19, (4, 7): 13, (5, 7): 8}),
)

SUBTRACTION_GAMES = Published(
    "textbook and judge cases: (pre-period, period) of the outcomes and of the nim-values",
    MappingProxyType(
        {
            (2, 4, 7): {"outcome": (4, 3), "nim_value": (8, 3)},
            (2, 3): {"outcome": (0, 5), "nim_value": (0, 5)},
            (1, 3, 6): {"outcome": (0, 9), "nim_value": (0, 9)},
        }
    ),
)


class JudgeSample(NamedTuple):
    """A judge's sample input and the output it accepts."""

    input: str
    output: str


POJ_1143 = Published(
    "POJ 1143, sample input and output",
    JudgeSample(
        "2 2 5\n2 2 3\n5 2 3 4 5 6\n0\n",
        "Test Case #1\nThe winning moves are: 2\n\n"
        "Test Case #2\nThere's no winning move.\n\n"
        "Test Case #3\nThe winning moves are: 4 5 6\n\n",
    ),
)

ZOJ_1039 = Published(
    "POJ 1143's sample positions in the format of ZOJ 1039",
    JudgeSample(
        "3\n2\n2 5\n2\n2 3\n5\n2 3 4 5 6\n",
        "Scenario #1:\nThe winning moves are: 2.\n\n"
        "Scenario #2:\nThere is no winning move.\n\n"
        "Scenario #3:\nThe winning moves are: 4 5 6.\n\n",
    ),
)

UVA_10404 = Published(
    "UVA 10404, sample input and output",
    JudgeSample(
        "20 3 1 3 8\n21 3 1 3 8\n22 3 1 3 8\n23 3 1 3 8\n"
        "1000000 10 1 23 38 11 7 5 4 8 3 13\n999996 10 1 23 38 11 7 5 4 8 3 13\n",
        "Stan wins\nStan wins\nOllie wins\nStan wins\nStan wins\nOllie wins\n",
    ),
)
