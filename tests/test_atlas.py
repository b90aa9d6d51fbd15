"""The atlas against the solver, published counts, theorems, and itself through other splits of the board."""

import os
import signal
import subprocess
import sys
import threading
from itertools import combinations, count
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import psutil
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numbergame import NumberGame, Position, solve
from numbergame.atlas import Atlas, atlas, counts_to_64, kernel, schedule, store
from numbergame.atlas import table as room
from numbergame.checks.published import POSITIONS_BY_FROBENIUS_NUMBER

PUBLISHED = list(POSITIONS_BY_FROBENIUS_NUMBER.values.values())


@pytest.fixture(scope="module")
def board_of_44() -> Atlas:
    return atlas(44, progress=False)


@pytest.fixture(scope="module")
def board_of_36() -> Atlas:
    return atlas(36, nim_values=True, progress=False)


@st.composite
def plays(draw: st.DrawFn, limit: int) -> Position:
    """A position that some play on the board 2..limit reaches."""
    position = Position.board(limit)
    for _ in range(draw(st.integers(0, 12))):
        if position:
            position = position.choose(draw(st.sampled_from(list(position))))
    return position


# What the atlas says


@pytest.mark.parametrize("limit", range(1, 25))
def test_every_position_of_a_small_board_is_as_solved_by_backward_induction(limit: int) -> None:
    solution = solve(NumberGame(limit))
    table = atlas(limit, nim_values=True, progress=False)
    assert len(table) == len(solution)
    for position, value in solution.items():
        assert table.outcome(position) == value.outcome
        assert table.nim_value(position) == value.nim_value


def test_winning_moves_are_as_solved_by_backward_induction() -> None:
    solution = solve(NumberGame(17))
    table = atlas(17, progress=False)
    assert all(table.winning_moves(position) == solution.winning_moves(position) for position in solution)


def test_positions_have_the_published_frobenius_numbers(board_of_44: Atlas) -> None:
    counts = board_of_44.counts()
    assert list(counts.frobenius_number) == list(range(1, 45))
    assert list(counts.positions) == PUBLISHED
    assert len(board_of_44) == sum(PUBLISHED)


@pytest.mark.parametrize("limit", range(1, 44))
def test_a_larger_board_keeps_the_outcomes_of_a_smaller_one(limit: int, board_of_44: Atlas) -> None:
    # Each limit splits the board at another place, so every block and every slot is another one.
    smaller = atlas(limit, progress=False).counts()
    assert smaller.equals(board_of_44.counts()[:limit])


@given(position=plays(44))
@settings(max_examples=300, deadline=None)
def test_a_position_is_lost_exactly_when_no_move_leads_to_a_lost_one(
    position: Position, board_of_44: Atlas
) -> None:
    lost = [number for number in position if board_of_44.outcome(position.choose(number)) == "P"]
    assert board_of_44.outcome(position) == ("N" if lost else "P")
    assert board_of_44.winning_moves(position) == tuple(lost)


@given(position=plays(36))
@settings(max_examples=300, deadline=None)
def test_a_nim_value_is_the_least_that_no_move_leads_to(position: Position, board_of_36: Atlas) -> None:
    options = {board_of_36.nim_value(position.choose(number)) for number in position}
    value = board_of_36.nim_value(position)
    assert value not in options
    assert options >= set(range(value))


def test_the_lost_positions_are_those_with_nim_value_0(board_of_36: Atlas) -> None:
    lost = list(board_of_36.p_positions())
    assert all(board_of_36.nim_value(position) == 0 for position in lost)
    others = {after for position in lost[::1000] for _, after in NumberGame(36).moves(position)}
    assert len(others) > 1000
    assert all(board_of_36.nim_value(position) > 0 for position in others)


@given(m=st.integers(2, 20), n=st.integers(2, 20))
def test_two_coprime_choices_lose_only_for_two_and_three(m: int, n: int, board_of_44: Atlas) -> None:
    # R. L. Hutchings: {m, n} coprime is an N-position unless it is {2, 3}.
    if np.gcd(m, n) == 1:
        position = Position.generated_by([m, n])
        if position.frobenius_number <= 44:
            assert board_of_44.outcome(position) == ("P" if {m, n} == {2, 3} else "N")


@given(position=plays(44))
@settings(max_examples=300, deadline=None)
def test_symmetric_positions_are_won(position: Position, board_of_44: Atlas) -> None:
    if position and (position.is_symmetric or position.is_pseudo_symmetric):
        assert board_of_44.outcome(position) == "N"


