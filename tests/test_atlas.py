"""The atlas against the solver, published counts, theorems, and itself through other splits of the board."""

import os
import random
import shutil
import signal
import subprocess
import sys
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, count
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import psutil
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numbergame import NumberGame, Position, solve
from numbergame.atlas import (
    Atlas,
    atlas,
    count_positions,
    kernel,
    known_counts,
    memory,
    schedule,
    store,
    table,
)
from numbergame.atlas.schedule import Plan
from numbergame.atlas.store import Store
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


@pytest.mark.no_cover
@pytest.mark.parametrize("limit", range(1, 25))
def test_every_position_of_a_small_board_is_as_solved_by_backward_induction(limit: int) -> None:
    solution = solve(NumberGame(limit))
    solved = atlas(limit, nim_values=True, progress=False)
    assert len(solved) == len(solution)
    for position, value in solution.items():
        assert solved.outcome(position) == value.outcome
        assert solved.nim_value(position) == value.nim_value


def test_winning_moves_are_as_solved_by_backward_induction() -> None:
    solution = solve(NumberGame(17))
    solved = atlas(17, progress=False)
    assert all(solved.winning_moves(position) == solution.winning_moves(position) for position in solution)


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


@pytest.mark.parametrize("limit", [63, 64, 65, 66, 71])
def test_numbers_beyond_a_machine_word_have_their_place(limit: int) -> None:
    plan = Plan.of(limit)
    unsolved = Atlas(plan, table.Counts.zero(limit), [b""] * len(plan))
    # With the limit alone chosen the slot is 1, in the block of no lower numbers.
    everything = Position.board(limit)
    all_but_the_last = everything.choose(limit)
    assert unsolved._slot(everything) == 64 * int(plan.blocks.offset[0]) == 0
    assert unsolved._slot(all_but_the_last) == 1
    assert list(unsolved._available(0, np.array([0, 1]))) == [everything.bits, all_but_the_last.bits]


def test_one_thread_and_three_find_the_same() -> None:
    one, three = (atlas(37, threads=threads, nim_values=True, progress=False) for threads in (1, 3))
    assert one.counts().equals(three.counts())
    assert one._outcomes.frames == three._outcomes.frames
    assert one._nim_values.frames == three._nim_values.frames


def test_counting_alone_counts_the_same(board_of_44: Atlas) -> None:
    assert count_positions(44, progress=False).equals(board_of_44.counts())


def test_nim_values_are_counted_by_board(board_of_36: Atlas) -> None:
    counts = board_of_36.nim_value_counts()
    positions = board_of_36.counts()
    for limit in range(2, 37):
        here = counts[counts.limit == limit].set_index("nim_value").positions
        assert here.sum() == positions.positions[:limit].sum()
        assert here[0] == positions.p_positions[:limit].sum()
    solution = solve(NumberGame(18))
    found = Counter(value.nim_value for value in solution.values())
    assert counts[counts.limit == 18].set_index("nim_value").positions.to_dict() == found


# The pieces of the table


