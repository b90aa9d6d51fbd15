"""Where an atlas keeps the pieces of its table: all packed, a few unpacked, and in a file.

A packed piece is a *frame*: its CRC-32 (4 bytes, little-endian) and, in Zstandard, what `kernel.squeeze`
leaves of its words or bytes.  It is the same in memory, in the file and between machines.

The bytes of a file are MAGIC, the CRC-32 of the line that follows and a space, a line of JSON (limit,
piece_places, counts, and the lengths of the frames of each table), and the frames.
"""

from __future__ import annotations

import errno
import json
import shutil
import threading
import weakref
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import DTypeLike, NDArray

from numbergame._files import whole_file
from numbergame.atlas import kernel

MAGIC = b"numbergame atlas 2\n"
_ANY_FORMAT = b"numbergame atlas"
_CHECKSUM = 4


def pack(piece: NDArray[Any]) -> bytes:
    """Return a piece as a frame."""
    squeezed = np.empty(9 * len(piece.view(np.uint64)), np.uint8)
    length = kernel.squeeze(piece.view(np.uint64), squeezed)
    packed = pa.Codec("zstd", compression_level=1).compress(squeezed[:length])
    return b"".join([zlib.crc32(packed).to_bytes(_CHECKSUM, "little"), packed])


def unpack(frame: bytes, piece: NDArray[Any]) -> None:
    """Set a piece to what `pack` made a frame of; ValueError if the frame is damaged."""
    packed = _sound(frame, "a packed piece")
    squeezed = np.empty(9 * len(piece.view(np.uint64)) + 1, np.uint8)
    with pa.CompressedInputStream(pa.BufferReader(packed), "zstd") as stream:
        stream.readinto(squeezed.data)
    kernel.spread(squeezed, piece.view(np.uint64))


def _sound(frame: bytes, name: str) -> memoryview:
    """Return a frame without its checksum; ValueError if that is wrong."""
    packed = memoryview(frame)[_CHECKSUM:]
    if frame[:_CHECKSUM] != zlib.crc32(packed).to_bytes(_CHECKSUM, "little"):
        raise ValueError(f"{name} is damaged: its checksum is wrong")
    return packed


class Store:
    """The pieces of a table, of which a bounded number is unpacked, least recently used out first.

    frames: the packed pieces, by number.  unpacked: a piece a row.  row: in which row each piece is, -1 if
    in none.  Any thread may hold and make pieces; a row stays what it is while somebody holds its piece.
    """

    def __init__(
        self, sizes: Sequence[int], dtype: DTypeLike, rows: int, frames: Sequence[bytes] = ()
    ) -> None:
        self._made = [b""] * len(sizes)
        self.frames = frames or self._made
        self.row = np.full(len(sizes), -1)
        self.unpacked = np.empty((min(rows, len(sizes)), max(sizes)), dtype)
        self.sizes = sizes
        self._holders = [0] * len(sizes)
        self._unused = list(range(len(self.unpacked)))
        self._idle: dict[int, None] = {}  # unpacked pieces that nobody holds, least recently used first
        self._lock = threading.Lock()
        self._filling = [threading.Lock() for _ in sizes]
        self._filled = [False] * len(sizes)

    def piece(self, number: int) -> NDArray[Any]:
        """Return an unpacked piece that somebody holds."""
        piece: NDArray[Any] = self.unpacked[self.row[number], : self.sizes[number]]
        return piece

    @contextmanager
    def held(self, pieces: Iterable[int], frames: Mapping[int, bytes] | None = None) -> Iterator[None]:
        """Keep pieces unpacked.

        frames: where they are found packed, by default here.
        """
        packed = self.frames if frames is None else frames
        with ExitStack() as stack:
            for number in pieces:
                stack.callback(self._release, number)
                self._hold(number)
                with self._filling[number]:
                    if not self._filled[number]:
                        unpack(packed[number], self.piece(number))
                        self._filled[number] = True
            yield

    @contextmanager
    def made(self, number: int) -> Iterator[None]:
        """Hold a new piece, all 0 at first, and pack what it is at the end.

        A piece that is made again may be in use: it stays as it is, and the same is written over it.
        """
        self._hold(number)
        try:
            with self._filling[number]:
                if not self._filled[number]:
                    self.piece(number)[:] = 0
                yield
                self._made[number] = pack(self.piece(number))
                self._filled[number] = True
        finally:
            self._release(number)

    def taken(self, number: int) -> bytes:
        """Return a packed piece, and keep it no longer but unpacked, as long as there is room."""
        frame, self._made[number] = self._made[number], b""
        return frame

    def drop(self, number: int) -> None:
        """Forget a piece that nobody holds, or wants again."""
        self._made[number] = b""
        with self._lock:
            if number in self._idle:
                self._remove(number)

    def _hold(self, number: int) -> None:
        with self._lock:
            self._holders[number] += 1
            self._idle.pop(number, None)
            if self.row[number] < 0:
                if not self._unused:
                    self._remove(next(iter(self._idle)))
                self.row[number] = self._unused.pop()

    def _release(self, number: int) -> None:
        with self._lock:
            self._holders[number] -= 1
            if not self._holders[number]:
                self._idle[number] = None

    def _remove(self, number: int) -> None:
        del self._idle[number]
        self._filled[number] = False
        self._unused.append(int(self.row[number]))
        self.row[number] = -1