def test_lost_positions_are_listed_once_each() -> None:
    solution = solve(NumberGame(21))
    listed = list(atlas(21, progress=False).p_positions())
    assert len(listed) == len(set(listed))
    assert set(listed) == {position for position, value in solution.items() if value.outcome == "P"}


def test_as_many_lost_positions_are_listed_as_counted(board_of_36: Atlas) -> None:
    found = np.zeros(37, int)
    for position in board_of_36.p_positions():
        found[position.frobenius_number] += 1
    assert list(found[1:]) == list(board_of_36.counts().p_positions)


def test_first_moves_that_win_are_as_solved_on_each_board(board_of_44: Atlas) -> None:
    moves = board_of_44.winning_first_moves()
    assert list(moves) == list(range(2, 45))
    for end in range(2, 21):
        game = NumberGame(end)
        assert moves[end] == solve(game).winning_moves(game.start)


def test_the_number_64_has_its_place() -> None:
    blocks = schedule.blocks_of_board(64)
    everything_but_64 = Atlas(64, np.zeros(0, np.uint64), np.zeros((2, 65), np.int64))
    # 2..63 can be chosen with 64 last: only in the block of no lower numbers is each upper one free.
    assert everything_but_64._slot(Position.board(64)) == 64 * int(blocks.offset[0])
    assert list(everything_but_64._available(0, np.array([0]))) == [Position.board(64).bits]


def test_one_thread_and_three_find_the_same() -> None:
    one, three = (atlas(37, threads=threads, progress=False) for threads in (1, 3))
    assert one.counts().equals(three.counts())
    assert np.array_equal(one._table, three._table)


# The compiled parts by their definitions


@pytest.mark.parametrize("h", range(1, 12))
def test_closed_sets_are_all_sets_closed_under_addition(h: int) -> None:
    numbers = range(2, h + 1)
    closed = {
        sum(1 << number for number in chosen)
        for size in range(h)
        for chosen in combinations(numbers, size)
        if all(a + b in chosen or a + b > h for a in chosen for b in chosen)
    }
    found = kernel.closed_sets(h).tolist()
    assert len(found) == len(closed)
    assert set(found) == closed


@given(
    word=st.integers(0, 2**64 - 1),
    present=st.lists(st.booleans(), max_size=6),
)
def test_bring_home_reads_each_slot_where_the_other_block_has_it(word: int, present: list[bool]) -> None:
    kept, count = [], 0
    for here in present:
        kept.append(count if here else 6)
        count += here
    there = word & sum(1 << slot for slot in range(1 << count))
    words = np.array([there], np.uint64)
    kernel.bring_home(words, np.array(kept, np.uint64))
    for slot in range(1 << len(present)):
        other = sum(1 << kept[place] for place in range(len(kept)) if slot >> place & 1 and kept[place] < 6)
        assert int(words[0]) >> slot & 1 == there >> other & 1


def test_a_stopped_kernel_leaves_the_table_alone() -> None:
    blocks = schedule.blocks_of_board(30)
    table = np.zeros(int(blocks.offset[-1]), np.uint64)
    counts = np.zeros((2, 31), np.int64)
    block = np.arange(len(blocks.lower))[::-1].copy()
    kernel.solve_chunks(blocks, 30, block, np.zeros_like(block), table, counts, np.ones(1, np.uint8))
    assert not table.any()
    assert not counts.any()


# What it refuses


@pytest.mark.parametrize("limit", [0, -3, 65])
def test_a_limit_without_an_atlas_is_refused(limit: int) -> None:
    with pytest.raises(ValueError, match=f"a limit from 1 to 64, not {limit}"):
        atlas(limit)


def test_a_limit_that_is_no_integer_is_refused() -> None:
    with pytest.raises(TypeError, match="cannot be interpreted as an integer"):
        atlas(40.5)  # type: ignore[arg-type]


def test_no_threads_are_refused() -> None:
    with pytest.raises(ValueError, match="at least 1 thread"):
        atlas(10, threads=0)


def test_a_position_of_a_larger_board_is_refused(board_of_44: Atlas) -> None:
    outside = Position.board(45)
    for ask in (board_of_44.outcome, board_of_44.winning_moves):
        with pytest.raises(ValueError, match=r"45 is available .* the board 2\.\.44"):
            ask(outside)


def test_nim_values_that_were_not_asked_for_are_refused(board_of_44: Atlas) -> None:
    with pytest.raises(ValueError, match="nim_values=True"):
        board_of_44.nim_value(Position())


def test_too_little_memory_is_named_before_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=2_000_000_000))
    monkeypatch.setattr(room, "solved_parts", lambda *_: pytest.fail("work started"))
    with pytest.raises(MemoryError, match=r"2\.\.60 need 3\.2 GB of memory, and 2\.0 GB are available"):
        atlas(60, progress=False)


