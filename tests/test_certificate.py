"""Certificates of Sylver Coinage: true ones verify, and no alteration of one does."""

from __future__ import annotations

import ast
import copy
import json
import random
import sys
from math import gcd
from pathlib import Path

import pytest

from numbergame.number_game import NumberGame, Position
from numbergame.solver import solve
from numbergame.sylver import LimitReached, prove
from numbergame.sylver import certificate as checker
from numbergame.sylver.certificate import flaw, verify


def random_position(chance):
    """Return a position after three to six random choices, not too large to check many times."""
    while True:
        chosen = [chance.randint(2, 16) for _ in range(chance.randint(3, 6))]
        if gcd(*chosen) == 1 and len(position := Position.generated_by(chosen)) <= 12:
            return position


def altered_values(position_name, value):
    """Return other values for a claim: every number up to the largest generator or move, and P."""
    most = max(map(int, position_name.split())) + (value if isinstance(value, int) else 2)
    return [other for other in ["P", "N", None, *range(most + 1)] if other != value]


def with_claims(proof, claims):
    return {**proof, "claims": claims}


def alterations_of_a_claim(proof, name):
    """Yield the certificate with one claim left out, given another value, or told of another position."""
    claims = proof["claims"]
    others = {key: value for key, value in claims.items() if key != name}
    yield with_claims(proof, others)
    for value in altered_values(name, claims[name]):
        yield with_claims(proof, {**others, name: value})
    generators = list(map(int, name.split()))
    for i in range(len(generators)):
        for step in (-1, 1):
            moved = " ".join(map(str, [*generators[:i], generators[i] + step, *generators[i + 1 :]]))
            if moved not in claims:
                yield with_claims(proof, {**others, moved: claims[name]})


@pytest.mark.no_cover
def test_certificates_of_random_positions_verify_and_with_any_claim_altered_do_not():
    chance = random.Random(1)
    for _ in range(1000):
        proof = prove(random_position(chance))
        assert flaw(proof) == ""
        for altered in random.Random(2).sample(
            list(alterations_of_a_claim(proof, chance.choice(list(proof["claims"])))), 3
        ):
            assert not verify(altered)


@pytest.mark.no_cover
def test_no_alteration_of_any_claim_of_a_certificate_verifies():
    chance = random.Random(3)
    for position in [
        Position.generated_by([4, 5]),
        Position.generated_by([4, 7]),
        *(random_position(chance) for _ in range(8)),
    ]:
        proof = prove(position)
        for name in proof["claims"]:
            for altered in alterations_of_a_claim(proof, name):
                assert not verify(altered), (proof, altered)


def test_a_true_claim_that_is_not_needed_is_refused():
    proof = prove(Position.generated_by([4, 5]))
    more = prove(Position.generated_by([5, 7]))
    assert verify(proof) and verify(more)
    not_needed = more["claims"].keys() - proof["claims"]
    assert not_needed
    for name in not_needed:
        assert not verify(with_claims(proof, {**proof["claims"], name: more["claims"][name]}))


def test_a_certificate_proves_its_own_position_and_outcome_only():
    proof = prove(Position.generated_by([5, 7]))
    assert not verify({**proof, "outcome": "P"})
    others = proof["claims"].keys() - {"5 7"}
    assert others
    for name in others:
        assert not verify({**proof, "generators": [int(generator) for generator in name.split()]})


def test_certificates_tell_the_outcomes_that_backward_induction_finds():
    for position, value in solve(NumberGame(12)).items():
        proof = prove(position)
        assert verify(proof)
        assert proof["outcome"] == value.outcome


def test_a_certificate_survives_json():
    proof = prove(Position.generated_by([4, 9]))
    assert json.loads(json.dumps(proof)) == proof


def test_no_position_is_too_small_for_a_certificate():
    assert prove(Position.generated_by([2, 3]))["claims"] == {"2 3": "P"}
    assert prove(Position.generated_by([3, 4]))["claims"] == {"3 4": 2, "2 3": "P"}


@pytest.mark.parametrize(
    "change",
    [
        {"game": "Nim"},
        {"generators": [4, 6]},
        {"generators": [5, 4]},
        {"generators": [4, 5, 9]},
        {"generators": [4, 5.0]},
        {"generators": [1]},
        {"generators": []},
        {"generators": "4 5"},
        {"outcome": None},
        {"claims": []},
        {"claims": {}},
        {"more": 1},
    ],
)
def test_a_malformed_certificate_has_a_flaw_that_is_told(change):
    assert flaw({**prove(Position.generated_by([4, 5])), **change})


@pytest.mark.parametrize("proof", [None, 5, [], "P", {}, {"claims": {}}])
def test_anything_else_is_no_certificate(proof):
    assert flaw(proof)


def test_true_is_not_the_move_one_nor_a_word_a_number():
    proof = prove(Position.generated_by([4, 5]))
    claims = copy.deepcopy(proof["claims"])
    assert claims["4 5"] == 11
    for value in ("11", 11.0, [11], True):
        assert not verify(with_claims(proof, {**claims, "4 5": value}))


def test_a_certificate_keeps_to_its_number_of_positions():
    with pytest.raises(LimitReached):
        prove(Position.generated_by([8, 9]), max_positions=10)


def test_the_checker_uses_the_standard_library_only():
    imports = [
        name.split(".")[0]
        for node in ast.walk(ast.parse(Path(checker.__file__).read_text(encoding="utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [node.module] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
        )
    ]
    assert imports and set(imports) <= set(sys.stdlib_module_names)
