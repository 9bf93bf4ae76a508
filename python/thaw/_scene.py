"""Scenes: what viewers see of a model, as arrays."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional, Tuple, Union

from . import _arrays, _native
from ._handle import Handle, Pointer, options_to_c, to_c
from ._native import lib
from ._values import Issues, Record, issues_of, record_of


class _Thing:
    """A part of a scene: its JSON, whose members are attributes, and its arrays."""

    def __init__(self, scene: "Scene", index: int, json: Dict[str, Any]) -> None:
        self._scene = scene
        self.index = index
        self.json = Record(json)  #: what the library says about it besides arrays

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name == "json":
            raise AttributeError(name)
        return getattr(self.json, name)

    @property
    def name(self) -> str:
        return self.json.get("name", "")

    def _array(self, what: int, part: int = 0) -> Any:
        return self._scene._array(what, self.index, part)

    def __repr__(self) -> str:
        return "<{} {}: {!r}>".format(type(self).__name__, self.index, self.name)


class Primitive:
    """The part of a mesh that has one material. Its corners are points with what differs on either side of a seam."""

    def __init__(self, mesh: "Mesh", index: int, json: Dict[str, Any]) -> None:
        self._mesh = mesh
        self.index = index
        self.json = Record(json)

    @property
    def material(self) -> Optional[int]:
        """Number of one of the scene's materials, or None."""
        return self.json.get("material")

    @property
    def topology(self) -> str:
        """"triangles" or "lines"."""
        return self.json.get("topology", "triangles")

    @property
    def corners(self) -> Any:
        """The point of each corner."""
        return self._mesh._array(_native.CORNERS, self.index)

    @property
    def uvs(self) -> Any:
        """Of each corner, (n, 2), or empty. (0, 0) is the upper left of the image."""
        return self._mesh._array(_native.UVS, self.index)

    @property
    def colors(self) -> Any:
        """Of each corner, (n, 4), linear, or empty."""
        return self._mesh._array(_native.COLORS, self.index)

    @property
    def indices(self) -> Any:
        """Corners: three a triangle, or two a line."""
        return self._mesh._array(_native.INDICES, self.index)

    @property
    def triangles(self) -> Any:
        """The points of each triangle, (n, 3), or of each line, (n, 2): made of `corners` and `indices`."""
        corners, indices = self.corners, self.indices
        found = corners[indices] if _arrays.numpy() is not None else [corners[index] for index in indices]
        return _arrays.rows_of(found, "I", 2 if self.topology == "lines" else 3)

    def __repr__(self) -> str:
        return "<Primitive {} of {!r}>".format(self.index, self._mesh.name)


class Mesh(_Thing):
    """Points, and what joins them. Arrays are views of the library's memory: read-only, and nothing is copied."""

    @property
    def positions(self) -> Any:
        """Of the points, (n, 3), in metres, Y up: at rest, or in frame 0."""
        return self._array(_native.POINTS)

    points = positions

    @property
    def normals(self) -> Any:
        """Of the points, (n, 3); empty where they are to be computed."""
        return self._array(_native.NORMALS)

    @property
    def tangents(self) -> Any:
        """Of the points, (n, 4), or empty."""
        return self._array(_native.TANGENTS)

    @property
    def joints(self) -> Any:
        """On which joints of the skin each point hangs, (n, influences); empty without a skin."""
        return self._array(_native.JOINTS)

    @property
    def weights(self) -> Any:
        """How much, as `joints`. The weights of a point add up to 1."""
        return self._array(_native.WEIGHTS)

    @property
    def primitives(self) -> List[Primitive]:
        return [Primitive(self, index, json) for index, json in enumerate(self.json.get("primitives", ()))]

    def shape(self, number: int) -> Any:
        """Offsets of all points from `positions` in that shape (morph target or frame), (n, 3). A copy."""
        with self._scene._lock:  # it lives until the next one is asked for
            return _arrays.copy(self._scene._look(_native.SHAPE, self.index, number))


class Skin(_Thing):
    """Joints that meshes hang on."""

    @property
    def joints(self) -> Any:
        """Numbers of nodes."""
        return self._array(_native.SKIN_JOINTS)

    @property
    def inverse_binds(self) -> Any:
        """A matrix of each joint, ``[joint][row][column]``."""
        return self._scene._array(_native.INVERSE_BINDS, self.index, 0, matrices=True)


