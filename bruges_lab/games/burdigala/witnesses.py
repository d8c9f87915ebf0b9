"""Where a field of a data file is known from: the document, a public page, an inference, or nowhere.

One word holds for every field of an entry; a table names each field by itself, and leaves none out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from ...kernel.errors import DataError, either, one_line

WITNESS = re.compile(r"attested 004:\d+(-\d+)?|reported|inferred B-\d{3}|reconstructed|own")
"""`own`: whoever wrote the file says so, from a box."""

Witness = str | dict[str, str]
"""As a file has it."""
Witnesses = Mapping[str, str]
"""A witness a field."""


def read_witness(file: Path, entry: str, given: Witness, fields: tuple[str, ...]) -> Witnesses:
    """The witness of each field of an entry; a DataError names the field that has none, or a wrong one."""
    if isinstance(given, str):
        _check(file, entry, "witness", given)
        return dict.fromkeys(fields, given)
    for field, witness in given.items():
        if field not in fields:
            known = either(fields)
            raise DataError(file, entry, f"witness.{one_line(field, 40)}", f"is not a field of this entry; choose {known}")
        _check(file, entry, f"witness.{field}", witness)
    if missing := [field for field in fields if field not in given]:
        raise DataError(file, entry, f"witness.{missing[0]}", "is missing: every field says where it is known from")
    return dict(given)


def _check(file: Path, entry: str, field: str, witness: str) -> None:
    if not WITNESS.fullmatch(witness):
        known = "attested 004:LINE, reported, inferred B-NNN, reconstructed or own"
        raise DataError(file, entry, field, f"{one_line(witness, 40)!r} is not a witness; choose {known}")
