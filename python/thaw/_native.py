"""The C library: where it is, and the signatures of its functions (include/thaw/thaw.h)."""

from __future__ import annotations

import ctypes
import os
import sys
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_double, c_int32, c_size_t, c_uint32, c_uint64, c_void_p
from typing import Any, Dict, List, Tuple

ABI = 2

# Numbers of arrays, as in thaw.h.
POINTS, NORMALS, TANGENTS, JOINTS, WEIGHTS = range(1, 6)
CORNERS, UVS, COLORS, INDICES = range(6, 10)
SHAPE = 10
SKIN_JOINTS, INVERSE_BINDS = 11, 12
IMAGE_PIXELS = 13
KEY_TIMES, KEY_VALUES, KEY_FRAMES = 14, 15, 16
POSED_MATRIX, POSED_POINTS, POSED_NORMALS, POSED_WEIGHTS = 17, 18, 19, 20
IMAGE_SIZE = 21

U8, U16, U32, F32, F64 = 1, 2, 3, 4, 5

PROFILE_SPEC, PROFILE_GAME = 0, 1


class Array(ctypes.Structure):
    """thaw_array"""

    _fields_ = [
        ("data", c_void_p),
        ("count", c_uint64),
        ("stride", c_uint32),
        ("components", c_uint32),
        ("type", c_int32),
    ]


Monitor = CFUNCTYPE(c_int32, c_void_p, c_uint64, c_uint64)
Lookup = CFUNCTYPE(c_int32, c_void_p, c_void_p, c_char_p)

_handle = c_void_p
_text = c_char_p
_status = c_int32
_bytes = c_void_p

# What each gives, and takes. A test compares this with the header.
SIGNATURES: Dict[str, Tuple[Any, Tuple[Any, ...]]] = {
    "thaw_version": (_text, ()),
    "thaw_abi": (c_int32, ()),
    "thaw_formats_json": (_text, ()),
    "thaw_options_json": (_text, (_text,)),
    "thaw_new": (_handle, ()),
    "thaw_free": (None, (_handle,)),
    "thaw_error_status": (_status, (_handle,)),
    "thaw_error_message": (_text, (_handle,)),
    "thaw_error_json": (_text, (_handle,)),
    "thaw_set_monitor": (_status, (_handle, Monitor, c_void_p)),
    "thaw_set_limits": (_status, (_handle, _text)),
    "thaw_add_part": (_status, (_handle, _text, _text, _bytes, c_size_t)),
    "thaw_add_file": (_status, (_handle, _text, _bytes, c_size_t)),
    "thaw_set_lookup": (_status, (_handle, Lookup, c_void_p)),
    "thaw_open": (_status, (_handle, _text)),
    "thaw_open_named": (_status, (_handle, _text, _text)),
    "thaw_models_json": (_text, (_handle, _text)),
    "thaw_open_path": (_status, (_handle, _text, _text)),
    "thaw_wants_json": (_text, (_handle,)),
    "thaw_part_count": (c_size_t, (_handle,)),
    "thaw_part_role": (_text, (_handle, c_size_t)),
    "thaw_part_name": (_text, (_handle, c_size_t)),
    "thaw_part_bytes": (_bytes, (_handle, c_size_t)),
    "thaw_part_size": (c_size_t, (_handle, c_size_t)),
    "thaw_info_json": (_text, (_handle,)),
    "thaw_issues_json": (_text, (_handle, c_int32)),
    "thaw_write": (_status, (_handle,)),
    "thaw_convert": (_status, (_handle, _text, _text)),
    "thaw_convert_over": (_status, (_handle, _handle, _text, _text)),
    "thaw_report_json": (_text, (_handle,)),
    "thaw_output_count": (c_size_t, (_handle,)),
    "thaw_output_role": (_text, (_handle, c_size_t)),
    "thaw_output_name": (_text, (_handle, c_size_t)),
    "thaw_output_bytes": (_bytes, (_handle, c_size_t)),
    "thaw_output_size": (c_size_t, (_handle, c_size_t)),
    "thaw_render": (_status, (_handle, _text)),
    "thaw_fields_json": (_text, (_handle, _text, _text, c_uint64, c_uint64, c_uint32)),
    "thaw_field_at_json": (_text, (_handle, _text, c_uint64)),
    "thaw_find_field_json": (_text, (_handle, _text, _text)),
    "thaw_set_field": (_status, (_handle, _text, _text, _text)),
    "thaw_set_fields": (_status, (_handle, _text)),
    "thaw_diff_json": (_text, (_handle, _handle)),
    "thaw_elements_json": (_text, (_handle, _text, c_uint64, _text)),
    "thaw_bytes_of_json": (_text, (_handle, _text, _text)),
    "thaw_scene_new": (_handle, (_handle, _text)),
    "thaw_scene_free": (None, (_handle,)),
    "thaw_scene_json": (_text, (_handle,)),
    "thaw_scene_array": (_status, (_handle, c_int32, c_size_t, c_size_t, POINTER(Array))),
    "thaw_pose": (_status, (_handle, _text, c_double)),
    "thaw_archive_new": (_handle, ()),
    "thaw_archive_free": (None, (_handle,)),
    "thaw_archive_open": (_status, (_handle, _text, _bytes, c_size_t)),
    "thaw_archive_open_path": (_status, (_handle, _text)),
    "thaw_entries_json": (_text, (_handle,)),
    "thaw_entry": (_status, (_handle, c_size_t)),
    "thaw_entry_bytes": (_bytes, (_handle,)),
    "thaw_entry_size": (c_size_t, (_handle,)),
}


def _candidates() -> List[str]:
    named = os.environ.get("THAW_LIBRARY")
    if named:
        return [named]
    ending = {"darwin": ".dylib", "win32": ".dll"}.get(sys.platform, ".so")
    names = ["libthaw" + ending]
    if ending == ".so":
        names.append("libthaw.so.{}".format(ABI))
    here = os.path.dirname(os.path.abspath(__file__))
    inside = [os.path.join(here, name) for name in names]
    return [path for path in inside if os.path.exists(path)] + names


def _load() -> ctypes.CDLL:
    refusals = []
    for name in _candidates():
        try:
            library = ctypes.CDLL(name)
            library.thaw_abi.restype = c_int32
            abi = library.thaw_abi()
        except (OSError, AttributeError) as error:
            refusals.append(str(error))
            continue
        if abi != ABI:
            refusals.append("{} has ABI {}, and this package needs {}".format(name, abi, ABI))
            continue
        for function, (result, arguments) in SIGNATURES.items():
            entry = getattr(library, function)
            entry.restype = result
            entry.argtypes = arguments
        return library
    raise ImportError(
        "thaw needs its library libthaw, which is in its wheel or in an installed Thaw; "
        "THAW_LIBRARY may say where it is ({})".format("; ".join(refusals))
    )


lib = _load()
