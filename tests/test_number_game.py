"""The rule of the Number Game, its positions, and the semigroups behind them."""

from __future__ import annotations

import pickle
import re
from collections import Counter
from fractions import Fraction
from itertools import pairwise

import brute_force
import pytest

from numbergame import NumberGame, Position
from numbergame.checks import published
from numbergame.number_game import CONTEST_LIMIT, shortest_sum, why_not

# The rule


def test_the_worked_example_is_won_by_choosing_two():
    after_christine_and_matt = Position.after([4, 3])
    assert list(after_christine_and_matt) == [2, 5]
    assert after_christine_and_matt.choose(2) == Position()


def test_choosing_a_number_forbids_its_multiples():
    assert list(Position.after([7], limit=25)) == [n for n in range(2, 26) if n % 7]


def test_two_and_three_leave_nothing():
    assert Position.after([2, 3]) == Position.after([3, 2]) == Position()


def test_the_board_starts_with_every_number_from_two():
    assert list(Position.board()) == list(range(2, 21))
    assert list(Position.board(1)) == []
    assert list(Position.board(2)) == [2]
    assert NumberGame().start == NumberGame(CONTEST_LIMIT).start == Position.board(20)


def test_three_ways_of_applying_a_move_agree_on_every_position_of_the_contest():
    for numbers in brute_force.every_position(20):
        position = Position(numbers)
        after = dict(position.moves())
        assert list(after) == sorted(numbers)
        for number in numbers:
            by_multiples = brute_force.after_multiples(numbers, number)
            assert by_multiples == brute_force.after_one_pass(numbers, number)
            assert set(after[number]) == by_multiples
            assert position.choose(number) == after[number]


@pytest.mark.parametrize("limit", range(1, 12))
def test_play_reaches_what_sets_of_choices_leave(limit):
    by_choices = brute_force.every_position_by_choices(limit)
    assert brute_force.every_position(limit) == by_choices
    for numbers in by_choices:
        assert set(Position(numbers)) == numbers


def test_every_position_is_the_board_after_its_minimal_generators():
    for numbers in brute_force.every_position(14):
        position = Position(numbers)
        on_the_board = [g for g in position.minimal_generators if g <= 14]
        assert brute_force.available(on_the_board, 14) == numbers
        assert Position.after(on_the_board, limit=14) == position


# A set that no play can leave is refused with a witness

WITNESS = re.compile(r"(\d+) is listed, but (?:(\d+) is|(\d+) and (\d+) are) not, and \1 = (\d+) \+ (\d+)")


def test_exactly_the_sets_that_no_play_can_leave_are_refused():
    reachable = brute_force.every_position(10)
    refused = 0
    for bits in range(2**9):
        numbers = frozenset(n for n in range(2, 11) if bits >> (n - 2) & 1)
        if numbers in reachable:
            assert set(Position(numbers)) == numbers
            continue
        with pytest.raises(ValueError) as problem:
            Position(numbers)
        refused += 1
        witness = WITNESS.fullmatch(str(problem.value))
        assert witness, problem.value
        listed, twice, first, second, a, b = (int(group or 0) for group in witness.groups())
        assert listed in numbers and listed == a + b
        assert {a, b} == ({twice} if twice else {first, second})
        assert a > 1 and b > 1 and a not in numbers and b not in numbers
    assert refused == 2**9 - len(reachable)