def addresses(solved: Atlas, position: Position) -> tuple[int, int]:
    """Return where a position's outcome is: the number of its piece, and its slot in the whole table."""
    slot = solved._slot(position)
    return int(np.searchsorted(solved._plan.start, slot // 64, side="right")) - 1, slot


@given(position=plays(44))
@settings(max_examples=300, deadline=None)
def test_every_move_leads_to_a_higher_address(position: Position, board_of_44: Atlas) -> None:
    piece, slot = addresses(board_of_44, position)
    for _, after in NumberGame(44).moves(position):
        piece_after, slot_after = addresses(board_of_44, after)
        assert slot_after > slot
        assert piece_after == piece or piece_after in board_of_44._plan.reads[piece]


@pytest.mark.no_cover
def test_a_plan_names_no_piece_that_no_move_needs() -> None:
    solved = atlas(20, progress=False)
    plan = Plan(20, places=3)
    small = Atlas(plan, solved._counts, solved._outcomes.frames)
    needed = {
        (addresses(small, position)[0], addresses(small, after)[0])
        for position in solve(NumberGame(20))
        for _, after in NumberGame(20).moves(position)
    }
    planned = {(piece, read) for piece, pieces in enumerate(plan.reads) for read in pieces}
    assert planned == {(piece, read) for piece, read in needed if piece != read} != set()


@pytest.mark.parametrize("limit", [1, 2, 30, 44, 52])
def test_pieces_cover_the_table_and_are_no_larger_than_asked(limit: int) -> None:
    plan = Plan.of(limit)
    assert sum(plan.sizes) == int(plan.blocks.offset[-1])
    assert min(plan.sizes) >= 1 and max(plan.sizes) <= 2**plan.places
    assert all(piece < read for piece, pieces in enumerate(plan.reads) for read in pieces)
    assert all(piece in plan.readers[read] for piece, pieces in enumerate(plan.reads) for read in pieces)


@given(words=st.lists(st.integers(0, 2**64 - 1) | st.just(0), min_size=1, max_size=50))
def test_a_packed_piece_comes_back(words: list[int]) -> None:
    piece, back = np.array(words, np.uint64), np.full(len(words), 7, np.uint64)
    store.unpack(store.pack(piece), back)
    assert back.tolist() == words


def test_a_store_keeps_what_is_held_and_lets_go_of_what_was_used_longest_ago() -> None:
    pieces = Store([4] * 6, np.uint64, rows=3)
    for number in range(6):
        with pieces.made(number):
            pieces.piece(number)[:] = number
    assert [number for number in range(6) if pieces.row[number] >= 0] == [3, 4, 5]
    with pieces.held([0, 4]):
        with pieces.held([1]), pieces.held([0]):
            assert [pieces.piece(number)[0] for number in (0, 1, 4)] == [0, 1, 4]
        with pieces.held([2]):  # in the place of 1, for the others are held
            assert [number for number in range(6) if pieces.row[number] >= 0] == [0, 2, 4]
            assert pieces.piece(2).tolist() == [2] * 4


def test_a_new_piece_is_empty_whatever_was_in_its_place() -> None:
    pieces = Store([4] * 2, np.uint64, rows=1)
    with pieces.made(0):
        pieces.piece(0)[:] = 9
    with pieces.made(1):
        assert not pieces.piece(1).any()


def test_a_piece_that_failed_is_not_taken_for_made() -> None:
    pieces = Store([4], np.uint64, rows=1)
    with pytest.raises(OSError), pieces.made(0):
        raise OSError
    with pytest.raises(ValueError, match="damaged"), pieces.held([0]):
        pass


def test_many_threads_read_pieces_that_few_rows_hold() -> None:
    pieces = Store([64] * 40, np.uint64, rows=12)
    for number in range(40):
        with pieces.made(number):
            pieces.piece(number)[:] = number

    def read(seed: int) -> bool:
        wanted = random.Random(seed).sample(range(40), 3)
        with pieces.held(wanted):
            return all((pieces.piece(number) == number).all() for number in wanted)

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(read, range(2000)))


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
    plan = Plan.of(30)
    empty = Store(plan.sizes, np.uint64, rows=len(plan))
    counts = table.solve_piece(plan, [empty], len(plan) - 1, np.ones(1, np.uint8))
    assert not counts.positions.any()
    with empty.held([len(plan) - 1]):
        assert not empty.piece(len(plan) - 1).any()


# What it refuses


@pytest.mark.parametrize("limit", [0, -3, 81])
def test_a_limit_without_an_atlas_is_refused(limit: int) -> None:
    with pytest.raises(ValueError, match=f"a limit from 1 to 80, not {limit}"):
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
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=200_000_000))
    monkeypatch.setattr(table, "solved_pieces", lambda *_: pytest.fail("work started"))
    with pytest.raises(MemoryError, match=r"2\.\.58 need 0\.\d GB of memory, and 0\.2 GB are available"):
        atlas(58, progress=False)


def test_with_less_memory_fewer_pieces_are_unpacked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan(58, places=17)
    much = memory.checked_promise(plan, 1, nim_values=False, keep=True)
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=much.total - 1))
    little = memory.checked_promise(plan, 1, nim_values=False, keep=True)
    assert little.total < much.total
    assert len(plan) > much.rows > little.rows > max(map(len, plan.reads))


@pytest.mark.parametrize("nim_values", [False, True])
def test_the_tables_take_the_memory_that_was_promised(nim_values: bool) -> None:
    plan = Plan.of(46, schedule.NIM_PIECE_PLACES)
    promised = memory.checked_promise(plan, 2, nim_values, keep=True)
    _, tables = table._solved(plan, 2, nim_values, keep=True, progress=False)
    assert sum(pieces.unpacked.nbytes for pieces in tables) == promised.unpacked
    assert 0.9 < sum(len(frame) for pieces in tables for frame in pieces.frames) / promised.packed < 1.1


def test_nim_values_beyond_a_machine_word_are_refused() -> None:
    with pytest.raises(ValueError, match="up to a limit of 64, not 65"):
        atlas(65, nim_values=True)


def test_a_container_lends_what_it_has_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "_CONTAINER", tmp_path)
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=5_000))
    assert memory.available() == 5_000
    (tmp_path / "memory.current").write_text("1000\n")
    (tmp_path / "memory.stat").write_text("anon 700\nfile 300\ninactive_file 200\nactive_file 100\n")
    for text, there in (("3000\n", 2_200), ("max\n", 5_000), ("7000\n", 5_000)):
        (tmp_path / "memory.max").write_text(text)
        assert memory.available() == there


