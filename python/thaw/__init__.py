"""Models of orphaned games: opened, explained, posed, drawn, edited and converted.

>>> import thaw
>>> model = thaw.open("FROG.DDD")
>>> model.format, [clip.name for clip in model.clips], model.issues
('ddd', ['STAND', 'WALK'], [])
>>> model.scene.meshes[0].positions.shape
(346, 3)
>>> points = model.pose("WALK", 0.25).points
>>> image = model.render(width=64).save("frog.png")
>>> glb = model.save("frog.glb", compact=True)
>>> model["bases[0].vertices[3].position"] = (1, 2, 3)
>>> edited = model.save("FROG2.DDD")

Arrays are numpy arrays where numpy is installed, and memoryviews of the same shape where it is not.
"""

from ._archive import Archive, archive
from ._errors import Cancelled, Error, FileThere
from ._formats import formats, options, version
from ._image import Image
from ._model import Model, convert_over, models, open
from ._output import Conversion
from ._scene import Mesh, Pose, Primitive, Scene
from ._values import BitRange, Change, Clip, Diff, Element, Entry, Field, File, Issue, Issues, Limits, Record, Want

__version__ = version()

__all__ = [
    "Archive",
    "BitRange",
    "Cancelled",
    "Change",
    "Clip",
    "Conversion",
    "Diff",
    "Element",
    "Entry",
    "Error",
    "Field",
    "File",
    "FileThere",
    "Image",
    "Issue",
    "Issues",
    "Limits",
    "Mesh",
    "Model",
    "Pose",
    "Primitive",
    "Record",
    "Scene",
    "Want",
    "archive",
    "convert_over",
    "formats",
    "models",
    "open",
    "options",
    "version",
]

# Shown in messages and help as what users import.
for _name in __all__:
    _one = globals()[_name]
    if getattr(_one, "__module__", "").startswith("thaw."):
        _one.__module__ = "thaw"
del _name, _one
