"""What the library says about models, as small values."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple, TypedDict, Union


class Limits(TypedDict, total=False):
    """What one input may cost. Each that is not given is the usual one."""

    input_bytes: int  #: of the largest file
    memory_per_byte: int  #: of the input
    memory_floor: int  #: always allowed, in bytes
    work_per_byte: int  #: fields looked at per byte of input
    work_floor: int  #: always allowed
    image_pixels: int  #: of one image
    issues: int  #: findings that are listed; others are only counted


class Clip(NamedTuple):
    """An animation of a model."""

    name: str
    frames: int
    fps: float
    seconds: float
    loop: bool
    says: str = ""  #: what happens in it besides: "footstep x2, moves 0.71 m"


class Issue(NamedTuple):
    """A finding about a file: what is wrong with it, or remarkable."""

    code: str  #: stable, "DDD_BAD_JOINT"; docs/ISSUES.md lists all
    severity: str  #: "info", "warning" or "error"
    message: str  #: what was found, as a sentence
    part: str = ""  #: role of the file
    path: str = ""  #: of the field
    offset: Optional[int] = None  #: in bytes
    expected: str = ""
    found: str = ""
    text: str = ""  #: what the code means for the user

    def __str__(self) -> str:
        place = ": " + self.path if self.path else ""
        return "{} {}{}: {}".format(self.severity, self.code, place, self.message)


class Issues(List[Issue]):
    """A list of findings. Past a limit they are only counted."""

    dropped: int = 0  #: those that are not in the list


class File(NamedTuple):
    """A file of a model, in memory."""

    name: str
    bytes: bytes
    role: str = ""  #: what it is to the model: "ddd", "aniv", "texture"; "" if it is no part of one
    companion: bool = False  #: made beside the model: one that is there already may be somebody's work
    kept: bool = False  #: a companion as the glTF has kept it, which nobody edited


class Want(NamedTuple):
    """A file that would complete a model."""

    role: str
    names: Tuple[str, ...]  #: by preference; ``*`` matches any run of characters
    mentions: str = ""  #: text that the file must hold
    required: bool = False


class Field(NamedTuple):
    """What some bytes of a file are."""

    part: str  #: role of the file that it is in
    path: str  #: "bases[0].vertices[3].position", as ``thaw dump`` prints it
    offset: int  #: in bytes, in the unpacked file if it is packed as a whole
    size: int  #: in bytes
    type: str  #: "u16", "f32[3]", "text", "bytes", "bits"; "struct" and "array" only have fields below them
    value: Any = None  #: a number, a list of numbers, a string; None of a struct or array, or of many numbers
    purpose: str = "value"  #: "count", "offset", "index", "flags", "magic", "reserved", "slack", ...
    meaning: str = ""  #: what the number stands for: "WALK"
    count: int = 1  #: numbers, characters or bytes of it; elements of an array
    first_bit: int = 0  #: where the field is only some bits of a word: the lowest
    bits: int = 0  #: and how many; 0: all of the bytes
    has_children: bool = False

    @property
    def name(self) -> str:
        """The last word of the path."""
        return self.path.rsplit(".", 1)[-1]


class Change(NamedTuple):
    """A field that differs between two models."""

    kind: str  #: "changed", "added", "removed", "unexplained", "packing"
    part: str
    path: str  #: the first of `count`
    count: int = 1
    before: Any = None
    after: Any = None
    meaning_before: str = ""
    meaning_after: str = ""
    offset_before: Optional[int] = None
    offset_after: Optional[int] = None
    same_value: bool = False  #: other bits, but equal numbers: 0 and -0


class Diff:
    """What differs between two models, field by field. It is false if nothing does, and may be iterated over."""

    equal: bool  #: all files are equal, byte for byte
    changes: List[Change]
    dropped: int  #: changes that are not listed

    def __init__(self, answer: Mapping[str, Any]) -> None:
        self.equal = answer["equal"]
        self.changes = [tuple_of(Change, change) for change in answer["changes"]]
        self.dropped = answer.get("dropped", 0)

    def __bool__(self) -> bool:
        return not self.equal

    def __iter__(self) -> Iterator[Change]:
        return iter(self.changes)

    def __len__(self) -> int:
        return len(self.changes)

    def __repr__(self) -> str:
        return "<Diff: {} changes>".format(len(self.changes) + self.dropped)


class Element(NamedTuple):
    """A thing of a scene: a point of a mesh, a triangle, a bone, ..."""

    kind: str  #: "point", "normal", "weights", "triangle", "uv", "color", "bone", "key", "clip", "material"
    index: int = 0  #: the point, triangle, corner, node, key, clip or material
    mesh: int = 0
    primitive: int = 0  #: of a triangle, uv, color
    frame: int = 0  #: of a point; 0 is the mesh's own shape
    clip: int = 0  #: of a key
    channel: int = 0  #: of a key
    words: str = ""  #: "vertex 12 of mesh body, frame 3 (WALK)"

    def __str__(self) -> str:
        return self.words or repr(self)


# The members that each kind has.
ELEMENT_MEMBERS = {
    "point": ("mesh", "index", "frame"),
    "normal": ("mesh", "index"),
    "weights": ("mesh", "index"),
    "triangle": ("mesh", "primitive", "index"),
    "uv": ("mesh", "primitive", "index"),
    "color": ("mesh", "primitive", "index"),
    "bone": ("index",),
    "key": ("clip", "channel", "index"),
    "clip": ("index",),
    "material": ("index",),
}


class BitRange(NamedTuple):
    """A run of bits in a file. Bits count from its start, eight a byte, the least significant bit of a byte first."""

    part: str
    path: str  #: of the field that they are in
    first_bit: int
    bit_count: int
    packed: bool = False  #: they count in what the file unpacks to

    @property
    def offset(self) -> int:
        """The first byte."""
        return self.first_bit // 8

    @property
    def size(self) -> int:
        """How many bytes have bits of it."""
        return (self.first_bit + self.bit_count + 7) // 8 - self.offset


class Entry(NamedTuple):
    """A file in an archive."""

    name: str  #: with '/' between folders
    size: int  #: in bytes, unpacked
    stored_size: Optional[int] = None  #: in bytes, as the archive holds it
    kind: str = ""


class Record(Dict[str, Any]):
    """A JSON object whose members are attributes, too: ``format.id`` is ``format["id"]``."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __dir__(self) -> Sequence[str]:
        return [*super().__dir__(), *self]


