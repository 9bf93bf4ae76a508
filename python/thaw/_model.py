"""Models."""

from __future__ import annotations

import json
import os
from builtins import open as _builtin_open
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Tuple, Union

from . import _formats, _image, _native, _output
from ._errors import Error
from ._handle import Buffer, Handle, Pointer, copy_of, from_c, named_options, options_to_c, to_c
from ._native import lib
from ._output import Conversion
from ._scene import Pose, Scene, make_scene
from ._values import (
    BitRange,
    Clip,
    Diff,
    Element,
    Field,
    File,
    Issues,
    Limits,
    Record,
    Want,
    element_json,
    issues_of,
    record_of,
    tuple_of,
    want_of,
)

PathLike = Union[str, "os.PathLike[str]"]
#: Called with how much is done and of how much. What is true stops the call, which raises `Cancelled`.
Progress = Callable[[int, int], Any]
#: Called with what a model asks for. Gives bytes, several files by name, or None.
Lookup = Callable[[Want], Union[None, Buffer, Mapping[str, Buffer]]]

_PAGE = 1000


class Model(Handle):
    """A model that was opened. Made by `thaw.open`.

    >>> import thaw
    >>> model = thaw.open("FROG.DDD")
    >>> model.format
    'ddd'
    >>> [clip.name for clip in model.clips]
    ['STAND', 'WALK']

    It may be used from any thread, by one at a time.
    """

    def __init__(self) -> None:
        super().__init__(Pointer(lib.thaw_new(), lib.thaw_free))
        self._scene: Optional[Scene] = None
        self._info: Optional[Record] = None
        self._inputs: List[str] = []
        self._progress: Optional[Progress] = None
        self._monitor = _native.Monitor()
        self._lookup: Any = None

    # --- what there is to know

    @property
    def info(self) -> Record:
        """The facts: the object that ``thaw info --json`` prints. Its members are attributes, too.

        >>> import thaw
        >>> thaw.open("FROG.DDD").info.totals.vertices
        346
        """
        with self._lock:
            if self._info is None:
                self._info = record_of(self._json(lib.thaw_info_json))
            return self._info

    @property
    def format(self) -> str:
        """Its id: "ddd", "unreal", ..."""
        return self.info["format"]

    @property
    def variant(self) -> str:
        """Of the format, "" if it has none."""
        return self.info.get("variant") or ""

    @property
    def clips(self) -> List[Clip]:
        """The animations."""
        return [tuple_of(Clip, clip) for clip in self.info["animations"]]

    @property
    def issues(self) -> Issues:
        """What is wrong or remarkable. `check` may be stricter."""
        return self.check()

    def check(self, profile: str = "spec") -> Issues:
        """Findings: by what the bytes allow ("spec"), or also by what the original game accepts ("game").

        >>> import thaw
        >>> thaw.open("FROG.DDD").check("game")
        []
        """
        profiles = {"spec": _native.PROFILE_SPEC, "game": _native.PROFILE_GAME}
        if profile not in profiles:
            raise Error("bad_argument", "there is no profile {}, only spec and game".format(profile))
        return issues_of(self._json(lib.thaw_issues_json, profiles[profile]))

    @property
    def files(self) -> List[File]:
        """The files of the model, its own first, then companions."""
        with self._lock:
            pointer = self._pointer.value
            out = []
            for at in range(lib.thaw_part_count(pointer)):
                content = copy_of(lib.thaw_part_bytes(pointer, at), lib.thaw_part_size(pointer, at))
                name, role = from_c(lib.thaw_part_name(pointer, at)), from_c(lib.thaw_part_role(pointer, at))
                out.append(File(name, content, role))
            return out

    @property
    def wants(self) -> List[Want]:
        """Files that would complete it."""
        return [want_of(want) for want in self._json(lib.thaw_wants_json)]

    # --- fields

    def fields(self, below: Optional[str] = None, part: Optional[str] = None, depth: int = 1) -> Iterator[Field]:
        """Fields of a file, one by one: what every byte is.

        `below`: the path of the field whose fields are listed; None: those of the file. `part`: the file's role; None:
        the model's first. `depth`: how many levels.

        >>> import thaw
        >>> model = thaw.open("FROG.DDD")
        >>> [field.name for field in model.fields()][:2]
        ['scaling', 'flags']
        """
        first = 0
        while True:
            page = self._json(lib.thaw_fields_json, to_c(part), to_c(below), first, _PAGE, depth)
            for field in page["fields"]:
                yield tuple_of(Field, field)
            first += len(page["fields"])
            if not page["more"] or not page["fields"]:
                return

    def field(self, path: str, part: Optional[str] = None) -> Field:
        """The field of a path that ``thaw dump`` prints.

        >>> import thaw
        >>> thaw.open("FROG.DDD").field("scaling").type
        'u16'
        """
        return tuple_of(Field, self._json(lib.thaw_find_field_json, to_c(part), to_c(path)))

    def field_at(self, offset: int, part: Optional[str] = None) -> List[Field]:
        """The field with the byte at that offset, and then what it is part of, from the inside out.

        >>> import thaw
        >>> thaw.open("FROG.DDD").field_at(0)[0].path
        'scaling'
        """
        answer = self._json(lib.thaw_field_at_json, to_c(part), offset)
        return [tuple_of(Field, field) for field in answer["fields"]]

    def __getitem__(self, path: str) -> Any:
        """The value of a field: a number, a string or a list; a struct is a dict and an array a list of them.

        >>> import thaw
        >>> model = thaw.open("FROG.DDD")
        >>> model["scaling"]
        3
        """
        return self._value_of(self.field(path))

    def _value_of(self, field: Field) -> Any:
        if field.value is not None or not field.has_children:
            return field.value
        below = list(self.fields(field.path, field.part))
        if field.type == "struct":
            return {one.name: self._value_of(one) for one in below}
        return [self._value_of(one) for one in below]

    def __setitem__(self, path: str, value: Any) -> None:
        """Changes the value of a field. All else stays byte for byte, or the call fails and nothing changes.

        >>> import thaw
        >>> model = thaw.open("FROG.DDD")
        >>> model["bases[0].vertices[3].position"] = (1, 2, 3)
        >>> model["bases[0].vertices[3].position"]
        [1, 2, 3]
        """
        self.set({path: value})

    def set(self, values: Mapping[str, Any], part: Optional[str] = None) -> None:
        """Changes the values of several fields at once: all of them, or none. `part`: the role of their file.

        Values are as `Field.value` has them. Also: numbers as strings ("0x1f"), the name of a value ("WALK"), for flags
        the names of those that are set.
        """
        plain = {path: _plain(value) for path, value in values.items()}
        with self._lock:
            if len(plain) == 1:
                ((path, value),) = plain.items()
                self._call(lib.thaw_set_field, to_c(part), to_c(path), to_c(json.dumps(value)))
            else:
                listed = [{"path": path, "value": value} for path, value in plain.items()]
                for one in listed:
                    if part is not None:
                        one["part"] = part
                self._call(lib.thaw_set_fields, to_c(json.dumps(listed)))
            self._forget()

    def diff(self, other: "Model") -> Diff:
        """What differs between two models of one format, field by field: this one before, `other` after.

        >>> import thaw
        >>> model, edited = thaw.open("FROG.DDD"), thaw.open("FROG.DDD")
        >>> edited["scaling"] = 4
        >>> [(change.path, change.before, change.after) for change in model.diff(edited)]
        [('scaling', 3, 4)]
        """
        with _both(self, other):
            return Diff(self._json(lib.thaw_diff_json, other._pointer.value))

    # --- bytes and things

    def elements(self, offset: int, part: Optional[str] = None, **options: Any) -> List[Element]:
        """The vertices, triangles, keys, ... of the scene that a byte is of.

        `options`: those the scene is made with.

        >>> import thaw
        >>> model = thaw.open("ThawFish_d.3d")
        >>> print(model.elements(0x10, "aniv")[0])
        vertex 3 of mesh ThawFish, frame 0 (All)
        """
        words = options_to_c({"options": named_options(options)})
        answer = self._json(lib.thaw_elements_json, to_c(part), offset, words)
        return [tuple_of(Element, element) for element in answer["elements"]]

    def bytes_of(self, element: Union[Element, Mapping[str, Any]], **options: Any) -> List[BitRange]:
        """What an element of the scene is stored as: nothing, if it is computed.

        >>> import thaw
        >>> model = thaw.open("ThawFish_d.3d")
        >>> [(place.part, place.path) for place in model.bytes_of(thaw.Element("point", index=3))]
        [('aniv', 'frames[0].vertices[3]')]
        """
        words = options_to_c({"options": named_options(options)})
        answer = self._json(lib.thaw_bytes_of_json, to_c(json.dumps(element_json(element))), words)
        return [tuple_of(BitRange, one, bit_count="bits") for one in answer["ranges"]]

    # --- scenes

    @property
    def scene(self) -> Scene:
        """The model as a scene with the usual options, made once."""
        with self._lock:
            if self._scene is None:
                self._scene = make_scene(self, None, None)
            return self._scene

    def to_scene(self, normals: Optional[str] = None, **options: Any) -> Scene:
        """A scene made with options of the format: ``rig="exact"``, ``lod=1``; see `thaw.options`.

        `normals`: "base", "morph" or "none".
        """
        with self._lock:
            return make_scene(self, normals, named_options(options))

    def pose(self, clip: Union[str, int, None] = None, seconds: float = 0.0) -> Pose:
        """The model at that time of a clip (its name or number; None: at rest).

        >>> import thaw
        >>> points = thaw.open("FROG.DDD").pose("WALK", 0.25).points
        >>> points.shape
        (346, 3)
        """
        return self.scene.pose(clip, seconds)

    def render(
        self,
        width: int = 512,
        height: Optional[int] = None,
        *,
        type: str = "png",
        view: Optional[str] = None,
        style: Optional[str] = None,
        clip: Union[str, int, None] = None,
        time: Optional[float] = None,
        animate: Union[str, int, None] = None,
        turntable: bool = False,
        filmstrip: Optional[int] = None,
        background: Optional[str] = None,
        show: Optional[str] = None,
        skin: Union[str, int, None] = None,
        samples: Optional[int] = None,
        filter: Optional[str] = None,
        frame_all: bool = False,
        **options: Any,
    ) -> _image.Image:
        """Draws the model. The words are those of ``thaw render``.

        `type`: "png", "rgba" (pixels), or of what moves "gif", "apng" or "webp". `view`: "front", "back", "left",
        "right", "top", "three-quarter" or "YAW,PITCH". `style`: "clean" or "game". `animate`: a clip, or "all".
        `show`: "wireframe,bones,normals,attachments,axes", some of them. `options`: those of the format.

        >>> import thaw
        >>> thaw.open("FROG.DDD").render(width=64, view="front", type="rgba").pixels.shape
        (64, 64, 4)
        """
        words = {
            "size": str(width) if height is None else "{}x{}".format(width, height),
            "type": type,
            "view": view,
            "style": style,
            "clip": None if clip is None else str(clip),
            "time": time,
            "animate": None if animate is None else str(animate),
            "turntable": turntable,
            "filmstrip": filmstrip,
            "background": background,
            "show": show,
            "skin": None if skin is None else str(skin),
            "samples": samples,
            "filter": filter,
            "frame_all": frame_all,
            "options": named_options(options),
        }
        with self._lock:
            self._call(lib.thaw_render, options_to_c(words))
            content = self._outputs()[0].bytes
            return _image.Image(type, content, self._json(lib.thaw_report_json), self._all_inputs())

    # --- writing and converting

    def write(self) -> List[File]:
        """The model's own files, byte for byte what was read (and edited).

        >>> import thaw
        >>> from pathlib import Path
        >>> thaw.open("FROG.DDD").write()[0].bytes == Path("FROG.DDD").read_bytes()
        True
        """
        with self._lock:
            self._call(lib.thaw_write)
            return self._outputs()

    def convert(
        self,
        to: str,
        *,
        base: Optional["Model"] = None,
        variant: Optional[str] = None,
        name: Optional[str] = None,
        fit: bool = False,
        normals: Optional[str] = None,
        shading: Optional[str] = None,
        compact: bool = False,
        meshopt: bool = False,
        source: bool = True,
        **options: Any,
    ) -> Conversion:
        """Other files of the model, in memory. The words are those of ``thaw convert``.

        `to`: "glb", "gltf", "obj", the id of a format, or "native": the model's own format, or of a glTF the one that
        it was made of.

        `base`: the model before it was edited: what was not edited stays byte for byte. `variant`: one of the format's.
        `name`: of the model, for names of files. `fit`: change what does not fit, instead of refusing.

        `normals`: "base", "morph" or "none". `shading`: "unlit" or "lit". `compact`: vertex animation in 8 or 16 bits.
        `meshopt`: the same, packed. `source`: the model's own files inside, for the way back.

        `options`: those of the format, ``rig="exact"``; see `thaw.options`.

        >>> import thaw
        >>> glb = thaw.open("FROG.DDD").convert("glb", compact=True)
        >>> glb.files[0].name, glb.bytes[:4]
        ('FROG.glb', b'glTF')
        """
        if shading not in (None, "unlit", "lit"):
            raise Error("bad_argument", "shading is unlit or lit, not {}".format(shading))
        words = {
            "variant": variant,
            "name": name,
            "fit": fit or None,
            "normals": normals,
            "lit": shading == "lit" or None,
            "compact": compact or None,
            "meshopt": meshopt or None,
            "source": None if source else False,
            "options": named_options(options),
        }
        given = options_to_c(words)
        if base is None:
            with self._lock:
                self._call(lib.thaw_convert, to_c(to), given)
                return self._conversion(to, self._all_inputs())
        with _both(self, base):
            self._call(lib.thaw_convert_over, base._pointer.value, to_c(to), given)
            return self._conversion(to, self._all_inputs() + base._all_inputs())

    def save(
        self, path: PathLike, *, to: Optional[str] = None, overwrite: bool = False, **options: Any
    ) -> Union[Conversion, _image.Image]:
        """Writes the model as another file, or in its own format. The path's ending says what it becomes.

        ``.glb``, ``.gltf``, ``.obj``; ``.png``, and ``.gif``, ``.apng`` or ``.webp`` of a clip; or as the files of a
        format end. `to` says it instead, as for `convert`. `options`: those of `convert` or `render`.

        Files that belong to the first one (``.bin``, ``_a.3d``) go beside it. Nothing is overwritten without
        `overwrite`; files that were read never are. What was made is returned: its `issues` are what was lost.

        >>> import thaw
        >>> model = thaw.open("FROG.DDD")
        >>> made = model.save("frog.glb", compact=True)
        >>> made.issues
        []
        >>> model["scaling"] = 4
        >>> model.save("FROG.DDD", overwrite=True)
        Traceback (most recent call last):
        ...
        thaw.FileThere: FROG.DDD: is a file that was read, which is never overwritten
        """
        target = os.fspath(path)
        if to is None and target.lower().endswith((".png", *_image.MOVING)):
            return self._save_image(target, overwrite, options)
        if to is None:
            to = self._target_of(target)
        conversion = self._named_conversion(to, target, options)
        planned = _output.planned_at(target, conversion, _formats.endings_of(self._format_of(to)))
        conversion.paths = _output.write_files(planned, conversion._inputs, overwrite)
        return conversion

    def _target_of(self, path: str) -> str:
        own = self.format
        target = _formats.of_path(path, own)
        if target is None:
            raise Error("unsupported", "no format's files end like this: say to=...", path)
        return target

    def _format_of(self, target: str) -> str:
        return self.format if target == "native" else target

    def _named_conversion(self, to: str, path: str, options: Dict[str, Any]) -> Conversion:
        """Files that name others, or themselves, do so by the stem of the path."""
        if "name" in options:
            return self.convert(to, **options)
        stem = os.path.basename(path)
        ending = _output.ending_of(stem, [*_formats.endings_of(self._format_of(to)), os.path.splitext(stem)[1]])
        return self.convert(to, name=stem[: len(stem) - len(ending)], **options)

    def _save_image(self, path: str, overwrite: bool, options: Dict[str, Any]) -> _image.Image:
        ending = os.path.splitext(path)[1].lower()
        options = dict(options)
        if "type" not in options:
            options["type"] = ending[1:]
        if ending in _image.MOVING and not options.get("turntable") and options.get("animate") is None:
            options["animate"] = options.pop("clip", None)
            if options["animate"] is None:
                options["animate"] = 0
        image = self.render(**options)
        image.save(path, overwrite)
        return image

    def _outputs(self) -> List[File]:
        """The lock is held."""
        pointer = self._pointer.value
        out = []
        for at in range(lib.thaw_output_count(pointer)):
            content = copy_of(lib.thaw_output_bytes(pointer, at), lib.thaw_output_size(pointer, at))
            out.append(
                File(from_c(lib.thaw_output_name(pointer, at)), content, from_c(lib.thaw_output_role(pointer, at)))
            )
        return out

    def _conversion(self, to: str, inputs: List[str]) -> Conversion:
        """The lock is held."""
        files = self._outputs()
        report = self._json(lib.thaw_report_json)
        for at, about in enumerate(report.get("outputs", ())):
            if at < len(files):
                marks = {"companion": bool(about.get("companion")), "kept": bool(about.get("kept"))}
                files[at] = files[at]._replace(**marks)
        return Conversion(to, files, report, inputs)

    def _all_inputs(self) -> List[str]:
        """Paths of files that must not be overwritten."""
        if not self._inputs:
            return []
        pointer = self._pointer.value
        names = [from_c(lib.thaw_part_name(pointer, at)) for at in range(lib.thaw_part_count(pointer))]
        return self._inputs + names

    # --- watching

    @property
    def progress(self) -> Optional[Progress]:
        """Called now and then while work is done, with how much is done, and of how much. What is true stops it.

        >>> import thaw
        >>> model = thaw.open("FROG.DDD")
        >>> model.progress = lambda done, total: True
        >>> model.convert("glb")
        Traceback (most recent call last):
        ...
        thaw.Cancelled: ...
        """
        return self._progress

    @progress.setter
    def progress(self, call: Optional[Progress]) -> None:
        raised = self._raised

        def monitor(_: Any, done: int, total: int) -> int:
            try:
                return 1 if raised or call is None or call(done, total) else 0
            except BaseException as error:  # also KeyboardInterrupt: it goes on where the call was made
                raised.append(error)
                return 1

        with self._lock:
            kept = _native.Monitor(monitor) if call is not None else _native.Monitor()
            self._call(lib.thaw_set_monitor, kept, None)
            self._progress, self._monitor = call, kept

    def _forget(self) -> None:
        self._scene = None
        self._info = None

    def close(self) -> None:
        """Frees the memory. Scenes that were made of the model stay."""
        with self._lock:
            self._forget()
            self._pointer.free()

    def __enter__(self) -> "Model":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        if not self._pointer.value:
            return "<Model: closed>"
        return "<Model: {}, {}>".format(self.info["file"], self.format)

    # --- opening

    def _limit(self, limits: Optional[Limits]) -> None:
        if limits:
            self._call(lib.thaw_set_limits, options_to_c(limits))

    def _open_path(self, path: str, options: Mapping[str, Any]) -> None:
        self._inputs = [path]
        self._call(lib.thaw_open_path, to_c(path), options_to_c(options))

    def _add(self, role: Optional[str], name: Optional[str], content: Buffer) -> None:
        content = bytes(content)
        self._call(lib.thaw_add_part, to_c(role), to_c(name), content, len(content))

    def _add_file(self, name: str, content: Buffer) -> None:
        content = bytes(content)
        self._call(lib.thaw_add_file, to_c(name), content, len(content))

    def _open_parts(self, format: Optional[str], name: Optional[str], lookup: Optional[Lookup]) -> None:
        if lookup is not None:
            self._lookup = _native.Lookup(_answers(lookup, self._raised))
            self._call(lib.thaw_set_lookup, self._lookup, None)
        if name is None:
            self._call(lib.thaw_open, to_c(format))
        else:
            self._call(lib.thaw_open_named, to_c(format), to_c(name))


