"""GLB files as JSON and numpy arrays. Knows nothing of Blender."""

import json
import struct

import numpy

MAGIC = 0x46546C67
JSON_CHUNK = 0x4E4F534A
BINARY_CHUNK = 0x004E4942
FLOAT = 5126
DTYPES = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", FLOAT: "<f4"}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}
TYPES = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4"}


class Glb:
    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        if len(data) < 20 or struct.unpack_from("<I", data)[0] != MAGIC:
            raise ValueError("not a GLB file")
        self.json = {}
        self.binary = bytearray()
        at = 12
        while at + 8 <= len(data):
            size, kind = struct.unpack_from("<II", data, at)
            chunk = data[at + 8 : at + 8 + size]
            if kind == JSON_CHUNK:
                self.json = json.loads(chunk)
            elif kind == BINARY_CHUNK and not self.binary:
                self.binary = bytearray(chunk)
            at += 8 + size

    def write(self, path):
        self._pad()
        if self.binary:
            self.items("buffers") or self.items("buffers").append({})
            self.json["buffers"][0]["byteLength"] = len(self.binary)
        text = json.dumps(self.json, separators=(",", ":"), ensure_ascii=False).encode()
        text += b" " * (-len(text) % 4)
        chunks = struct.pack("<II", len(text), JSON_CHUNK) + text
        if self.binary:
            chunks += struct.pack("<II", len(self.binary), BINARY_CHUNK) + bytes(self.binary)
        with open(path, "wb") as file:
            file.write(struct.pack("<III", MAGIC, 2, 12 + len(chunks)) + chunks)

    def items(self, name):
        return self.json.setdefault(name, [])

    def scene(self):
        scenes = self.items("scenes")
        return scenes[self.json.get("scene", 0)] if scenes else {}

    def view(self, index):
        view = self.json["bufferViews"][index]
        start = view.get("byteOffset", 0)
        return bytes(self.binary[start : start + view["byteLength"]])

    def add_view(self, data, target=None):
        self._pad()
        view = {"buffer": 0, "byteOffset": len(self.binary), "byteLength": len(data)}
        if target:
            view["target"] = target
        self.binary += data
        self.items("bufferViews").append(view)
        return len(self.json["bufferViews"]) - 1

    def rows(self, index):
        """The numbers of an accessor as they are stored, a row an element. Neither Thaw nor Blender packs them."""
        accessor = self.json["accessors"][index]
        view = self.json["bufferViews"][accessor["bufferView"]]
        dtype = numpy.dtype(DTYPES[accessor["componentType"]])
        width = WIDTHS[accessor["type"]]
        stride = view.get("byteStride") or dtype.itemsize * width
        start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        shape = (accessor["count"], width)
        return numpy.ndarray(shape, dtype, self.binary, start, (stride, dtype.itemsize)).copy()

    def add_rows(self, rows, like=None, target=34962):
        """A new accessor; `like` is one whose meaning it shares."""
        rows = numpy.ascontiguousarray(rows)
        accessor = {
            "bufferView": self.add_view(rows.tobytes(), target),
            "componentType": next(code for code, name in DTYPES.items() if numpy.dtype(name) == rows.dtype),
            "count": len(rows),
            "type": TYPES[rows.shape[1]],
        }
        for key in ("type", "normalized", "min", "max"):
            if like is not None and key in self.json["accessors"][like]:
                accessor[key] = self.json["accessors"][like][key]
        self.items("accessors").append(accessor)
        return len(self.json["accessors"]) - 1

    def _pad(self):
        self.binary += bytes(-len(self.binary) % 4)
