"""Archives of games and of the world."""

from __future__ import annotations

import fnmatch
import os
from typing import Any, Dict, Iterator, List, Optional, Union

from ._errors import Error
from ._handle import Buffer, Handle, Pointer, copy_of, to_c
from ._native import lib
from ._values import Entry, Want, tuple_of

PathLike = Union[str, "os.PathLike[str]"]


class Archive(Handle):
    """Files in an archive, as a mapping from names to bytes. Made by `thaw.archive`.

    >>> import thaw
    >>> archive = thaw.archive("models.zip")
    >>> archive.entries[0].name, len(archive["FROG.DDD"])
    ('FROG.DDD', 37002)
    >>> archive.open("FROG.DDD").format
    'ddd'
    """

    kind: str  #: "zip archive", "tar archive", "Anachronox archive", ...
    entries: List[Entry]

    def __init__(self, source: Union[PathLike, Buffer], name: Optional[str] = None) -> None:
        super().__init__(Pointer(lib.thaw_archive_new(), lib.thaw_archive_free))
        self._path: Optional[str] = None
        if isinstance(source, (bytes, bytearray, memoryview)):
            content = bytes(source)
            self._call(lib.thaw_archive_open, to_c(name), content, len(content))
        else:
            self._path = os.fspath(source)
            self._call(lib.thaw_archive_open_path, to_c(self._path))
        answer = self._json(lib.thaw_entries_json)
        self.kind = answer["kind"]
        self.entries = [tuple_of(Entry, entry, size="bytes", stored_size="stored_bytes") for entry in answer["entries"]]
        self._numbers: Dict[str, int] = {}
        for number, entry in enumerate(self.entries):
            self._numbers.setdefault(entry.name, number)

    def read(self, number: int) -> bytes:
        """Unpacks the file of that number in `entries`."""
        with self._lock:
            self._call(lib.thaw_entry, number)
            pointer = self._pointer.value
            return copy_of(lib.thaw_entry_bytes(pointer), lib.thaw_entry_size(pointer))

    def open(self, name: str, **options: Any) -> Any:
        """The model in that file, with companions out of the archive. Options as for `thaw.open`."""
        from ._model import open as open_model

        if self._path is not None:
            return open_model(os.path.join(self._path, name), **options)
        return open_model(self[name], name=name, lookup=self._find, **options)

    def _find(self, want: Want) -> Dict[str, bytes]:
        out = {}
        for pattern in want.names:
            for name in self:
                if fnmatch.fnmatchcase("/" + name.lower(), "*/" + pattern.lower()):
                    out[name] = self[name]
        return out

    def __getitem__(self, name: Union[str, int]) -> bytes:
        """The bytes of a file by its name, or by its number in `entries`."""
        if isinstance(name, int):
            return self.read(range(len(self.entries))[name])
        if name not in self._numbers:
            raise KeyError(name)
        return self.read(self._numbers[name])

    def __contains__(self, name: object) -> bool:
        return name in self._numbers

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)

    def keys(self) -> List[str]:
        return list(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)

    def close(self) -> None:
        """Frees the memory; files can no longer be read."""
        self._pointer.free()

    def __enter__(self) -> "Archive":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return "<Archive: {}, {} files>".format(self.kind, len(self.entries))


def archive(source: Union[PathLike, Buffer], name: Optional[str] = None) -> Archive:
    """Opens an archive: a path, or bytes with the file's name.

    Zip, tar and ISO 9660 and the archives of games; from a path also 7z and rar where libarchive is installed.

    >>> import thaw
    >>> [entry.name for entry in thaw.archive("models.zip").entries]
    ['FROG.DDD', 'FROG.PCX', 'FROG.textures.json']
    """
    return Archive(source, name)


__all__ = ["Archive", "Error", "archive"]