def _answers(lookup: Lookup, raised: List[BaseException]) -> Callable[[Any, Any, bytes], int]:
    def answer(_: Any, pointer: int, want_json: bytes) -> int:
        if raised:
            return 0
        try:
            want = want_of(json.loads(want_json.decode("utf-8", "replace")))
            given = 0
            for name, content in _files_of(want, lookup(want)):
                content = bytes(content)
                given += lib.thaw_add_file(pointer, to_c(name), content, len(content)) == 0
            return given
        except BaseException as error:
            raised.append(error)
            return 0

    return answer


def _files_of(want: Want, found: Any) -> Iterable[Tuple[str, Buffer]]:
    if found is None:
        return []
    if isinstance(found, (bytes, bytearray, memoryview)):
        return [(next((name for name in want.names if "*" not in name), want.role), found)]
    return list(found.items())


class _both:
    """Locks two models, always in the same order."""

    def __init__(self, a: Handle, b: Handle) -> None:
        self._locks = [one._lock for one in sorted((a, b), key=id)]

    def __enter__(self) -> None:
        for lock in self._locks:
            lock.acquire()

    def __exit__(self, *_: object) -> None:
        for lock in self._locks:
            lock.release()


def _plain(value: Any) -> Any:
    """What numpy, tuples and sets are as JSON."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, Mapping):
        return {key: _plain(member) for key, member in value.items()}
    if isinstance(value, (bytes, bytearray)):
        return value.hex()
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(member) for member in value]
    return value


def _prepared(progress: Optional[Progress], limits: Optional[Limits]) -> Model:
    out = Model()
    out._limit(limits)
    if progress is not None:
        out.progress = progress
    return out


def open(
    source: Union[PathLike, Buffer],
    *,
    name: Optional[str] = None,
    format: Optional[str] = None,
    model: Optional[str] = None,
    search: Iterable[PathLike] = (),
    companions: Optional[Mapping[str, Union[PathLike, Buffer]]] = None,
    files: Optional[Mapping[str, Buffer]] = None,
    lookup: Optional[Lookup] = None,
    progress: Optional[Progress] = None,
    limits: Optional[Limits] = None,
) -> Model:
    """Opens a model: a path, with the companions it asks for, as the program does, or bytes.

    A path may lead into an archive: ``"datafile.sdf/RAT.DDD"``.

    `format`: skips detection. `model`: of several in the file, the one of that name. `companions`: files by role,
    ``{"texture:0": "fish.png"}``: paths beside a path, bytes beside bytes. `progress`: as `Model.progress`. `limits`:
    what the input may cost, ``{"input_bytes": 1 << 20}``; see `Limits`.

    With a path: `search`: folders and archives in which companions are looked for, too.

    With bytes: `name`: the file's, for messages and detection. `files`: others by name, of which the model takes what
    it asks for. `lookup`: called with what it asks for.

    >>> import thaw
    >>> thaw.open("FROG.DDD")
    <Model: FROG.DDD, ddd>
    >>> from pathlib import Path
    >>> files = {name: Path(name).read_bytes() for name in ("ThawFish_d.3d", "ThawFish_a.3d")}
    >>> model = thaw.open(files["ThawFish_d.3d"], name="ThawFish_d.3d", files=files)
    >>> [file.name for file in model.files]
    ['ThawFish_d.3d', 'ThawFish_a.3d']
    """
    companions = companions or {}
    if isinstance(source, (bytes, bytearray, memoryview)):
        if search:
            raise Error("bad_argument", "search is for paths; bytes have files and lookup")
        out = _prepared(progress, limits)
        out._add(None, name, source)
        for role, content in companions.items():
            if not isinstance(content, (bytes, bytearray, memoryview)):
                raise Error("bad_argument", "companions of bytes are bytes, too")
            out._add(role, None, content)
        for file_name, content in (files or {}).items():
            out._add_file(file_name, content)
        out._open_parts(format, model, lookup)
        return out
    if files or lookup is not None or name is not None:
        raise Error("bad_argument", "name, files and lookup are for bytes; a path has search and companions")
    out = _prepared(progress, limits)
    options = {
        "format": format,
        "model": model,
        "search": [os.fspath(folder) for folder in search] or None,
        "companions": {role: os.fspath(path) for role, path in companions.items()} or None,  # type: ignore[arg-type]
    }
    out._open_path(os.fspath(source), options)
    return out


def models(
    source: Union[PathLike, Buffer], *, name: Optional[str] = None, format: Optional[str] = None
) -> List[Record]:
    """The models that a file holds: ``{"name", "index", "opened", "error"}`` of each. `open(..., model=...)` opens one.

    >>> import thaw
    >>> len(thaw.models("FROG.DDD"))
    1
    """
    if not isinstance(source, (bytes, bytearray, memoryview)):
        path = os.fspath(source)
        try:
            with _builtin_open(path, "rb") as file:
                source = file.read()
        except OSError as error:
            raise Error("io", error.strerror or str(error), path) from None
        name = name or path
    out = Model()
    out._add(None, name, source)
    return record_of(out._json(lib.thaw_models_json, to_c(format))["models"])


def convert_over(edited: Model, base: Model, to: str, **options: Any) -> Conversion:
    """`edited` in a game's format, over the model as it was before: what was not edited stays byte for byte.

    Options as for `Model.convert`.

    >>> import thaw
    >>> base = thaw.open("FROG.DDD")
    >>> edited = thaw.open(base.convert("glb").bytes, name="frog.glb")
    >>> thaw.convert_over(edited, base, "ddd").bytes == base.write()[0].bytes
    True
    """
    return edited.convert(to, base=base, **options)
