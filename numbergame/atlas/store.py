"""The file of an atlas: some arrays, compressed, behind a header and with a checksum.

The bytes are MAGIC, the SHA-256 digest of all that follows, a line of JSON (format, limit, and the
name, type and length of each array), and the arrays, little-endian, in pieces of PIECE bytes, each piece
as the length of its Zstandard frame (4 bytes, little-endian) and that frame.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BufferedRandom, BufferedReader
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from numbergame._files import whole_file

MAGIC = b"numbergame atlas\n"
FORMAT = 1
PIECE = 1 << 24

_DIGEST_SIZE = hashlib.sha256().digest_size


class Saved:
    """An open atlas file whose checksum is right."""

    def __init__(self, file: BufferedReader, header: dict[str, Any]) -> None:
        self._file = file
        self._arrays = header["arrays"]
        self.limit: int = header["limit"]
        self.names = [name for name, _, _ in self._arrays]

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Read the arrays, by name."""
        return {name: self._array(dtype, length) for name, dtype, length in self._arrays}

    def _array(self, dtype: str, length: int) -> NDArray[Any]:
        array = np.empty(length, dtype)
        content = array.view(np.uint8)
        codec = pa.Codec("zstd")
        for start in range(0, len(content), PIECE):
            piece = content[start : start + PIECE]
            frame = self._file.read(int.from_bytes(self._file.read(4), "little"))
            piece[:] = np.frombuffer(codec.decompress(frame, len(piece)), np.uint8)
        return array.astype(array.dtype.newbyteorder("="), copy=False)


@contextmanager
def opened(path: Path) -> Iterator[Saved]:
    """Open an atlas file for reading; ValueError if it is foreign, of another format, or damaged."""
    with path.open("rb") as file:
        if file.read(len(MAGIC)) != MAGIC:
            raise ValueError(f"{path} is not an atlas file")
        digest = file.read(_DIGEST_SIZE)
        start = file.tell()
        if hashlib.file_digest(file, "sha256").digest() != digest:
            raise ValueError(f"{path} is damaged: its checksum is wrong")
        file.seek(start)
        header = json.loads(file.readline())
        if header["format"] != FORMAT:
            raise ValueError(f"{path} has format {header['format']}; this version reads format {FORMAT}")
        yield Saved(file, header)


def write(path: Path, limit: int, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write an atlas file whole or not at all."""
    with whole_file(path) as draft, draft.open("w+b") as file:
        _write(file, limit, arrays)


def _write(file: BufferedRandom, limit: int, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write all but the digest, then the digest of what was written."""
    little = {name: array.astype(array.dtype.newbyteorder("<"), copy=False) for name, array in arrays.items()}
    described = [(name, array.dtype.str, len(array)) for name, array in little.items()]
    start = len(MAGIC) + _DIGEST_SIZE
    file.write(MAGIC + bytes(_DIGEST_SIZE))
    header = {"format": FORMAT, "limit": limit, "arrays": described}
    file.write(json.dumps(header).encode() + b"\n")
    codec = pa.Codec("zstd", compression_level=1)
    for array in little.values():
        content = array.view(np.uint8)
        for first in range(0, len(content), PIECE):
            frame = codec.compress(content[first : first + PIECE], asbytes=True)
            file.write(len(frame).to_bytes(4, "little") + frame)
    file.seek(start)
    digest = hashlib.file_digest(file, "sha256").digest()
    file.seek(len(MAGIC))
    file.write(digest)
