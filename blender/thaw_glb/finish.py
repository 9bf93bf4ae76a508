"""Makes a GLB of Blender's exporter ready for Thaw."""

from . import clips, source
from .prepare import SOURCE


def finish(glb, fps, fps_of, colors):
    """`fps` is what the exporter divided frames by, fps_of(clip) the frames a second of the clip.

    `colors` has for meshes whose colours went another way the name of the attribute that they are.
    """
    for mesh in glb.items("meshes"):
        for primitive in mesh["primitives"]:
            attributes = primitive["attributes"]
            # Blender 3 puts a further underscore before every name.
            if "_" + SOURCE in attributes:
                attributes[SOURCE] = attributes.pop("_" + SOURCE)
            if colors.get(mesh.get("name")) in attributes:
                attributes["COLOR_0"] = attributes.pop(colors[mesh["name"]])
    # Blender 3.4 puts colours at wrong corners; those above are right, and Thaw goes by this name.
    asset = glb.json.setdefault("asset", {})
    asset["generator"] = asset.get("generator", "Blender") + " with Thaw"
    clips.retime(glb, lambda name, times: clips.snapped(times * fps) / fps_of(name))
    source.put_back(glb)
