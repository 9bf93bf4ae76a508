"""Files that calls make, and how they get onto a disk."""

from __future__ import annotations

import os
import uuid
from typing import Any, Iterable, List, Mapping, Tuple

from ._errors import Error, FileThere
from ._values import File, Issues, issues_of

Planned = List[Tuple[str, bytes]]


def _is_same(path: str, other: str) -> bool:
    try:
        return os.path.samefile(path, other)
    except (OSError, ValueError):
        return False


def _is_input(path: str, inputs: Iterable[str]) -> bool:
    """An input may be in an archive, "datafile.sdf/RAT.DDD": the archive is one, too."""
    for name in inputs:
        while name:
            if _is_same(path, name):
                return True
            name = os.path.dirname(name.rstrip("/"))
            if os.path.isdir(name or "."):
                break
    return False


def _has_bytes(path: str, content: bytes) -> bool:
    try:
        if os.path.getsize(path) != len(content):
            return False
        with open(path, "rb") as file:
            return file.read() == content
    except OSError:
        return False


def _write(path: str, content: bytes, overwrite: bool) -> None:
    """Whole or not at all."""
    # Not by tempfile, whose files nobody else may read.
    temporary = os.path.join(os.path.dirname(path), ".thaw-{}-{}".format(os.getpid(), uuid.uuid4().hex))
    try:
        with open(temporary, "xb") as file:
            file.write(content)
        if overwrite:
            os.replace(temporary, path)
            return
        try:
            os.link(temporary, path)  # fails if somebody was quicker
        except FileExistsError:
            raise FileThere("io", "is there already", path) from None
        except OSError:  # a file system without links
            if os.path.lexists(path):
                raise FileThere("io", "is there already", path) from None
            os.replace(temporary, path)
    finally:
        if os.path.lexists(temporary):
            os.unlink(temporary)


def write_files(files: Planned, inputs: Iterable[str], overwrite: bool) -> List[str]:
    """Writes them all, or raises before the first one. Files that are there with the same bytes stay as they are."""
    try:
        return _write_all(files, inputs, overwrite)
    except OSError as error:
        if isinstance(error, Error):
            raise
        raise Error("io", error.strerror or str(error), error.filename or files[0][0]) from error


def _write_all(files: Planned, inputs: Iterable[str], overwrite: bool) -> List[str]:
    inputs = list(inputs)
    to_write = []
    for path, content in files:
        if _is_input(path, inputs):
            raise FileThere("io", "is a file that was read, which is never overwritten", path)
        if os.path.lexists(path):
            if _has_bytes(path, content):
                continue
            if os.path.isdir(path):
                raise FileThere("io", "is a folder", path)
            if not overwrite:
                raise FileThere("io", "is there already; overwrite=True replaces it", path)
        to_write.append((path, content))
    for path, content in to_write:
        _write(path, content, overwrite)
    return [path for path, _ in files]


class Conversion:
    """What a conversion made, in memory.

    >>> import thaw
    >>> made = thaw.open("FROG.DDD").convert("gltf")
    >>> [file.name for file in made.files]
    ['FROG.gltf', 'FROG.bin']
    """

    target: str
    files: List[File]
    issues: Issues  #: what was lost or remarkable
    change_summary: str  #: what became of the base: "1 vertex changed in 397 frames; all else byte-identical"
    unchanged: bool  #: the model's own files are those of the base

    def __init__(self, target: str, files: List[File], report: Mapping[str, Any], inputs: List[str]) -> None:
        self.target = target
        self.files = files
        self.issues = issues_of(report)
        self.change_summary = report.get("change_summary") or ""
        self.unchanged = bool(report.get("unchanged", False))
        self.paths: List[str] = []  #: of the files, once they are saved
        self._inputs = inputs

    @property
    def bytes(self) -> bytes:
        """Of the first file."""
        return self.files[0].bytes

    def save(self, folder: "os.PathLike[str] | str", overwrite: bool = False) -> List[str]:
        """Writes the files into a folder under their names, and gives the paths.

        Nothing is overwritten without `overwrite`, and files that were read never are.
        """
        planned = [(os.path.join(os.fspath(folder), file.name), file.bytes) for file in self.files]
        os.makedirs(folder, exist_ok=True)
        self.paths = write_files(planned, self._inputs, overwrite)
        return self.paths

    def __repr__(self) -> str:
        return "<Conversion to {}: {}>".format(self.target, ", ".join(file.name for file in self.files))


def ending_of(name: str, endings: Iterable[str]) -> str:
    """The one of these that the name has, as it is written there; "" if it has none."""
    for ending in endings:
        if ending and name.lower().endswith(ending.lower()):
            return name[-len(ending) :]
    return ""


def planned_at(path: str, conversion: Conversion, endings: List[str]) -> Planned:
    """Where the files go if the first is to be at `path`: others beside it, the model's own under the same stem.

    `endings`: how the model's own files end.
    """
    folder, name = os.path.split(path)
    own = [file for file in conversion.files if file.role and not file.companion]
    stem = name
    if len(own) > 1:
        first = ending_of(own[0].name, endings) or endings[0]
        if not ending_of(name, [first]):
            raise Error("bad_argument", "this model has several files, the first of which is called *" + first, path)
        stem = name[: -len(first)]
    out = []
    for at, file in enumerate(conversion.files):
        if at == 0:
            out.append((path, file.bytes))
        elif file.role and not file.companion:
            ending = ending_of(file.name, endings) or endings[min(at, len(endings) - 1)]
            out.append((os.path.join(folder, stem + ending), file.bytes))
        else:
            out.append((os.path.join(folder, file.name), file.bytes))
    return out