def test_six_without_three_is_refused_with_the_words_of_the_design():
    with pytest.raises(ValueError, match=r"^6 is listed, but 3 is not, and 6 = 3 \+ 3$"):
        Position({2, 6})


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ([1], "1 is listed, but only numbers greater than 1"),
        ([0, 2], "0 is listed"),
        ([-5], "-5 is listed"),
        ([10_000_001], "10000000 is the largest number"),
        ([10**30], "10000000 is the largest number"),
    ],
)
def test_a_number_that_is_never_available_is_named(numbers, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        Position(numbers)


@pytest.mark.parametrize("thing", [2.0, "2", None, Fraction(2), 2j])
def test_only_whole_numbers_are_numbers(thing):
    for use in (
        lambda: Position([thing]),
        lambda: Position.board().choose(thing),
        lambda: Position.board(thing),
        lambda: Position.after([thing]),
        lambda: Position.generated_by([thing, 3]),
        lambda: NumberGame(thing),
    ):
        with pytest.raises(TypeError, match="cannot be interpreted as an integer"):
            use()


@pytest.mark.parametrize("limit", [0, -1, 10_000_001, 10**30])
def test_a_board_has_a_sensible_limit(limit):
    with pytest.raises(ValueError, match=f"limit of a board is 1 to 10000000, not {limit}"):
        Position.board(limit)


@pytest.mark.parametrize(
    ("chosen", "limit", "words"),
    [
        ([4, 8], 20, "8 cannot be chosen: 8 = 4 + 4"),
        ([4, 3, 11], 20, "11 cannot be chosen: 11 = 3 + 4 + 4"),
        ([4, 4], 20, "4 cannot be chosen: 4 is chosen already"),
        ([1], 20, "1 cannot be chosen: only numbers greater than 1 can be chosen"),
        ([0], 20, "0 cannot be chosen: only numbers greater than 1 can be chosen"),
        ([21], 20, "21 is not on the board 2..20"),
        ([5, 9], 8, "9 is not on the board 2..8"),
    ],
)
def test_an_illegal_play_is_refused_with_the_reason(chosen, limit, words):
    with pytest.raises(ValueError, match=f"^{re.escape(words)}$"):
        Position.after(chosen, limit)


def test_choosing_what_is_not_available_is_refused_with_the_reason():
    with pytest.raises(ValueError, match=r"^7 is not available: 7 = 3 \+ 4$"):
        Position({2, 5}).choose(7)


def test_a_reason_is_the_shortest_sum():
    assert shortest_sum(11, [3, 4]) == (3, 4, 4)
    assert shortest_sum(30, [1, 10, 15]) == (15, 15)
    assert shortest_sum(5, [3, 4]) is None
    assert why_not(5, [3, 4]) == ""
    assert why_not(7, [3, 4]) == "7 = 3 + 4"


def test_no_sum_of_fewer_terms_exists():
    for number in range(1, 40):
        found = shortest_sum(number, [4, 6, 9])
        fewest = next(
            (k for k in range(1, 11) if number in _sums_of(k, [4, 6, 9])),
            None,
        )
        assert (found and len(found)) == fewest
        assert found is None or (sum(found) == number and set(found) <= {4, 6, 9})


def _sums_of(terms: int, chosen: list[int]) -> set[int]:
    totals = {0}
    for _ in range(terms):
        totals = {total + number for total in totals for number in chosen}
    return totals


def test_a_long_reason_is_said_in_few_words():
    assert why_not(9_999, [2, 3]) == "9999 = 3333·3"
    assert why_not(101, [3, 7]) == "101 = 3 + 14·7"
    assert why_not(8, [2, 1000]) == "8 = 2 + 2 + 2 + 2"
    assert why_not(16, [2, 99]) == "16 = 2 + 2 + 2 + 2 + 2 + 2 + 2 + 2"
    assert why_not(18, [2, 99]) == "18 = 9·2"


# Positions with no board: generators


@pytest.mark.parametrize(
    "generators",
    [(2, 3), (3, 4), (4, 5), (5, 2), (6, 10, 15), (4, 6, 9), (11, 13), (3, 3, 5), (20, 21, 29, 31)],
)
def test_generators_leave_what_is_no_sum_of_them(generators):
    largest = max(generators) ** 2
    assert set(Position.generated_by(generators)) == brute_force.available(generators, largest)


@pytest.mark.parametrize(
    ("generators", "needed"),
    [
        ((2, 3, 10**9), (2, 3)),
        ((4, 5, 10**7), (4, 5)),
        ((6, 10, 15, 10**30, 10**30 + 1), (6, 10, 15)),
        ((4, 5, 8, 9, 11, 20), (4, 5, 11)),
    ],
)
def test_a_generator_that_is_a_sum_of_others_changes_nothing(generators, needed):
    position = Position.generated_by(generators)
    assert position.minimal_generators == needed
    assert set(position) == brute_force.available(needed, 60)


def test_generators_may_leave_numbers_up_to_ten_million():
    # Sylvester: 2 and n leave the odd numbers below n; all multiples of 3 but 3 are sums of 6 and 9.
    assert Position.generated_by([2, 10_000_001]).frobenius_number == 9_999_999
    assert Position.generated_by([6, 9, 4_000_001]).frobenius_number == 2 * 4_000_001 + 3


def test_two_generators_have_the_frobenius_number_and_genus_of_sylvester():
    for m, n in [(2, 3), (2, 9), (3, 7), (4, 5), (8, 13), (99, 100)]:
        position = Position.generated_by([m, n])
        assert position.frobenius_number == m * n - m - n
        assert position.genus == (m - 1) * (n - 1) // 2
        assert position.is_symmetric
        assert position.minimal_generators == (m, n)


@pytest.mark.parametrize(
    ("generators", "words"),
    [
        ((4, 6), "every generator is a multiple of 2: infinitely many numbers stay available"),
        ((5,), "every generator is a multiple of 5: infinitely many"),
        ((6, 9, 15), "every generator is a multiple of 3"),
        ((), "at least two of them"),
        ((1,), "greater than 1"),
        ((0, 3), "greater than 1"),
        ((-3, 4), "greater than 1"),
        ((10**7, 10**7 + 1), "is the largest number here"),
        ((10**30, 10**30 + 1), f"{10**30 - 1} stays available; 10000000 is the largest number here"),
    ],
)
def test_generators_that_make_no_position_are_refused(generators, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        Position.generated_by(generators)


# The semigroup view


def test_the_semigroup_of_three_and_four():
    position = Position({2, 5})
    assert position.gaps == (1, 2, 5)
    assert position.frobenius_number == 5
    assert position.genus == 3
    assert position.multiplicity == 3
    assert position.minimal_generators == (3, 4)
    assert position.is_symmetric and not position.is_pseudo_symmetric


def test_when_nothing_is_available_one_is_the_only_gap():
    position = Position()
    assert position.gaps == (1,)
    assert position.frobenius_number == 1
    assert position.genus == 1
    assert position.multiplicity == 2
    assert position.minimal_generators == (2, 3)


def test_the_semigroup_view_follows_the_definitions_on_every_position():
    for numbers in brute_force.every_position(14):
        position = Position(numbers)
        gaps = {1, *numbers}
        largest = max(gaps)
        elements = {n for n in range(3 * largest + 3) if n not in gaps}
        positive = elements - {0}
        pairs = {a + b for a in positive for b in positive}
        assert set(position.gaps) == gaps and list(position.gaps) == sorted(gaps)
        assert position.genus == len(gaps)
        assert position.frobenius_number == largest
        assert position.multiplicity == min(positive)
        generators = sorted(n for n in positive - pairs if n <= 2 * largest + 2)
        assert list(position.minimal_generators) == generators
        assert position.is_symmetric == all((x in gaps) != (largest - x in gaps) for x in range(largest + 1))
        assert position.is_pseudo_symmetric == (
            largest % 2 == 0
            and all((x in gaps) != (largest - x in gaps) for x in range(largest + 1) if 2 * x != largest)
        )


def test_minimal_generators_of_a_huge_position_come_at_once():
    assert Position.generated_by([3000, 3001]).minimal_generators == (3000, 3001)
    assert Position.board(4000).minimal_generators == tuple(range(4001, 8002))
    assert Position.generated_by(range(400, 800)) == Position.board(399)


# Counts, against the published ones


def test_positions_by_frobenius_number_are_as_published(large_board):
    counts = Counter(position.frobenius_number for position in large_board)
    expected = published.POSITIONS_BY_FROBENIUS_NUMBER.values
    assert counts == {number: expected[number] for number in range(1, 25)}


def test_positions_by_genus_are_as_published(large_board):
    counts = Counter(position.genus for position in large_board)
    expected = published.POSITIONS_BY_GENUS.values
    # The Frobenius number is at most 2·genus - 1: the board 2..24 is complete up to genus 12.
    assert [counts[genus] for genus in range(1, 13)] == [expected[genus] for genus in range(1, 13)]


def test_irreducible_positions_are_as_published(contest):
    counts = Counter(
        position.frobenius_number
        for position in contest
        if position.is_symmetric or position.is_pseudo_symmetric
    )
    assert counts == published.IRREDUCIBLE_BY_FROBENIUS_NUMBER.values


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 12, 20])
def test_the_positions_of_a_board_are_those_of_the_larger_one_up_to_its_limit(large_board, limit):
    mine = brute_force.every_position(limit)
    assert mine == {frozenset(p) for p in large_board if p.frobenius_number <= limit}


