"""Every question of the exercises: its right answer, wrong ones, and answers that are of no use."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import brute_force
import pytest

from numbergame.teaching import exercises
from numbergame.teaching.answers import Number
from numbergame.teaching.exercises import exercise, find, question_names, questions_of, show_solution
from numbergame.teaching.functions import Function, OwnGame, Strategy

ENTRIES = question_names()
rule = brute_force.after_multiples


class Try(NamedTuple):
    """A right answer; two wrong ones, each with words of the verdict on it; one of the wrong type."""

    right: Any
    wrong: tuple[tuple[Any, str], tuple[Any, str]]
    wrong_type: Any


def only_itself(available, number):
    return available - {number}


def without_cascade(available, number):
    return available - {other for other in available if other % number == 0}


def always(value: Any) -> Callable[..., Any]:
    return lambda *arguments: value


def nim_sum_move(heaps):
    """Return a winning move by trying all, with Bouton's theorem."""
    for place in range(3):
        for take in range(1, heaps[place] + 1):
            rest = [*heaps[:place], heaps[place] - take, *heaps[place + 1 :]]
            if rest[0] ^ rest[1] ^ rest[2] == 0:
                return [place, take]
    return None


def first_stone(heaps):
    return next((place, 1) for place, heap in enumerate(heaps) if heap)


class Nim:
    """Nim whose moves have names of their own, and whose heaps stay in order."""

    start = (3, 4, 5)

    def moves(self, heaps):
        return [
            (f"{heap} to {left}", tuple(sorted([*heaps[:i], left, *heaps[i + 1 :]])))
            for i, heap in enumerate(heaps)
            for left in range(heap)
        ]


class OneStoneNim(Nim):
    """A wrong one: a move takes a single stone."""

    def moves(self, heaps):
        return [(i, (*heaps[:i], heap - 1, *heaps[i + 1 :])) for i, heap in enumerate(heaps) if heap]


class PassingNim(Nim):
    """A wrong one: a move may take no stone at all."""

    def moves(self, heaps):
        return [*super().moves(heaps), ("pass", heaps)]


def longest_play(options, start):
    """Return how many moves can be made from the start, going along all moves at once."""
    places, moves = {start}, -1
    while places:
        places, moves = {after for place in places for after in options[place]}, moves + 1
    return moves


def lost_share(outcomes, limit):
    board = [p for p in outcomes if all(number <= limit for number in p)]
    return Fraction(sum(outcomes[p] == "P" for p in board), len(board))


def random_chance(available):
    if not available:
        return 0
    return sum(1 - random_chance(rule(available, n)) for n in available) / len(available)


def lost_from(position, lost):
    for number in position:
        option = rule(position, number)
        if not {rule(option, reply) for reply in option} & set(lost):
            return False
    return True


def moves_into(position, lost):
    return all(rule(position, number) in lost for number in position)


def some_move(position, lost):
    return any(any(rule(rule(position, n), m) in lost for m in rule(position, n)) for n in position)


def is_mirror(available):
    gaps = {1, *available}
    folded = [(x in gaps) + (max(gaps) - x in gaps) for x in range(max(gaps) + 1) if 2 * x != max(gaps)]
    return set(folded) == {1}


def lost_boards(limit):
    return [k for k in range(2, limit + 1) if not brute_force.wins(frozenset(range(2, k + 1)))]


def first_moves(limit):
    return brute_force.winning_moves(frozenset(range(2, limit + 1)))


def marks(key, answers):
    return {
        puzzle: ("right" if sorted(answers[puzzle]) == sorted(key[puzzle]) else "wrong")
        if puzzle in answers
        else "left out"
        for puzzle in key
    }


def marks_with_dashes(key, answers):
    return {
        puzzle: "right" if set(answers.get(puzzle, [])) == moves else "wrong" for puzzle, moves in key.items()
    }


def finite(chosen):
    """Return whether from some number on each is a sum, by looking at those from 200 to 300."""
    return {*range(200, 300)} <= brute_force.sums(chosen, 300)


def first_false(claim, positions):
    for position in positions:
        if not claim(position):
            return position
    return None