class SceneImage(_Thing):
    """A texture."""

    @property
    def size(self) -> Tuple[int, int]:
        """Width and height in pixels; (0, 0) if the image cannot be read."""
        found = self._array(_native.IMAGE_SIZE)
        return (int(found[0, 0]), int(found[0, 1])) if len(found) else (0, 0)

    @property
    def pixels(self) -> Any:
        """(height, width, 4) bytes, the first row on top; empty if the image cannot be read."""
        flat = self._array(_native.IMAGE_PIXELS)
        if not len(flat):
            return flat
        width, height = self.size
        if _arrays.numpy() is not None:
            return flat.reshape(height, width, 4)
        return flat.cast("B").cast("B", (height, width, 4))


class Channel:
    """What a clip does to one property of one node."""

    def __init__(self, clip: "SceneClip", index: int, json: Dict[str, Any]) -> None:
        self._clip = clip
        self.index = index
        self.json = Record(json)

    @property
    def node(self) -> int:
        return self.json["node"]

    @property
    def path(self) -> str:
        """"translation", "rotation", "scale", "weights" or "frame"."""
        return self.json["path"]

    @property
    def interpolation(self) -> str:
        """"linear" or "step"."""
        return self.json.get("interpolation", "linear")

    @property
    def times(self) -> Any:
        """Of the keys, in seconds."""
        return self._clip._array(_native.KEY_TIMES, self.index)

    @property
    def values(self) -> Any:
        """Of the keys: 3 numbers each (translation, scale), 4 (rotation: x, y, z, w), or one a shape (weights)."""
        return self._clip._array(_native.KEY_VALUES, self.index)

    @property
    def frames(self) -> Any:
        """Of the keys of a channel with the path "frame": which of the mesh's frames is shown."""
        return self._clip._array(_native.KEY_FRAMES, self.index)

    def __repr__(self) -> str:
        return "<Channel {}: {} of node {}>".format(self.index, self.path, self.node)


class SceneClip(_Thing):
    """An animation."""

    @property
    def channels(self) -> List[Channel]:
        return [Channel(self, index, json) for index, json in enumerate(self.json.get("channels", ()))]


class PosedNode:
    """A node in a pose."""

    def __init__(self, pose: "Pose", index: int, json: Dict[str, Any]) -> None:
        self._pose = pose
        self.index = index
        self.json = Record(json)

    @property
    def name(self) -> str:
        return self.json.get("name", "")

    @property
    def matrix(self) -> Any:
        """From the node's space to the scene's, ``[row][column]``."""
        return self._pose._array(_native.POSED_MATRIX, self.index, matrices=True)[0]

    @property
    def points(self) -> Any:
        """Of the node's mesh, (n, 3), in the scene: shaped, skinned and placed. Empty without a mesh."""
        return self._pose._array(_native.POSED_POINTS, self.index)

    @property
    def normals(self) -> Any:
        """Of these points."""
        return self._pose._array(_native.POSED_NORMALS, self.index)

    @property
    def weights(self) -> Any:
        """How much of each of the mesh's shapes there is."""
        return self._pose._array(_native.POSED_WEIGHTS, self.index)

    def __repr__(self) -> str:
        return "<PosedNode {}: {!r}>".format(self.index, self.name)