# A position is a value


def test_a_position_is_made_from_numbers_in_any_order_repeats_and_all():
    assert Position([5, 2, 5]) == Position({2, 5}) == Position(iter((2, 5)))


def test_numbers_of_numpy_are_numbers():
    np = pytest.importorskip("numpy")
    assert Position(np.array([2, 5])) == Position({2, 5})
    assert list(map(type, Position(np.array([2, 5])))) == [int, int]
    assert np.int64(5) in Position({2, 5})
    assert NumberGame(5) == NumberGame(np.int64(5))


def test_a_position_is_a_collection_of_its_numbers():
    position = Position({2, 5})
    assert len(position) == 2 and list(position) == [2, 5]
    assert 2 in position and 5 in position
    for other in (0, 1, -1, -5, 3, 10**30, 2.5, "2", None):
        assert other not in position
    assert position and not Position()


def test_equal_positions_are_one_key():
    assert len({Position({2, 5}), Position.after([4, 3]), Position.generated_by([3, 4])}) == 1
    assert Position({2, 5}) != Position({2}) and Position({2}) != {2}
    assert (Position() == 0) is False


def test_equal_games_are_one_key():
    assert NumberGame(5) == NumberGame(5) and NumberGame() == NumberGame(20)
    assert NumberGame(5) != NumberGame(6) and (NumberGame(5) == 5) is False
    assert len({NumberGame(5), NumberGame(5), NumberGame(6)}) == 2