TRIES = {
    "01-available": Try(
        [2, 3, 4, 6, 8, 9, 11, 13, 16, 18], (([10], "10 = 5 + 5"), ([2, 3], "missing")), "all"
    ),
    "01-largest": Try(11, ((13, "13 = 4 + 4 + 5"), (7, "larger")), "eleven"),
    "01-win": Try(7, (([2], "can answer 3"), ([5], "not available")), {"moves": 7}),
    "01-stones": Try(1, ((2, "does not win"), (4, "not a move")), [1, 2]),
    "01-sum": Try(
        lambda number, a, b: number in brute_force.sums((a, b), number),
        (
            (lambda number, a, b: number % a == 0 or number % b == 0, "is_sum(5, 2, 3)"),
            (always(True), "is_sum(2, 3"),
        ),
        True,
    ),
    "02-rule": Try(rule, ((only_itself, "after({"), (without_cascade, "after({2, 5}, 2)")), {2, 5}),
    "02-wins": Try(
        brute_force.wins, ((always(True), "wins({})"), (lambda p: len(p) % 2 == 1, "wins({2, 4})")), "yes"
    ),
    "02-two-four-seven": Try([2], (([], "there are some"), ([4], "can answer 2")), "P"),
    "02-seven": Try([7], ((2, "can answer"), (6, "not available")), [4, 7]),
    "02-why-lost": Try("c", (("a", "three moves"), ("d", "one move")), 3),
    "02-round": Try(2, ((1, "round 1"), (7, "not 7")), "second"),
    "03-available": Try({2, 3, 5, 7, 11}, (([13], "13 = 4 + 9"), ([2, 3, 5, 7], "missing")), "2 3 5 7 11"),
    "03-generators": Try((4, 5, 6), (([4, 5, 6, 8], "8 = 4 + 4"), ([2], "available")), "456"),
    "03-three-left": Try(7, ((6, "without"), (8, "not 8")), [6, 7]),
    "03-top-down": Try("B", (("a", "after 3"), ("c", "3 is chosen")), "order"),
    "03-mirror": Try(
        is_mirror,
        (
            (lambda available: 2 * len(available) + 1 == max(available, default=1), "is_mirror({2})"),
            (always(True), "is_mirror({2, 3})"),
        ),
        [2, 5],
    ),
    "04-plays": Try(20, ((8, "positions"), (21, "not 21")), (1, 2)),
    "04-longest": Try(4, ((2, "shortest"), (3, "not 3")), "four"),
    "04-several": Try(2, (([2, 4], "4 does not belong"), ([], "empty")), "2"),
    "04-no-cycle": Try("d", (("a", "whatever"), ("b", "circle")), 4),
    "04-longest-play": Try(
        longest_play,
        (
            (lambda options, start: len(options[start]), "longest("),
            (
                lambda options, start: 1 + max((len(options[p]) for p in options[start]), default=0),
                "longest(",
            ),
        ),
        {},
    ),
    "05-share": Try(23, ((18, "2..20"), (22, "not 22")), "23 %"),
    "05-one-left": Try(0, ((2, "2 alone"), (1, "nothing left")), "none"),
    "05-frobenius": Try(17, ((13, "larger"), (18, "18")), "F"),
    "05-mirror": Try("a", (("b", "prime"), ("c", "even")), True),
    "05-largest": Try(37.0, ((63, "not 63"), (36, "not 36")), "a third"),
    "05-lost-share": Try(
        lost_share,
        (
            (lambda outcomes, limit: list(outcomes.values()).count("P") / len(outcomes), "lost_share("),
            (lambda outcomes, limit: max(max(p) for p in outcomes), "ValueError"),
        ),
        0.18,
    ),
    "06-twelve": Try([12, 8, 10, 11], (([8, 9], "9 does not win"), ([8], "missing")), "none"),
    "06-random": Try(0.33, ((0.67, "perfect"), (0.25, "not 0.25")), "1/3"),
    "06-all-win": Try(2, ((3, "end"), (5, "not 5")), [2, 3]),
    "06-only-twenty": Try(50, ((49, "not 49"), (623, "not 623")), "(20,)"),
    "06-two-random": Try(
        random_chance,
        ((lambda p: 1 if brute_force.wins(p) else 0, "chance("), (always(0.5), "`chance({})` gives `0.5`")),
        0.5,
    ),
    "07-by-hand": Try(2, ((3, "least"), (1, "options")), "*2"),
    "07-sum": Try((0, 2), (((1, 3), "can answer"), ((2, 7), "not a move")), [(0, 2), (1, 3)]),
    "07-heaps": Try([6, 4], (([0, 4, 6], "0 does not belong"), (4, "missing")), "even"),
    "07-two-boards": Try(11, ((7, "difference"), (9, "not 9")), "9 ^ 2"),
    "07-mex": Try(
        lambda values: min(set(range(len(values) + 1)) - set(values)),
        ((len, "mex([1])"), (lambda values: max(values) + 1, "ValueError")),
        0,
    ),
    "07-nim": Try(nim_sum_move, ((first_stone, "can answer"), (always(None), "not a move")), (0, 1)),
    "08-ten": Try(2, (([1], "can answer"), ([4], "not a move")), "two"),
    "08-period": Try(4, ((3, "width"), (5, "not 5")), "PNNN"),
    "08-lost": Try(
        [heap for heap, lost in enumerate(brute_force.lost_heaps([3, 5, 8], 12)) if lost],
        (([0, 1, 2, 3], "from 3"), ([0, 1, 2], "missing")),
        "0 1 2",
    ),
    "08-window": Try("c", (("b", "not always"), ("d", "settles")), 11),
    "08-strategy": Try(
        lambda heap: next(t for t in (4, 3, 1) if t <= heap and (heap - t) % 7 in (0, 2)),
        ((always(1), "can answer"), (lambda heap: heap % 7, "not a move")),
        1,
    ),
    "09-nim": Try(Nim(), ((OneStoneNim(), "does lead"), (PassingNim(), "does not lead")), Nim),
    "09-kayles": Try(3, ((1, "0 and 4"), (4, "3 and 1")), "the middle"),
    "09-wythoff": Try((7, 4), (((4, 6), "6 does not belong"), ([4], "missing")), "4, 7"),
    "09-misere": Try([2], ((1, "yours"), (0, "not 0")), "all"),
    "09-why-not-add": Try("b", (("a", "end"), ("c", "not what")), 2),
    "10-multiples": Try([2], (([5], "can answer 2"), ([], "there are some")), "two"),
    "10-sixth": Try([2, 5], (([2], "missing"), ([2, 4], "4 does not belong")), "2 5"),
    "10-always-n": Try("c", (("a", "right positions"), ("b", "truth")), 3),
    "10-rule": Try(
        brute_force.available,
        (
            (
                lambda chosen, limit: {n for n in range(2, limit + 1) if all(n % c for c in chosen)},
                "available((2, 3), 14)",
            ),
            (lambda chosen, limit: set(range(2, limit + 1)) - set(chosen), "available((2,), 14)"),
        ),
        [2, 3],
    ),
    "11-five-six": Try(19, ((9, "can answer"), (11, "11 = 5 + 6")), "F"),
    "11-four-six": Try([97], (([101], "101 does not belong"), ([], "empty")), "95 + 2"),
    "11-pair": Try(11, ((2, "can answer 3"), (13, "13 = 4 + 9")), "pair"),
    "11-seventy-seven": Try([11, 7], (([5], "Hutchings"), ([7], "missing")), "primes"),
    "11-frobenius": Try(
        lambda a, b: max(brute_force.available((a, b), a * b), default=1),
        ((lambda a, b: a * b - 1, "frobenius(2, 3)"), (lambda a, b: a + b, "frobenius(2, 3)")),
        11,
    ),
    "11-finite": Try(
        finite,
        (
            (lambda chosen: len(chosen) > 1, "is_finite("),
            (lambda chosen: any(c % 2 for c in chosen), "is_finite((3,))"),
        ),
        "gcd",
    ),
    "12-what": Try("d", (("b", "*won*"), ("c", "other moves")), 2),
    "12-reply": Try(7, ((2, "can answer 3"), (4, "not available")), "six"),
    "12-claims": Try(3, ((2, "itself"), (5, "not 5")), "three"),
    "12-check": Try(lost_from, ((moves_into, "is_lost("), (some_move, "is_lost({}, ")), False),
    "13-blocks": Try(15, ((6, "2..8"), (16, "not 16")), "blocks"),
    "13-slot": Try([2, 4, 7], (([2, 4, 5], "its digit"), ([2, 4], "missing")), "245"),
    "13-billion": Try(56, ((57, "not 57"), (64, "not 64")), "56?"),
    "13-thirty": Try(
        [7, 16, 24, 25, 26, 27, 29, 30], (([7, 8], "8 does not belong"), ([7, 16], "missing")), "some"
    ),
    "13-number-it": Try(
        lambda free, position: int("0" + "".join(str(int(n not in position)) for n in free), 2),
        (
            (lambda free, position: sum(2**k for k, n in enumerate(free) if n not in position), "slot("),
            (lambda free, position: sum(2**k for k, n in enumerate(free[::-1]) if n in position), "slot("),
        ),
        5,
    ),
    "14-proved": Try("b", (("a", "nobody has looked"), ("d", "two ways")), False),
    "14-odd": Try(82, ((81, "round"), (18, "odd")), "82 %"),
    "14-counterexample": Try(
        first_false,
        (
            (lambda claim, positions: next((p for p in positions if claim(p)), None), "counterexample("),
            (always(None), "counterexample("),
        ),
        {2, 3},
    ),
    "14-lost-boards": Try(
        lost_boards,
        ((lambda limit: list(range(3, limit + 1, 2)), "lost_boards(13)"), (always([]), "lost_boards(3)")),
        [3, 5],
    ),
    "15-reply": Try(3, ((2, "not available"), (5, "not available")), "three"),
    "15-medium": Try([10, 12, 14], (([2], "can answer"), ([14], "missing")), "14"),
    "15-stones": Try(1, ((2, "can answer"), (5, "not a move")), [1, 2]),
    "15-mark": Try(
        marks,
        ((marks_with_dashes, "mark({"), (lambda key, answers: dict.fromkeys(key, "right"), "mark({")),
        "right",
    ),
    "16-most-left": Try(18, ((19, "whole board"), (16, "not 16")), "most"),
    "16-five-left": Try({1, 3, 5, 19}, (([1, 2], "2 numbers exists"), ([1, 3, 5], "missing")), "odd"),
    "16-first-moves": Try(
        first_moves,
        (
            (lambda limit: [limit], "first_moves(1)"),
            (lambda limit: [limit] if limit % 2 == 0 else [], "first_moves(6)"),
        ),
        [5],
    ),
}


