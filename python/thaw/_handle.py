"""What all objects with a handle of the C library have in common."""

from __future__ import annotations

import ctypes
import json
import threading
import weakref
from typing import Any, Callable, Dict, List, Mapping, Optional, Union

from ._errors import Error, error_of
from ._native import lib

Buffer = Union[bytes, bytearray, memoryview]


def to_c(text: Optional[str]) -> Optional[bytes]:
    """A string as the library takes it. Names of files that are no UTF-8 go through as they are."""
    if text is None:
        return None
    out = text.encode("utf-8", "surrogateescape")
    if b"\0" in out:
        raise Error("bad_argument", "a string has a NUL inside")
    return out


def from_c(text: Optional[bytes]) -> str:
    return "" if text is None else text.decode("utf-8", "surrogateescape")


def options_to_c(options: Mapping[str, Any]) -> Optional[bytes]:
    """A JSON object of those that are given, or None."""
    given = {name: value for name, value in options.items() if value is not None}
    return to_c(json.dumps(given)) if given else None


def named_options(options: Mapping[str, Any]) -> Optional[Dict[str, Any]]:
    """Options of the formats as the command line spells them: ``all_weights`` is ``all-weights``."""
    out = {name.replace("_", "-"): value for name, value in options.items() if value is not None and value is not False}
    return out or None


class Pointer:
    """Owns a handle and frees it. Views of its memory keep it alive."""

    def __init__(self, value: Optional[int], free: Callable[[int], None], error: Optional[Error] = None) -> None:
        if not value:
            raise error or Error("out_of_memory", "there is no memory left")
        self.value = value
        self._finalizer = weakref.finalize(self, free, value)

    def free(self) -> None:
        self._finalizer()
        self.value = 0


class Handle:
    """Calls with one handle: one at a time, and failures are exceptions."""

    def __init__(self, pointer: Pointer) -> None:
        self._pointer = pointer
        self._lock = threading.RLock()
        self._inside = False  # a call that may call back
        # By a callback. Those have this list and not the object, which would never be freed at once otherwise.
        self._raised: List[BaseException] = []

    def _make_call(self, function: Any, *arguments: Any) -> Any:
        """The lock is held. Raises what a callback raised."""
        if self._inside:
            raise Error("bad_argument", "a callback may not use the object that it is called for")
        self._inside = True
        try:
            out = function(self._pointer.value, *arguments)
        finally:
            self._inside = False
        if self._raised:
            raised = self._raised[0]
            self._raised.clear()
            raise raised
        return out

    def _call(self, function: Any, *arguments: Any) -> None:
        with self._lock:
            status = self._make_call(function, *arguments)
            if status != 0:
                raise self._error()

    def _json(self, function: Any, *arguments: Any) -> Any:
        with self._lock:
            text = self._make_call(function, *arguments)
            if text is None:
                raise self._error()
        return json.loads(text.decode("utf-8", "replace"))

    def _error(self) -> Error:
        pointer = self._pointer.value
        text = lib.thaw_error_json(pointer)
        details = json.loads(text.decode("utf-8", "replace")) if text else {}
        return error_of(lib.thaw_error_status(pointer), details, from_c(lib.thaw_error_message(pointer)))


def copy_of(address: Optional[int], size: int) -> bytes:
    return ctypes.string_at(address, size) if address and size else b""
