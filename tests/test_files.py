"""A file is as it was or as it should be, whatever stops the writing."""

from __future__ import annotations

import os

import pytest

from numbergame._files import whole_file


def test_a_file_appears_when_it_is_whole(tmp_path):
    path = tmp_path / "table.csv"
    with whole_file(path) as draft:
        draft.write_text("new")
        assert not path.exists()
    assert path.read_text() == "new"
    assert list(tmp_path.iterdir()) == [path]


def test_a_new_file_takes_the_place_of_the_old_one_at_once(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("old")
    with whole_file(str(path)) as draft:
        draft.write_text("new")
        assert path.read_text() == "old"
    assert path.read_text() == "new"


def test_who_reads_the_old_file_reads_all_of_it(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("old")
    with path.open() as old:
        with whole_file(path) as draft:
            draft.write_text("new")
        assert old.read() == "old"


@pytest.mark.parametrize("stop", [ValueError, KeyboardInterrupt, SystemExit])
def test_whatever_stops_the_writing_leaves_the_old_file(stop, tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("old")
    with pytest.raises(stop), whole_file(path) as draft:
        draft.write_text("half of the n")
        raise stop
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_whatever_stops_the_writing_of_a_first_file_leaves_none(tmp_path):
    with pytest.raises(ValueError), whole_file(tmp_path / "table.csv") as draft:
        draft.write_text("half")
        raise ValueError
    assert list(tmp_path.iterdir()) == []


def test_missing_folders_are_made(tmp_path):
    path = tmp_path / "figures" / "04" / "board.svg"
    with whole_file(path) as draft:
        assert draft.name == "board.svg", "writers go by the ending"
        draft.write_text("<svg/>")
    assert path.read_text() == "<svg/>"


def test_writing_nothing_is_an_error_and_leaves_the_old_file(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("old")
    with pytest.raises(FileNotFoundError), whole_file(path):
        pass
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_and_what_it_points_to_is_replaced(tmp_path):
    (tmp_path / "kept").mkdir()
    path, link = tmp_path / "kept" / "table.csv", tmp_path / "link.csv"
    path.write_text("old")
    link.symlink_to(path)
    with whole_file(link) as draft:
        draft.write_text("new")
    assert link.is_symlink() and path.read_text() == "new"


def test_what_is_no_file_is_refused_and_stays(tmp_path):
    folder, pipe = tmp_path / "folder", tmp_path / "pipe"
    folder.mkdir()
    os.mkfifo(pipe)
    for path in (folder, pipe):
        with pytest.raises(ValueError, match="is not a file"), whole_file(path) as draft:
            draft.write_text("new")
    assert folder.is_dir() and pipe.is_fifo()
    assert sorted(tmp_path.iterdir()) == [folder, pipe]