def test_a_game_with_another_rule_is_another_game():
    class Misread(NumberGame):
        def moves(self, position):
            return iter(())

    assert Misread(5) != NumberGame(5) and NumberGame(5) != Misread(5)
    assert Misread(5) == Misread(5)


def test_positions_are_ordered_by_their_largest_difference():
    positions = [Position(numbers) for numbers in brute_force.every_position(9)]
    in_order = sorted(positions)
    assert in_order[0] == Position()
    for smaller, larger in pairwise(in_order):
        assert smaller < larger and larger > smaller and smaller <= larger and larger >= smaller
        assert max(set(smaller) ^ set(larger)) in larger
    with pytest.raises(TypeError):
        Position() < 3  # noqa: B015


def test_a_position_cannot_be_changed():
    position = Position({2, 5})
    for name in ("bits", "genus", "anything"):
        with pytest.raises(AttributeError):
            setattr(position, name, 0)


def test_what_a_position_shows_reads_back(contest):
    for position in contest:
        assert eval(repr(position)) == position
        assert Position.parse(str(position)) == position
        assert pickle.loads(pickle.dumps(position)) == position
        assert sum(1 << number for number in position) == position.bits
    assert repr(Position({2, 5})) == "Position({2, 5})"
    assert (str(Position({2, 5})), str(Position())) == ("2 5", "-")


@pytest.mark.parametrize("text", ["2 x", "6", "2,5", "--", "1"])
def test_a_text_that_is_no_position_is_refused(text):
    with pytest.raises(ValueError):
        Position.parse(text)


def test_a_game_names_its_board():
    assert repr(NumberGame(12)) == "NumberGame(12)"


def semigroup_of_the_inequality(a, b):
    """Return the position of the semigroup of all x with a·x mod b ≤ x: in GAP, "modular", a, b."""
    return Position({x for x in range(2, b) if a * x % b > x})


def test_invariants_are_those_of_the_manual_of_gap_numericalsgps():
    example = semigroup_of_the_inequality(5, 53)
    assert example.pseudo_frobenius_numbers == (21, 40, 41, 42)
    assert example.type == 4
    assert Position.generated_by([3, 5, 7]).kunz_coordinates == (2, 1)
    assert Position.generated_by([3, 5, 7]).kunz_coordinates_modulo(5) == (1, 1, 0, 1)


def every_position(limit):
    """Return all positions of a board."""
    found, unseen = set(), [Position.board(limit)]
    while unseen:
        position = unseen.pop()
        if position not in found:
            found.add(position)
            unseen += (after for _, after in position.moves())
    return found


def test_kunz_coordinates_apery_set_and_pseudo_frobenius_numbers_are_as_defined():
    for position in every_position(12):
        gaps, m = set(position.gaps), position.multiplicity
        elements = [x for x in range(60) if x not in gaps]
        least = [min(x for x in elements if x % m == residue) for residue in range(m)]
        assert list(position.apery_set) == least
        assert [m * k + i for i, k in enumerate(position.kunz_coordinates, 1)] == least[1:]
        assert list(position.pseudo_frobenius_numbers) == [
            g for g in sorted(gaps) if all(g + x not in gaps for x in elements if x)
        ]
        assert (position.type == 1) == position.is_symmetric