class Frames(Sequence[bytes]):
    """The packed pieces of a table in an open file, read when they are asked for."""

    def __init__(self, path: Path, start: int, sizes: Sequence[int]) -> None:
        self._path = path
        self._file = path.open("rb")
        weakref.finalize(self, self._file.close)
        self._sizes = sizes
        self._starts = list(accumulate(sizes, initial=start))
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._sizes)

    def __getitem__(self, number: Any) -> Any:  # no slices
        with self._lock:
            self._file.seek(self._starts[number])
            frame = self._file.read(self._sizes[number])
        _sound(frame, f"{self._path}: piece {number}")
        return frame


def write(path: Path, header: Mapping[str, Any], tables: Mapping[str, Sequence[bytes]]) -> None:
    """Write the frames of an atlas to a file, whole or not at all; OSError if they find no room."""
    frames = {name: [len(frame) for frame in table] for name, table in tables.items()}
    line = json.dumps({**header, "frames": frames}).encode() + b"\n"
    with whole_file(path) as draft:
        size = len(MAGIC) + len(line) + sum(map(sum, frames.values()))
        room = shutil.disk_usage(draft.parent).free
        if size > room:
            what = f"no room: the atlas takes {size / 1e6:.2f} MB, and {room / 1e6:.2f} MB are left"
            raise OSError(errno.ENOSPC, what, str(path))
        with draft.open("wb") as file:
            file.write(MAGIC + b"%08x " % zlib.crc32(line) + line)
            for table in tables.values():
                file.writelines(table)


def read(path: Path) -> tuple[dict[str, Any], dict[str, Frames]]:
    """Return the header and the tables of an atlas file, whose frames are read when they are asked for.

    ValueError if the file is no atlas, of another format, or its head damaged or its end missing.
    """
    with path.open("rb") as file:
        magic, line = file.readline(), file.readline()
        start = file.tell()
    if magic != MAGIC:
        if magic.startswith(_ANY_FORMAT):
            raise ValueError(f"{path} is an atlas of a former format: make it again")
        raise ValueError(f"{path} is not an atlas file")
    checksum, _, line = line.partition(b" ")
    if checksum != b"%08x" % zlib.crc32(line):
        raise ValueError(f"{path} is damaged: the checksum of its head is wrong")
    header = json.loads(line)
    tables = {}
    for name, sizes in header.pop("frames").items():
        tables[name] = Frames(path, start, sizes)
        start += sum(sizes)
    if start != path.stat().st_size:
        raise ValueError(f"{path} is damaged: it has {path.stat().st_size} bytes in place of {start}")
    return header, tables