def record_of(value: Any) -> Any:
    """The same with every object a Record."""
    if isinstance(value, dict):
        return Record((name, record_of(member)) for name, member in value.items())
    if isinstance(value, list):
        return [record_of(member) for member in value]
    return value


def tuple_of(kind: Any, members: Mapping[str, Any], **renamed: str) -> Any:
    """A NamedTuple from a JSON object; members that this version does not know are left out."""
    known = {name: members[name] for name in kind._fields if name in members}
    for name, member in renamed.items():
        if member in members:
            known[name] = members[member]
    return kind(**known)


def issues_of(answer: Mapping[str, Any]) -> Issues:
    out = Issues(tuple_of(Issue, issue) for issue in answer.get("issues", ()))
    out.dropped = answer.get("dropped", 0)
    return out


def want_of(answer: Mapping[str, Any]) -> Want:
    return Want(
        answer.get("role", ""),
        tuple(answer.get("names", ())),
        answer.get("mentions") or "",
        bool(answer.get("required", False)),
    )


def element_json(element: Union[Element, Mapping[str, Any]]) -> Dict[str, Any]:
    members = element._asdict() if isinstance(element, Element) else dict(element)
    members.pop("words", None)
    known = ELEMENT_MEMBERS.get(str(members.get("kind")))
    if isinstance(element, Element) and known is not None:
        members = {name: members[name] for name in ("kind", *known)}
    return members
