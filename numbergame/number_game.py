"""The Number Game: its rule, its positions, and the numerical semigroups behind them.

The players take turns choosing a number greater than 1 that is not a sum of numbers already chosen,
repeats allowed; whoever cannot move loses.  A position is the set of numbers still *available*.  The
numbers that are not available, together with 0, are closed under addition: a numerical semigroup
whose gaps are 1 and the available numbers.  On the board 2..limit all numbers above the limit count
as chosen, so the positions of that board are exactly the numerical semigroups whose Frobenius number
is at most the limit.

For the words see J. C. Rosales and P. A. García-Sánchez, *Numerical Semigroups* (2009).
"""

from __future__ import annotations

import operator
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from math import gcd
from typing import Any, Final, SupportsIndex

from numbergame._look import strip_html

CONTEST_LIMIT = 20
"""The largest number of the contest's board, 2..20."""

MAX_NUMBER = 10_000_000
"""Boards with a larger limit, and generators that leave a larger number available, are refused."""

MAX_STRIP = 120
"""Where the strip of a position ends that has larger numbers available, and says so."""


class Position:
    """The numbers that may still be chosen: an immutable, hashable, ordered set of integers > 1.

    `Position({2, 5})` checks that some play can leave exactly these numbers; a set that no play can
    leave is a ValueError with a witness.  Underneath, bit k of `bits` tells whether k is available,
    and positions are ordered by that integer.

    >>> position = Position({2, 5})
    >>> position == Position.after([4, 3]) == Position.generated_by([3, 4])
    True
    >>> position.choose(5)
    Position({2})
    >>> Position({2, 6})
    Traceback (most recent call last):
      ...
    ValueError: 6 is listed, but 3 is not, and 6 = 3 + 3
    """

    __slots__ = ("_bits",)
    _bits: int

    def __new__(cls, available: Iterable[SupportsIndex] = ()) -> Position:
        return cls.from_bits(_reachable_bits({operator.index(number) for number in available}))

    @classmethod
    def parse(cls, text: str) -> Position:
        """Return the position that `str` shows as this text; ValueError if there is none.

        >>> Position.parse("2 5")
        Position({2, 5})
        """
        return cls(() if text == "-" else map(int, text.split()))

    @classmethod
    def from_bits(cls, bits: int) -> Position:
        """Return the position with these `bits`, unchecked: for bits that came from play.

        >>> Position.from_bits(2**2 + 2**5)
        Position({2, 5})
        """
        position = object.__new__(cls)
        position._bits = bits
        return position

    @classmethod
    def board(cls, limit: SupportsIndex = CONTEST_LIMIT) -> Position:
        """Return the position in which every number of 2..limit is available."""
        limit = operator.index(limit)
        if not 1 <= limit <= MAX_NUMBER:
            raise ValueError(f"the limit of a board is 1 to {MAX_NUMBER}, not {limit}")
        return cls.from_bits((1 << limit + 1) - 4 if limit > 1 else 0)

    @classmethod
    def after(cls, chosen: Iterable[SupportsIndex], limit: SupportsIndex = CONTEST_LIMIT) -> Position:
        """Return the position of the board 2..limit after these numbers were chosen, in this order."""
        position, limit = cls.board(limit), operator.index(limit)
        earlier: list[int] = []
        for number in map(operator.index, chosen):
            if number > limit:
                raise ValueError(f"{number} is not on the board 2..{limit}")
            if number not in position:
                raise ValueError(f"{number} cannot be chosen: {why_not(number, earlier)}")
            position = position.choose(number)
            earlier.append(number)
        return position

    @classmethod
    def generated_by(cls, generators: Iterable[SupportsIndex]) -> Position:
        """Return the position, on no board at all, after these numbers were chosen.

        >>> Position.generated_by([4, 3])
        Position({2, 5})

        The generators are integers > 1 in any order, and some may be sums of others.  ValueError if they
        have a common divisor greater than 1, since infinitely many numbers stay available then, or if
        the Frobenius number exceeds `MAX_NUMBER`.
        """
        numbers = sorted({operator.index(number) for number in generators})
        if not numbers or numbers[0] < 2:
            raise ValueError("generators are integers greater than 1, at least two of them")
        if (divisor := gcd(*numbers)) > 1:
            raise ValueError(
                f"every generator is a multiple of {divisor}: infinitely many numbers stay available"
            )
        least = numbers[0]
        if least > MAX_NUMBER + 1:
            raise ValueError(f"{least - 1} stays available; {MAX_NUMBER} is the largest number here")
        # Multiples of the least lead from `least` numbers in a row to all that follow.
        bound = min(_bound_of_schur(numbers), MAX_NUMBER + 1 + least)
        sums = 1
        for number in numbers[: bisect_left(numbers, bound)]:
            if not sums >> number & 1:
                sums = _add_multiples(sums, number, bound) & (1 << bound) - 1
        bits = ~sums & (1 << bound) - 4
        if (largest := bits.bit_length() - 1) > MAX_NUMBER:
            raise ValueError(f"{largest} stays available; {MAX_NUMBER} is the largest number here")
        return cls.from_bits(bits)

    def choose(self, number: SupportsIndex) -> Position:
        """Return the position after `number` is chosen; ValueError if it is not available."""
        number = operator.index(number)
        if number not in self:
            reason = why_not(number, self.minimal_generators)
            raise ValueError(f"{number} is not available: {reason}")
        return Position.from_bits(_choose(self._bits, number))

    def moves(self) -> Iterator[tuple[int, Position]]:
        """Yield each available number, ascending, with the position after it is chosen.

        >>> for number, after in Position({2, 5}).moves():
        ...     print(number, after)
        2 -
        5 2
        """
        bits, from_bits = self._bits, Position.from_bits
        size, forbidden = bits.bit_length(), _forbidden(bits)
        for number in self:
            yield number, from_bits(bits & ~_add_multiples(forbidden, number, size))

    # The set of available numbers

    @property
    def bits(self) -> int:
        """The integer whose bit k tells whether k is available."""
        return self._bits

    def __iter__(self) -> Iterator[int]:
        return _elements(self._bits)

    def __len__(self) -> int:
        return self._bits.bit_count()

    def __contains__(self, number: object) -> bool:
        try:
            number = operator.index(number)  # type: ignore[arg-type]
        except TypeError:
            return False
        return number > 1 and self._bits >> number & 1 == 1

    def __eq__(self, other: object) -> bool:
        return self._bits == other._bits if isinstance(other, Position) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return self._bits < other._bits if isinstance(other, Position) else NotImplemented

    def __le__(self, other: object) -> bool:
        return self._bits <= other._bits if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._bits)

    def __reduce__(self) -> tuple[Any, ...]:
        return Position.from_bits, (self._bits,)

    def __repr__(self) -> str:
        return f"Position({{{', '.join(map(str, self))}}})"

    def __str__(self) -> str:
        """Return the available numbers as in "2 5", "-" if there are none; `parse` reads it back."""
        return " ".join(map(str, self)) or "-"

    # The numerical semigroup of 0 and the numbers that are not available

    @property
    def gaps(self) -> tuple[int, ...]:
        """The positive integers outside the semigroup, ascending: 1 and the available numbers."""
        return (1, *self)

    @property
    def frobenius_number(self) -> int:
        """The largest gap: the largest available number, or 1 when there is none."""
        return max(self._bits.bit_length() - 1, 1)

    @property
    def genus(self) -> int:
        """The number of gaps."""
        return 1 + len(self)

    @property
    def multiplicity(self) -> int:
        """The least positive element of the semigroup: the least number > 1 that is not available."""
        taken = ~(self._bits | 3)
        return (taken & -taken).bit_length() - 1

    @property
    def minimal_generators(self) -> tuple[int, ...]:
        """The positive elements that are no sum of two others, ascending.

        On a board they are the chosen numbers that no other choices forbid, and the numbers above
        the limit that no choices forbid.  None exceeds frobenius_number + multiplicity.
        """
        end = self.frobenius_number + self.multiplicity
        rest = ~self._bits & (2 << end) - 4
        generators: list[int] = []
        sums = 1
        while rest:  # the least element that no smaller generators add up to is one itself
            generators.append(next(_elements(rest)))
            sums = _add_multiples(sums, generators[-1], end + 1) & (2 << end) - 1
            rest &= ~sums
        return tuple(generators)

    @property
    def kunz_coordinates(self) -> tuple[int, ...]:
        """The number of gaps congruent to 1, 2 … multiplicity - 1 modulo the multiplicity (E. Kunz, 1987).

        >>> Position.generated_by([3, 5, 7]).kunz_coordinates
        (2, 1)
        """
        return self.kunz_coordinates_modulo(self.multiplicity)

    def kunz_coordinates_modulo(self, element: int) -> tuple[int, ...]:
        """Return the number of gaps congruent to 1, 2 … element - 1 modulo an element of the semigroup.

        >>> Position.generated_by([3, 5, 7]).kunz_coordinates_modulo(5)
        (1, 1, 0, 1)
        """
        gaps = self._bits | 2
        multiples = int(f"{1:0{element}b}" * (self.frobenius_number // element + 1), 2)
        return tuple((gaps & multiples << residue).bit_count() for residue in range(1, element))

    @property
    def apery_set(self) -> tuple[int, ...]:
        """The least elements congruent to 0, 1 … multiplicity - 1 modulo the multiplicity (R. Apéry, 1946).

        >>> Position.generated_by([3, 5, 7]).apery_set
        (0, 7, 5)
        """
        rows = enumerate((0, *self.kunz_coordinates))
        return tuple(self.multiplicity * row + residue for residue, row in rows)

    @property
    def pseudo_frobenius_numbers(self) -> tuple[int, ...]:
        """The gaps whose sum with every positive element of the semigroup is an element, ascending.

        >>> Position.generated_by([3, 5, 7]).pseudo_frobenius_numbers
        (2, 4)
        """
        gaps, generators = self._bits | 2, self.minimal_generators
        return tuple(gap for gap in self.gaps if not any(gaps >> gap + g & 1 for g in generators))

    @property
    def type(self) -> int:
        """The number of pseudo-Frobenius numbers."""
        return len(self.pseudo_frobenius_numbers)

    @property
    def is_symmetric(self) -> bool:
        """Whether x is an element exactly when frobenius_number - x is a gap, for every integer x."""
        return 2 * self.genus == self.frobenius_number + 1

    @property
    def is_pseudo_symmetric(self) -> bool:
        """Whether the Frobenius number F is even and x or F - x is an element for every x but F/2."""
        return 2 * self.genus == self.frobenius_number + 2

    def _repr_html_(self) -> str:
        """Return the strip of the contest's board, longer where larger numbers are available."""
        chosen = self.minimal_generators
        end = max(CONTEST_LIMIT, self.frobenius_number)
        numbers = range(2, min(end, MAX_STRIP) + 1)
        beyond = f"… up to {end}" if end > MAX_STRIP else ""
        return strip_html(numbers, self, chosen, lambda number: why_not(number, chosen), beyond)


class NumberGame:
    """The Number Game on the board 2..limit: a position is a `Position`, a move an integer.

    Games with the same limit are equal.

    >>> game = NumberGame(5)
    >>> game.start
    Position({2, 3, 4, 5})
    >>> game == NumberGame(5)
    True
    """

    def __init__(self, limit: SupportsIndex = CONTEST_LIMIT) -> None:
        self.limit: Final = operator.index(limit)
        self.start: Final = Position.board(limit)

    def moves(self, position: Position) -> Iterator[tuple[int, Position]]:
        """Yield each available number, ascending, with the position after it is chosen."""
        return position.moves()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, NumberGame) or type(other) is not type(self):
            return NotImplemented  # a subclass may have another rule
        return self.limit == other.limit

    def __hash__(self) -> int:
        return hash((type(self), self.limit))

    def __repr__(self) -> str:
        return f"NumberGame({self.limit})"


def shortest_sum(number: int, terms: Iterable[int]) -> tuple[int, ...] | None:
    """Return the fewest of the positive integers `terms` that add up to `number`, repeats allowed.

    >>> shortest_sum(11, [3, 4])
    (3, 4, 4)

    Ascending; None if no such sum exists.  Breadth first over the partial sums.
    """
    steps = sorted(set(terms), reverse=True)
    last_term = {0: 0}
    frontier = [0]
    while frontier and number not in last_term:
        reached = []
        for total in frontier:
            for step in steps:
                if total + step <= number and total + step not in last_term:
                    last_term[total + step] = step
                    reached.append(total + step)
        frontier = reached
    if number not in last_term:
        return None
    found = []
    while number:
        found.append(last_term[number])
        number -= found[-1]
    return tuple(sorted(found))


def why_not(number: int, chosen: Iterable[int]) -> str:
    """Return why `number` cannot be chosen after `chosen`, as in "7 = 3 + 4"; "" if it can be.

    >>> why_not(7, [3, 4])
    '7 = 3 + 4'
    """
    number, chosen = operator.index(number), tuple(chosen)
    if number < 2:
        return "only numbers greater than 1 can be chosen"
    if number in chosen:
        return f"{number} is chosen already"
    terms = shortest_sum(number, chosen)
    return "" if terms is None else f"{number} = {_sum_in_words(terms)}"


def _sum_in_words(terms: tuple[int, ...]) -> str:
    """Return a sum as in "3 + 4", or as in "3333·3 + 2·5" if its terms are many."""
    if len(terms) <= 8:
        return " + ".join(map(str, terms))
    return " + ".join(f"{times}·{term}" if times > 1 else str(term) for term, times in Counter(terms).items())


def _bound_of_schur(numbers: Sequence[int]) -> int:
    """Return a number from which on all are sums of these, which ascend and have no common divisor.

    It is (least - 1)(largest - 1) by Schur (A. Brauer, 1942), where the largest is the last that is
    needed to have no common divisor.
    """
    divisors = accumulate(numbers, gcd)
    needed = next(number for number, divisor in zip(numbers, divisors, strict=True) if divisor == 1)
    return (numbers[0] - 1) * (needed - 1)


def _choose(available: int, number: int) -> int:
    """Return the bits still available after `number` is chosen: the rule of the game.

    Forbidden become all sums s + k·number of a forbidden s (or 0) and k ≥ 0.
    """
    return available & ~_add_multiples(_forbidden(available), number, available.bit_length())


def _forbidden(available: int) -> int:
    """Return the bits of 0 and of the numbers below the largest available one that are not available."""
    return ~(available | 2) & (1 << available.bit_length()) - 1


def _add_multiples(elements: int, number: int, size: int) -> int:
    """Return the bits of all sums e + k·number below `size`, for e in `elements` and k ≥ 0.

    Adding 0 or 1, then 0 or 2, then 0 or 4 … times `number` reaches every k in O(log) shifts.  Bits
    from `size` on may be set too; they mean nothing.
    """
    while number < size:
        elements |= elements << number
        number *= 2
    return elements


def _elements(bits: int) -> Iterator[int]:
    """Yield the places of the ones in `bits`, ascending."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def _reachable_bits(available: set[int]) -> int:
    """Return the bits of these numbers; ValueError with a witness if no play can leave just them.

    Some play leaves them exactly if no two forbidden numbers add up to an available one.
    """
    if not available:
        return 0
    if (least := min(available)) < 2:
        raise ValueError(f"{least} is listed, but {why_not(least, ())}")
    if (largest := max(available)) > MAX_NUMBER:
        raise ValueError(f"{largest} is listed, but {MAX_NUMBER} is the largest number here")
    bits = sum(1 << number for number in available)
    forbidden = _forbidden(bits) & ~1
    for a in _elements(forbidden & (1 << largest // 2 + 1) - 1):
        if sums := forbidden << a & bits:
            number = next(_elements(sums))
            absent = f"{a} is" if 2 * a == number else f"{a} and {number - a} are"
            raise ValueError(f"{number} is listed, but {absent} not, and {number} = {a} + {number - a}")
    return bits