def test_a_container_lends_no_more_than_its_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limit = tmp_path / "memory.max"
    monkeypatch.setattr(room, "_CONTAINER_LIMIT", limit)
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=5_000))
    for text, there in (("3000\n", 3_000), ("max\n", 5_000), ("7000\n", 5_000)):
        limit.write_text(text)
        assert room._available_memory() == there
    limit.unlink()
    assert room._available_memory() == 5_000


def test_an_interrupt_stops_the_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = sum(
        1 for stage in schedule.stages(schedule.blocks_of_board(50)) for _ in schedule.parts_of(stage, 2)
    )
    started = count()
    solve_chunks = kernel.solve_chunks

    def interrupting(*arguments: object) -> None:
        if next(started) == 20:
            os.kill(os.getpid(), signal.SIGINT)
        solve_chunks(*arguments)

    monkeypatch.setattr(kernel, "solve_chunks", interrupting)
    with pytest.raises(KeyboardInterrupt):
        atlas(50, threads=2, progress=False)
    assert next(started) < parts
    assert not any(thread.name.startswith("ThreadPoolExecutor") for thread in threading.enumerate())


def test_numba_waits_until_an_atlas_is_wanted() -> None:
    code = "import sys, numbergame; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_compiled_code_is_kept_for_the_next_process(board_of_44: Atlas) -> None:
    code = (
        "from numbergame.atlas import atlas, kernel; atlas(9, progress=False); "
        "stats = kernel.solve_chunks.stats; print(stats.cache_hits.total(), stats.cache_misses.total())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["1", "0"]


def test_progress_goes_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    atlas(12)
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "100%" in printed.err
    atlas(12, progress=False)
    assert capsys.readouterr().err == ""


# The file


def test_a_saved_atlas_comes_back(tmp_path: Path, board_of_36: Atlas) -> None:
    board_of_36.save(tmp_path / "36.atlas")
    loaded = Atlas.load(tmp_path / "36.atlas")
    assert loaded.limit == 36
    assert loaded.counts().equals(board_of_36.counts())
    assert np.array_equal(loaded._table, board_of_36._table)
    assert loaded.nim_value(Position({2, 5})) == 2


def test_a_saved_atlas_is_smaller_than_its_table(tmp_path: Path, board_of_44: Atlas) -> None:
    board_of_44.save(tmp_path / "44.atlas")
    assert (tmp_path / "44.atlas").stat().st_size < board_of_44._table.nbytes


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    atlas(20, progress=False).save(tmp_path / "20.atlas")
    return tmp_path / "20.atlas"


@given(data=st.data())
@settings(max_examples=50, deadline=None)
def test_a_damaged_file_is_refused(data: st.DataObject, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("damaged") / "20.atlas"
    atlas(20, progress=False).save(path)
    content = bytearray(path.read_bytes())
    place = data.draw(st.integers(len(store.MAGIC), len(content) - 1))
    content[place] ^= data.draw(st.integers(1, 255))
    path.write_bytes(content)
    with pytest.raises(ValueError, match="damaged"):
        Atlas.load(path)


def test_a_file_cut_short_is_refused(saved: Path) -> None:
    content = saved.read_bytes()
    for size in range(len(content)):
        saved.write_bytes(content[:size])
        with pytest.raises(ValueError, match=r"not an atlas file|damaged"):
            Atlas.load(saved)


def test_a_foreign_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("numbers I like: 2, 3")
    with pytest.raises(ValueError, match=r"notes\.txt is not an atlas file"):
        Atlas.load(tmp_path / "notes.txt")


def test_a_file_of_another_format_is_refused(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "FORMAT", 2)
    with pytest.raises(ValueError, match="has format 1; this version reads format 2"):
        Atlas.load(saved)


def test_a_file_too_large_for_the_memory_is_refused(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=1000))
    with pytest.raises(MemoryError, match=r"2\.\.20"):
        Atlas.load(saved)


def test_a_failed_save_leaves_the_old_file(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = saved.read_bytes()

    def full(*_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(store, "_write", full)
    with pytest.raises(OSError, match="no space"):
        atlas(10, progress=False).save(saved)
    assert saved.read_bytes() == before
    assert list(saved.parent.iterdir()) == [saved]


# The counts that come with the package


def test_the_counts_in_the_package_begin_as_published() -> None:
    assert list(counts_to_64().positions[:44]) == PUBLISHED


def test_the_counts_in_the_package_are_what_the_atlas_finds(board_of_44: Atlas) -> None:
    assert counts_to_64()[:44].equals(board_of_44.counts())