def test_an_interrupt_stops_the_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    started = count()
    solve_piece = kernel.solve_piece

    def interrupting(*arguments: object) -> None:
        if next(started) == 20:
            os.kill(os.getpid(), signal.SIGINT)
        solve_piece(*arguments)

    monkeypatch.setattr(kernel, "solve_piece", interrupting)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # below nohup it would be ignored
    try:
        with pytest.raises(KeyboardInterrupt):
            atlas(50, threads=2, progress=False)
    finally:
        signal.signal(signal.SIGINT, before)
    assert next(started) < len(Plan.of(50)) / 2
    assert not any(thread.name.startswith("ThreadPoolExecutor") for thread in threading.enumerate())


def test_numba_waits_until_an_atlas_is_wanted() -> None:
    code = "import sys, numbergame; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_compiled_code_is_kept_for_the_next_process(board_of_44: Atlas) -> None:
    code = (
        "from numbergame.atlas import atlas, kernel; atlas(9, progress=False); "
        "stats = kernel.solve_piece.stats; print(stats.cache_hits.total(), stats.cache_misses.total())"
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
    assert list(loaded._outcomes.frames) == board_of_36._outcomes.frames
    assert loaded.outcome(Position({2, 5})) == "N"
    assert loaded.nim_value(Position({2, 5})) == 2
    assert loaded.nim_value_counts().equals(board_of_36.nim_value_counts())


def test_a_loaded_atlas_can_be_saved_in_the_place_of_its_file(saved: Path) -> None:
    before = saved.read_bytes()
    Atlas.load(saved).save(saved)
    assert saved.read_bytes() == before


def test_a_saved_atlas_is_smaller_than_its_table(tmp_path: Path, board_of_44: Atlas) -> None:
    board_of_44.save(tmp_path / "44.atlas")
    assert (tmp_path / "44.atlas").stat().st_size < 8 * sum(board_of_44._plan.sizes) / 6


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    atlas(20, progress=False).save(tmp_path / "20.atlas")
    return tmp_path / "20.atlas"


@given(data=st.data())
@settings(max_examples=50, deadline=None)
def test_a_damaged_file_is_told_at_the_latest_when_the_piece_is_read(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("damaged") / "20.atlas"
    atlas(20, progress=False).save(path)
    content = bytearray(path.read_bytes())
    place = data.draw(st.integers(len(store.MAGIC), len(content) - 1))
    content[place] ^= data.draw(st.integers(1, 255))
    path.write_bytes(content)
    with pytest.raises(ValueError, match="damaged"):
        list(Atlas.load(path).p_positions())


def test_a_sound_piece_of_a_damaged_file_can_be_read(tmp_path: Path, board_of_44: Atlas) -> None:
    path = tmp_path / "44.atlas"
    board_of_44.save(path)
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    loaded = Atlas.load(path)
    assert loaded.outcome(Position.board(44)) == "N"
    with pytest.raises(ValueError, match=r"44\.atlas: piece \d+ is damaged: its checksum is wrong"):
        loaded.outcome(Position())


def test_a_file_cut_short_is_refused(saved: Path) -> None:
    content = saved.read_bytes()
    for size in range(len(content)):
        saved.write_bytes(content[:size])
        with pytest.raises(ValueError, match=r"not an atlas file|damaged|former format"):
            Atlas.load(saved)


def test_a_foreign_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("numbers I like: 2, 3")
    with pytest.raises(ValueError, match=r"notes\.txt is not an atlas file"):
        Atlas.load(tmp_path / "notes.txt")


def test_a_file_of_a_former_format_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "old.atlas"
    path.write_bytes(b"numbergame atlas\n" + bytes(32) + b'{"format": 1, "limit": 2, "arrays": []}\n')
    with pytest.raises(ValueError, match=r"old\.atlas is an atlas of a former format: make it again"):
        Atlas.load(path)


def test_a_full_disk_leaves_the_old_file(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = saved.read_bytes()
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=1000))
    with pytest.raises(OSError, match=r"takes 0\.0\d MB, and 0\.00 MB are left.*20\.atlas"):
        atlas(24, progress=False).save(saved)
    assert saved.read_bytes() == before
    assert list(saved.parent.iterdir()) == [saved]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is always full")
def test_a_disk_that_fills_up_meanwhile_leaves_the_old_file(
    saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = saved.read_bytes()
    opened = Path.open
    monkeypatch.setattr(
        Path,
        "open",
        lambda path, mode="r", **kw: opened(Path("/dev/full") if mode == "wb" else path, mode, **kw),
    )
    with pytest.raises(OSError, match="No space left"):
        atlas(10, progress=False).save(saved)
    assert saved.read_bytes() == before
    assert list(saved.parent.iterdir()) == [saved]


# The counts that come with the package


def test_the_counts_in_the_package_begin_as_published() -> None:
    assert list(known_counts().positions[:44]) == PUBLISHED


def test_the_counts_in_the_package_are_what_the_atlas_finds(board_of_44: Atlas) -> None:
    assert known_counts()[:44].equals(board_of_44.counts())