@pytest.fixture(autouse=True)
def no_tries_yet():
    exercises._wrong_tries.clear()
    yield
    exercises._wrong_tries.clear()


def test_every_question_has_its_tries():
    assert set(TRIES) == set(ENTRIES)


@pytest.mark.parametrize("name", ENTRIES)
def test_the_right_answer_is_right(name):
    assert find(name).kind.judge(TRIES[name].right)


@pytest.mark.parametrize("name", ENTRIES)
def test_a_wrong_answer_is_refuted_in_words(name):
    for answer, words in TRIES[name].wrong:
        verdict = find(name).kind.judge(answer)
        assert verdict.right is False
        assert words in verdict.why


@pytest.mark.parametrize(
    "wrong",
    [
        lambda claim, positions: next((p for p in positions if p and not claim(p)), None),
        lambda claim, positions: next((p for p in positions if not claim(p)), frozenset()),
    ],
    ids=["passed over", "given where every claim holds"],
)
def test_the_position_with_nothing_left_is_a_counterexample_like_any_other(wrong):
    assert find("14-counterexample").kind.judge(first_false)
    assert find("14-counterexample").kind.judge(wrong).right is False


@pytest.mark.parametrize("name", ENTRIES)
def test_an_answer_of_the_wrong_type_is_told_so(name):
    verdict = find(name).kind.judge(TRIES[name].wrong_type)
    assert verdict.right is False
    assert re.search(r"the answer is|this is the class|not a move", verdict.why)


