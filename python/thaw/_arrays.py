"""Memory of the library as numpy arrays, or without numpy as memoryviews."""

from __future__ import annotations

import array as std_array
import ctypes
import struct
from typing import Any, Optional, Sequence, Tuple

from ._native import F32, F64, U8, U16, U32, Array

# The letters of struct, array and memoryview, and the sizes.
_LETTERS = {U8: ("B", 1), U16: ("H", 2), U32: ("I", 4), F32: ("f", 4), F64: ("d", 8)}

_numpy: Any = None
_is_looked_for = False


def numpy() -> Any:
    """The module, or None where it is not installed. It is only imported when an array is wanted."""
    global _numpy, _is_looked_for
    if not _is_looked_for:
        _is_looked_for = True
        try:
            import numpy as found

            _numpy = found
        except ImportError:
            pass
    return _numpy


def _shape(source: Array) -> Tuple[int, ...]:
    return (source.count, source.components) if source.components != 1 else (source.count,)


def _length(source: Array, size: int) -> int:
    return (source.count - 1) * source.stride + source.components * size


def _memory(source: Array, size: int, owner: object) -> Any:
    memory = (ctypes.c_ubyte * _length(source, size)).from_address(source.data)
    if owner is not None:
        memory._owner = owner  # as long as somebody looks
    return memory


def empty(letter: str, components: int) -> Any:
    found = numpy()
    if found is not None:
        return found.zeros((0, components) if components != 1 else (0,), letter)
    # A memoryview has no dimension of length 0 beside others.
    return memoryview(std_array.array(letter))


def view(source: Array, owner: object) -> Any:
    """The memory itself, read-only. `owner` lives as long as the view."""
    letter, size = _LETTERS[source.type]
    if source.count == 0 or not source.data:
        return empty(letter, source.components)
    found = numpy()
    memory = _memory(source, size, owner)
    if found is not None:
        strides = (source.stride, size) if source.components != 1 else (source.stride,)
        out = found.ndarray(_shape(source), letter, memory, 0, strides)
        out.flags.writeable = False
        return out
    plain = memoryview(memory).cast("B")
    if source.stride != source.components * size:  # which no cast can say
        used = source.components * size
        plain = memoryview(b"".join(bytes(plain[at : at + used]) for at in range(0, len(plain), source.stride)))
    return plain.cast(letter, _shape(source)).toreadonly()


def copy(source: Array) -> Any:
    """Numbers of one's own, which may be changed."""
    letter, size = _LETTERS[source.type]
    if source.count == 0 or not source.data:
        return empty(letter, source.components)
    found = numpy()
    if found is not None:
        return view(source, None).copy()
    out = bytearray(view(source, None).cast("B"))
    return memoryview(out).cast(letter, _shape(source))


def joined(parts: Sequence[Any], letter: str, components: int) -> Any:
    """Rows of several arrays, one after another."""
    parts = [part for part in parts if len(part)]
    if not parts:
        return empty(letter, components)
    if len(parts) == 1:
        return parts[0]
    found = numpy()
    if found is not None:
        return found.concatenate(parts)
    rows = sum(len(part) for part in parts)
    return memoryview(bytearray().join(part.cast("B") for part in parts)).cast(letter, (rows, components))


def rows_of(values: Any, letter: str, components: int) -> Any:
    """Whole numbers in a list as an array with rows of so many."""
    found = numpy()
    if found is not None:
        return found.asarray(values, letter).reshape(-1, components)
    flat = memoryview(std_array.array(letter, values)).cast("B")
    return flat.cast(letter, (len(values) // components, components)) if len(values) else flat.cast(letter)


def matrices(source: Array, owner: Optional[object]) -> Any:
    """Matrices that are stored column after column, as ``m[i][row][column]``."""
    found = numpy()
    if source.count == 0 or not source.data:
        return found.zeros((0, 4, 4)) if found is not None else ()
    if found is not None:
        flat = view(source, owner) if owner is not None else copy(source)
        return flat.reshape(-1, 4, 4).transpose(0, 2, 1)
    letter, size = _LETTERS[source.type]
    memory = ctypes.string_at(source.data, _length(source, size))
    out = []
    for at in range(source.count):
        numbers = struct.unpack_from("16" + letter, memory, at * source.stride)
        out.append(tuple(numbers[row::4] for row in range(4)))
    return tuple(out)
