"""Images that were drawn."""

from __future__ import annotations

import os
from typing import Any, List, Mapping

from . import _arrays
from ._errors import Error
from ._output import write_files
from ._values import Issues, issues_of

_ENDINGS = {"png": (".png",), "gif": (".gif",), "apng": (".apng", ".png"), "webp": (".webp",), "rgba": (".rgba",)}
MOVING = (".gif", ".apng", ".webp")


class Image:
    """An image of a model: the bytes of a file, or pixels.

    >>> import thaw
    >>> image = thaw.open("FROG.DDD").render(width=64)
    >>> image.width, image.height, image.bytes[1:4]
    (64, 64, b'PNG')
    """

    type: str  #: "png", "rgba", "gif", "apng" or "webp"
    width: int
    height: int
    frames: int
    seconds: float  #: that it takes to show; 0 of a still
    bytes: bytes
    issues: Issues

    def __init__(self, type: str, content: bytes, report: Mapping[str, Any], inputs: List[str]) -> None:
        self.type = type
        self.bytes = content
        self.width = report["width"]
        self.height = report["height"]
        self.frames = report.get("frames", 1)
        self.seconds = report.get("seconds", 0)
        self.issues = issues_of(report)
        self._inputs = inputs

    @property
    def pixels(self) -> Any:
        """Of an image of type "rgba": (height, width, 4) bytes, the first row on top."""
        if self.type != "rgba":
            raise Error("bad_argument", 'only an image of type "rgba" has pixels: render(type="rgba")')
        shape = (self.height, self.width, 4)
        numpy = _arrays.numpy()
        if numpy is not None:
            return numpy.frombuffer(self.bytes, numpy.uint8).reshape(shape)
        return memoryview(self.bytes).cast("B", shape)

    def save(self, path: "os.PathLike[str] | str", overwrite: bool = False) -> str:
        """Writes the file, and gives its path. The path has to end as the image's type does."""
        target = os.fspath(path)
        if not target.lower().endswith(_ENDINGS[self.type]):
            raise Error(
                "bad_argument",
                "this image is of type {0}: save it as *{1}, or render another type".format(
                    self.type, _ENDINGS[self.type][0]
                ),
                target,
            )
        return write_files([(target, self.bytes)], self._inputs, overwrite)[0]

    def _repr_png_(self) -> "bytes | None":  # shown by notebooks
        return self.bytes if self.type in ("png", "apng") else None

    def __repr__(self) -> str:
        return "<Image: {}, {} x {}>".format(self.type, self.width, self.height)