@pytest.mark.parametrize("name", [name for name in ENTRIES if isinstance(find(name).kind, Number)])
def test_what_is_said_of_a_wrong_number_does_not_give_the_right_one_away(name):
    question = find(name)
    for answer, _ in TRIES[name].wrong:
        said = re.findall(r"[\d.]+\d|\d", question.kind.judge(answer).why)
        asked = re.findall(r"[\d.]+\d|\d", str(question))
        assert str(TRIES[name].right) not in set(said) - set(asked)


@pytest.mark.no_cover
@pytest.mark.parametrize("name", ENTRIES)
def test_the_solution_is_right_and_is_shown_folded(name):
    shown = show_solution(name)
    assert find(name).kind.judge(find(name).solved())
    assert shown._repr_html_().startswith("<details><summary>A solution</summary>")
    assert all(len(line) <= 88 for line in shown.source.splitlines())


@pytest.mark.parametrize("notebook", [f"{number:02}" for number in range(1, 17)])
def test_every_notebook_asks_for_a_program(notebook):
    kinds = [type(question.kind) for question in questions_of(notebook).values()]
    assert {Function, Strategy, OwnGame} & set(kinds)
    assert len(kinds) >= 3


def test_of_wrong_frobenius_numbers_those_that_are_available_are_called_so():
    left = brute_force.available((4, 7), 20)
    for number in {*range(2, 21)} - {17}:
        said = repr(exercise("05-frobenius", [number]))
        assert (f"{number} is available" in said) == (number in left)


