"""The signatures that Python calls with are those of the C header."""

import ctypes
import os
import re

import pytest

from thaw import _errors, _native

HEADER = os.environ.get("THAW_HEADER") or os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "..", "..", "include", "thaw", "thaw.h"
)

TYPES = {
    "void": None,
    "int32_t": ctypes.c_int32,
    "thaw_status": ctypes.c_int32,
    "thaw_profile": ctypes.c_int32,
    "uint32_t": ctypes.c_uint32,
    "uint64_t": ctypes.c_uint64,
    "size_t": ctypes.c_size_t,
    "double": ctypes.c_double,
    "char*": ctypes.c_char_p,
    "void*": ctypes.c_void_p,
    "thaw_model*": ctypes.c_void_p,
    "thaw_scene*": ctypes.c_void_p,
    "thaw_archive*": ctypes.c_void_p,
    "thaw_array*": ctypes.POINTER(_native.Array),
    "thaw_monitor": _native.Monitor,
    "thaw_lookup": _native.Lookup,
}


@pytest.fixture(scope="module")
def header():
    with open(HEADER, encoding="utf-8") as file:
        return re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)


def type_of(words):
    words = re.sub(r"\bconst\b", "", words)
    return TYPES[words.replace(" ", "")]


def argument_type(words):
    """Without the argument's name."""
    return type_of(re.sub(r"\w+$", "", words.strip()))


def declarations(header):
    for result, name, arguments in re.findall(r"THAW_API ([\w\s*]+?)\b(thaw_\w+)\(([^)]*)\)", header):
        listed = [] if arguments.strip() == "void" else arguments.split(",")
        yield name, type_of(result), tuple(argument_type(one) for one in listed)


def test_functions(header):
    declared = {name: (result, arguments) for name, result, arguments in declarations(header)}
    assert len(declared) > 40
    assert declared == _native.SIGNATURES


def test_numbers(header):
    wanted = dict(re.findall(r"\bTHAW_(\w+) = (\d+)", header))
    for number, code in enumerate(_errors.CODES):
        assert wanted.pop(code.upper()) == str(number)
    for name, number in wanted.items():
        assert getattr(_native, name) == int(number), name
    assert re.search(r"#define THAW_ABI (\d+)", header).group(1) == str(_native.ABI)
