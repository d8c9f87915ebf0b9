"""The two formats in which the tables of a simulation are kept on disk: JSON lines, and Parquet for whoever asks.

Rows are checked on reading, whatever wrote them: a file that is damaged is told by name, line and field.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, get_type_hints

import msgspec

from ..kernel import LabError
from ..kernel.errors import DataError, one_line
from ..kernel.files import open_plain as _open_plain
from ..kernel.records import split_fault

_LONGEST_LINE = 100_000
_PIECE = 1 << 20
PARTS = "parts"
"""The folder of the parts, in that of the results."""


class Kind:
    """One of the tables: its name, its rows, and a record for reading and writing them."""

    def __init__(self, name: str, row: type[Any]) -> None:
        self.name = name
        self.row = row
        self.hints = get_type_hints(row)
        self.record = msgspec.defstruct(name, list(self.hints.items()), forbid_unknown_fields=True, gc=False)


def open_plain(path: Path, largest: int | None = None) -> io.BufferedReader:
    """Open a file of results; that the parts lie in a folder of their own and not behind a link is looked at on opening too."""
    return _open_plain(path, largest, folder=path.parent.name != PARTS)


# Two formats, each with the same three verbs


class Lines:
    """JSON lines: an object a row."""

    def encode(self, kind: Kind, rows: Sequence[Any]) -> bytes:
        return msgspec.json.Encoder().encode_lines([kind.record(*row) for row in rows])

    def read(self, kind: Kind, path: Path) -> Iterator[Any]:
        decoder = msgspec.json.Decoder(kind.record)
        with _reading(path), open_plain(path) as file:
            for number, line in enumerate(iter(lambda: file.readline(_LONGEST_LINE), b""), 1):
                if len(line) == _LONGEST_LINE:
                    raise DataError(path, f"line {number}", "", f"is longer than {_LONGEST_LINE:,} bytes")
                try:
                    yield kind.row(*msgspec.structs.astuple(decoder.decode(line)))
                except (msgspec.DecodeError, UnicodeDecodeError) as error:
                    problem, field = split_fault(str(error))
                    raise DataError(path, f"line {number}", field, problem) from None

    def join(self, kind: Kind, parts: Iterable[Path], file: BinaryIO) -> int:
        """Write all parts into one file; give the number of rows."""
        count = 0
        for part in parts:
            with _reading(part), open_plain(part) as source:
                for piece in iter(lambda: source.read(_PIECE), b""):
                    count += piece.count(b"\n")
                    file.write(piece)
        return count


class Parquet:
    """Parquet, through pyarrow."""

    def __init__(self) -> None:
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            raise LabError("Parquet needs pyarrow: pip install 'bruges-lab[parquet]'") from None
        self._arrow: Any = pyarrow
        self._parquet: Any = pyarrow.parquet

    def _schema(self, kind: Kind) -> Any:
        pa = self._arrow
        types = {int: pa.int64(), float: pa.float64(), str: pa.string(), bool: pa.bool_()}
        return pa.schema([(name, types[hint]) for name, hint in kind.hints.items()])

    def encode(self, kind: Kind, rows: Sequence[Any]) -> bytes:
        columns = list(zip(*rows, strict=True)) if rows else [()] * len(kind.hints)
        schema, file = self._schema(kind), io.BytesIO()
        arrays = [self._arrow.array(column, field.type) for column, field in zip(columns, schema, strict=True)]
        self._parquet.write_table(self._arrow.Table.from_arrays(arrays, schema=schema), file)
        return file.getvalue()

    def read(self, kind: Kind, path: Path) -> Iterator[Any]:
        with self._opened(kind, path) as file:
            for batch in file.iter_batches():
                yield from map(kind.row, *(column.to_pylist() for column in batch.columns))

    @contextmanager
    def _opened(self, kind: Kind, path: Path) -> Iterator[Any]:
        with _reading(path), open_plain(path) as source:
            try:
                file = self._parquet.ParquetFile(source)
                if not file.schema_arrow.equals(self._schema(kind)):
                    raise DataError(path, "", "", "has other columns")
                yield file
            except (self._arrow.ArrowException, OSError) as error:
                raise DataError(path, "", "", f"is incomplete: {one_line(error, 160)}") from None

    def join(self, kind: Kind, parts: Iterable[Path], file: BinaryIO) -> int:
        count = 0
        with self._parquet.ParquetWriter(file, self._schema(kind)) as writer:
            for part in parts:
                with self._opened(kind, part) as source:
                    table = source.read()
                writer.write_table(table)
                count += table.num_rows
        return count


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError:
        raise LabError(f"{one_line(path.name)}: there is no such file") from None
    except OSError as error:
        raise LabError(f"{one_line(path.name)}: cannot be read: {one_line(error.strerror or error)}") from None