NOTEBOOKS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_exercise_cells_of_a_notebook_hold_a_name_and_no_answer(path):
    cells = [cell for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == "code"]
    sources = ["".join(cell["source"]) for cell in cells]
    asked = [source for source in sources if re.search(r"^exercise\(", source, re.MULTILINE)]
    names = [re.fullmatch(r'exercise\("(.+)", \.\.\.\)', source)[1] for source in asked]
    assert set(names) <= set(ENTRIES) and len(set(names)) == len(names) >= 3
    assert all(name.startswith(path.stem[:2]) for name in names)
    assert [f'show_solution("{name}")' in sources for name in names] == [True] * len(names)
    assert not any("expected=" in source for source in sources)


def test_without_an_answer_the_question_is_asked():
    asked = exercise("01-win", ...)
    assert asked._repr_markdown_() == repr(asked)
    assert "Which moves win?" in repr(asked)
    assert repr(asked).endswith(
        "*Your turn: put a list of moves, as in `[2, 5]`, in place of `...`, and run the cell.*"
    )


def test_the_second_wrong_try_gets_a_hint_and_the_third_another():
    said = [repr(exercise("01-win", 2)) for _ in range(4)]
    hints = [text.partition("**Hint:** ")[2] for text in said]
    assert hints[0] == "" and hints[1].startswith("After each") and hints[2].startswith("When just")
    assert hints[3] == hints[2]
    assert "**Right.**" in repr(exercise("01-win", 7)) and "Hint" not in repr(exercise("01-win", 7))


def test_asking_again_is_no_wrong_try():
    for _ in range(3):
        exercise("01-win")
    assert "Hint" not in repr(exercise("01-win", 2))


@pytest.mark.parametrize("name", ["01-wim", "77-x", "rule", ""])
def test_a_question_that_is_not_there_is_named(name):
    with pytest.raises(ValueError, match="there is no question") as problem:
        exercise(name, 1)
    if name == "01-wim":
        assert "01-win" in str(problem.value)


def test_statements_to_choose_from_stand_in_the_question():
    for letter in "abcd":
        assert f"* **{letter}** " in repr(exercise("02-why-lost"))


# Answers that are programs


def judged(name, answer):
    return str(find(name).kind.judge(answer))


def test_the_smallest_case_that_is_wrong_is_shown():
    assert judged("02-rule", without_cascade) == "Not yet: `after({2, 5}, 2)` gives `{5}`, and it is `{}`."


def test_an_error_in_a_function_is_told_with_its_case():
    assert judged("07-mex", lambda values: values[0]) == (
        "Not yet: `mex([])` stops with IndexError: list index out of range."
    )
    assert judged("02-wins", lambda available: judged.missing) == (
        "Not yet: `wins({})` stops with AttributeError: 'function' object has no attribute 'missing'."
    )


def test_a_function_with_other_arguments_is_told_how_it_is_called():
    assert judged("02-rule", lambda available: available) == (
        "Not yet: the function is called as in `after(available, number)`."
    )
    assert judged("08-strategy", lambda: 1) == "Not yet: the function is called as in `take(heap)`."


def test_a_forgotten_return_is_suspected():
    assert judged("07-mex", lambda values: None).endswith("Is there a return in it?")


def test_a_function_may_spoil_its_arguments():
    def mex(values):
        values.sort()
        number = 0
        while values:
            number += values.pop(0) == number
        return number

    assert find("07-mex").kind.judge(mex)


def test_a_generator_and_any_collection_will_do_for_a_set():
    assert find("02-rule").kind.judge(lambda available, number: sorted(rule(available, number)))
    assert find("02-rule").kind.judge(lambda available, number: iter(rule(available, number)))


@pytest.mark.parametrize("result", ["text", 5, object(), {1: 2}, [[1], [2]], float("nan"), b"x", len])
def test_whatever_a_function_gives_is_judged_without_an_error(result):
    for name in ENTRIES:
        if isinstance(find(name).kind, Function | Strategy):
            assert not find(name).kind.judge(always(result))


@pytest.mark.parametrize("name", ENTRIES)
@pytest.mark.parametrize("answer", ["", "x", -1, 2.5, float("nan"), [], [[]], {}, {1: 2}, object(), len, int])
def test_whatever_is_answered_is_judged_without_an_error(name, answer):
    assert str(find(name).kind.judge(answer))


def test_a_game_whose_moves_are_no_pairs_is_told_so():
    class Bare(Nim):
        def moves(self, heaps):
            return [1, 2]

    assert "pairs of a move and a position" in judged("09-nim", Bare())
