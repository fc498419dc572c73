"""Exceptions, which carry the findings that explain them."""
from __future__ import annotations

from typing import TYPE_CHECKING, List, Sequence

if TYPE_CHECKING:
    from ._findings import Finding


class FlatlineError(Exception):
    """Flatline cannot use a file or a map. `findings` say why, errors among them."""

    def __init__(self, message: str, findings: Sequence[Finding] = ()) -> None:
        super().__init__(message)
        self.findings: List[Finding] = list(findings)


class MissingFileError(FileNotFoundError):
    """There is no such file. `findings` is empty; it is there because all exceptions have it."""

    findings: List[Finding] = []


class ArchiveError(FlatlineError):
    """The file as a whole is of no use: a broken directory, an unknown format."""


class MapError(FlatlineError):
    """A map was refused. `file` and `map` name it."""

    def __init__(self, message: str, findings: Sequence[Finding], file: str, map: str) -> None:
        super().__init__(message, findings)
        self.file, self.map = file, map
