"""Errors of the library as exceptions."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional, Type

# By number, as in thaw.h.
CODES = (
    "ok",
    "truncated",
    "bad_magic",
    "bad_version",
    "bad_value",
    "bad_index",
    "unsupported",
    "over_budget",
    "too_deep",
    "unrepresentable",
    "not_recognised",
    "missing_part",
    "out_of_memory",
    "cancelled",
    "io",
    "internal",
    "bad_argument",
)


class Error(Exception):
    """Why a call failed.

    >>> import thaw
    >>> try:
    ...     thaw.open(b"DDD?", name="rat.ddd")
    ... except thaw.Error as error:
    ...     print(type(error.code), error.file)
    <class 'str'> rat.ddd

    ``str(error)`` is one line for people: file, offset, path and message, as far as they are known.
    """

    code: str  #: one of a fixed list of words: "truncated", "bad_value", "unsupported", ... (docs/json.md)
    message: str  #: why, without the place
    file: Optional[str]  #: the file in which something is wrong
    offset: Optional[int]  #: where in it, in bytes
    path: Optional[str]  #: of the field: "bases[0].vertices[3].position"

    def __init__(
        self,
        code: str,
        message: str,
        file: Optional[str] = None,
        offset: Optional[int] = None,
        path: Optional[str] = None,
    ) -> None:
        super().__init__(code, message, file, offset, path)
        self.code = code
        self.message = message
        self.file = file
        self.offset = offset
        self.path = path

    def __str__(self) -> str:
        place = "byte 0x{:x}".format(self.offset) if self.offset is not None else ""
        if self.path:
            place += (", " if place else "") + self.path
        return ": ".join(word for word in (self.file, place, self.message) if word)


class Cancelled(Error):
    """A progress callback asked to stop."""


class FileThere(Error, FileExistsError):
    """A file is there already, or is one that was read. Nothing was written."""

    __str__ = Error.__str__


_CLASSES: Dict[str, Type[Error]] = {"cancelled": Cancelled}


def error_of(status: int, details: Mapping[str, Any], message: str = "") -> Error:
    """The exception for a status and what thaw_error_json() said."""
    code = details.get("code") or (CODES[status] if 0 <= status < len(CODES) else "internal")
    return _CLASSES.get(code, Error)(
        code,
        details.get("message") or message or code,
        details.get("file"),
        details.get("offset"),
        details.get("path"),
    )