class Pose:
    """A scene at a moment of a clip. Its arrays are copies, which may be kept and changed.

    >>> import thaw
    >>> pose = thaw.open("FROG.DDD").pose("WALK", 0.25)
    >>> pose.points.shape
    (346, 3)
    >>> pose.nodes[0].matrix[3][3]
    1.0
    """

    def __init__(self, scene: "Scene", clip: Union[str, int, None], seconds: float) -> None:
        self._scene = scene
        self._clip = to_c(None if clip is None else str(clip))
        self.clip = clip
        self.seconds = seconds
        self._kept: Dict[Tuple[int, int], Any] = {}
        self._mark = object()
        with scene._lock:
            self._take()

    def _take(self) -> None:
        self._scene._posed = None
        self._scene._call(lib.thaw_pose, self._clip, self.seconds)
        self._scene._posed = self._mark

    def _array(self, what: int, index: int, matrices: bool = False) -> Any:
        key = (what, index)
        if key not in self._kept:
            with self._scene._lock:
                if self._scene._posed is not self._mark:  # somebody else's pose is there by now
                    self._take()
                source = self._scene._look(what, index, 0)
                self._kept[key] = _arrays.matrices(source, None) if matrices else _arrays.copy(source)
        return self._kept[key]

    @property
    def points(self) -> Any:
        """Those of all nodes with a mesh, one node after another, (n, 3), in the scene."""
        return self._joined(_native.POSED_POINTS)

    @property
    def normals(self) -> Any:
        """As `points`."""
        return self._joined(_native.POSED_NORMALS)

    def _joined(self, what: int) -> Any:
        return _arrays.joined([self._array(what, node) for node in self._scene._nodes_with_mesh], "f", 3)

    @property
    def nodes(self) -> List[PosedNode]:
        """All nodes of the scene."""
        return [PosedNode(self, index, json) for index, json in enumerate(self._scene.json["nodes"])]

    def __repr__(self) -> str:
        return "<Pose: {} at {} s>".format("at rest" if self.clip is None else self.clip, self.seconds)


class Scene(Handle):
    """What viewers see of a model: nodes, meshes, skins, materials, images and clips. Metres, seconds, Y up.

    >>> import thaw
    >>> scene = thaw.open("FROG.DDD").scene
    >>> mesh = scene.meshes[0]
    >>> mesh.positions.shape, len(mesh.primitives), len(scene.nodes) > 12
    ((346, 3), 2, True)
    >>> [clip.name for clip in scene.clips]
    ['STAND', 'WALK']

    Views of arrays keep the memory of the scene alive, and what happens to the model later does not change them.
    """

    def __init__(self, pointer: Pointer) -> None:
        super().__init__(pointer)
        self._posed: Optional[object] = None  # the mark of the pose that the library has now
        self.json: Record = record_of(self._json(lib.thaw_scene_json))
        nodes = self.json["nodes"]
        self._nodes_with_mesh = [at for at, node in enumerate(nodes) if node.get("mesh") is not None]

    @property
    def name(self) -> str:
        return self.json.get("name", "")

    @property
    def nodes(self) -> List[Record]:
        """{"name", "parent", ...}, parents first."""
        return self.json["nodes"]

    @property
    def materials(self) -> List[Record]:
        return self.json["materials"]

    @property
    def variants(self) -> List[str]:
        """Names of alternative sets of materials."""
        return self.json["variants"]

    @property
    def issues(self) -> Issues:
        """What was found while the scene was made."""
        return issues_of(self.json)

    @property
    def meshes(self) -> List[Mesh]:
        return self._things(Mesh, "meshes")

    @property
    def skins(self) -> List[Skin]:
        return self._things(Skin, "skins")

    @property
    def images(self) -> List[SceneImage]:
        return self._things(SceneImage, "images")

    @property
    def clips(self) -> List[SceneClip]:
        return self._things(SceneClip, "clips")

    def pose(self, clip: Union[str, int, None] = None, seconds: float = 0.0) -> Pose:
        """The scene at that time of a clip (its name or number; None: at rest)."""
        return Pose(self, clip, seconds)

    def _things(self, kind: Callable[["Scene", int, Dict[str, Any]], Any], name: str) -> List[Any]:
        return [kind(self, index, json) for index, json in enumerate(self.json[name])]

    def _look(self, what: int, index: int, part: int) -> _native.Array:
        out = _native.Array()
        self._call(lib.thaw_scene_array, what, index, part, out)
        return out

    def _array(self, what: int, index: int, part: int, matrices: bool = False) -> Any:
        with self._lock:
            source = self._look(what, index, part)
        return _arrays.matrices(source, self._pointer) if matrices else _arrays.view(source, self._pointer)

    def __repr__(self) -> str:
        return "<Scene {!r}: {} meshes, {} clips>".format(self.name, len(self.json["meshes"]), len(self.json["clips"]))


def make_scene(model: Handle, normals: Optional[str], options: Optional[Dict[str, Any]]) -> Scene:
    """The lock of the model is held."""
    value = model._make_call(lib.thaw_scene_new, options_to_c({"normals": normals, "options": options}))
    if not value:
        raise model._error()
    return Scene(Pointer(value, lib.thaw_scene_free))
