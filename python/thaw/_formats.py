"""What formats there are."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any, List, Optional

from ._errors import Error
from ._handle import from_c, to_c
from ._native import lib
from ._values import Record, record_of

# What every model may become, besides formats of games.
EXCHANGE = ("glb", "gltf", "obj")


@lru_cache(maxsize=None)
def _all() -> Any:
    return json.loads(from_c(lib.thaw_formats_json()))["formats"]


def formats() -> List[Record]:
    """The formats that Thaw knows: what ``thaw formats --json`` prints.

    >>> import thaw
    >>> [format.title for format in thaw.formats() if format.id == "ctr"]
    ['Crash Team Racing model']
    """
    return [record_of(one) for one in _all()]


def options(format: str) -> List[Record]:
    """The options of a format. ``applies_to``: "scene", while one is made of a model, "build", while a model is built.

    >>> import thaw
    >>> [option.applies_to for option in thaw.options("ctc") if option.name == "lod"]
    [['scene']]
    """
    answer = lib.thaw_options_json(to_c(format))
    if answer is None:
        raise Error("bad_argument", "there is no format {}".format(format))
    return record_of(json.loads(from_c(answer))["options"])


def version() -> str:
    """Of the library, "0.1.0"."""
    return from_c(lib.thaw_version())


def of_path(path: str, own: str) -> Optional[str]:
    """The target that a path's ending means: the model's own format if it has that ending, else the one that has.

    None if there is none.
    """
    name = path.lower()
    for target in EXCHANGE:
        if name.endswith("." + target):
            return target
    fitting = [one["id"] for one in _all() if any(name.endswith(ending) for ending in one.get("extensions", ()))]
    if own in fitting:
        return own
    return fitting[0] if fitting else None


def endings_of(format: str) -> List[str]:
    """How the files of a format end, the first one first: "_d.3d", "_a.3d"."""
    for one in _all():
        if one["id"] == format:
            return [name.lstrip("*") for name in one["files"]]
    return []
