"""Makes a GLB of Thaw ready for Blender's importer.

Blender knows vertices, edges and faces; glTF splits each vertex where its texture or its normal has a seam. Thaw says
in _SOURCE_VERTEX which vertices were one. Not every importer keeps that, so it travels in a set of texture
coordinates of its own: U is the vertex of the game, V the layer. Blender also drops a face on the same vertices as
another one, however it is turned, which games use to be seen from both sides: such faces get a layer of their own.
"""

import numpy

from . import clips

SOURCE = "_SOURCE_VERTEX"
KEYS = "thaw_keys"  # in a mesh's extras: which of its sets of texture coordinates holds them
OWN_NORMALS = "thaw_own_normals"  # in a mesh's extras: its normals may be the game's, not just what the triangles give
APART = 2**20  # layers from here on are of faces without area, each corner on its own


def prepare(glb, fps, fps_of):
    """`fps` is what the importer will multiply times with, fps_of(clip) the frames a second of the clip."""
    for mesh in glb.items("meshes"):
        primitives = [p for p in mesh["primitives"] if p.get("mode", 4) == 4 and "indices" in p]
        if len(primitives) == len(mesh["primitives"]) and all(SOURCE in p["attributes"] for p in primitives):
            extras = mesh.setdefault("extras", {})
            extras[OWN_NORMALS] = int(has_own_normals(glb, primitives))
            extras[KEYS] = add_keys(glb, primitives)
    clips.retime(glb, lambda name, times: clips.snapped(times * fps_of(name)) / fps)


def has_own_normals(glb, primitives):
    """Games that move vertices compute their normals, and so does Thaw for them: those are as well left to Blender."""
    if not any(primitive.get("targets") for primitive in primitives):
        return True
    parts = []
    for primitive in primitives:
        attributes = primitive["attributes"]
        if "NORMAL" not in attributes:
            return False
        sources = glb.rows(attributes[SOURCE])[:, 0].astype(numpy.int64)
        faces = glb.rows(primitive["indices"])[:, 0].astype(numpy.int64).reshape(-1, 3)
        a, b, c = (glb.rows(attributes["POSITION"]).astype(numpy.float64)[faces[:, k]] for k in range(3))
        parts.append((sources[faces], numpy.cross(b - a, c - a), glb.rows(attributes["NORMAL"])[faces]))
    smooth = numpy.zeros((1 + max(int(part[0].max()) for part in parts), 3))
    for sources, areas, _ in parts:
        for k in range(3):
            numpy.add.at(smooth, sources[:, k], areas)
    for sources, areas, normals in parts:
        flat = numpy.broadcast_to(areas[:, None, :], normals.shape)
        area = numpy.linalg.norm(areas, axis=1)[:, None] > 0
        if (area & ~(agree(normals, smooth[sources]) | agree(normals, flat))).any():
            return True
    return False


def agree(normals, directions):
    length = numpy.linalg.norm(directions, axis=-1)
    return (normals * directions).sum(axis=-1) >= 0.999 * length


def free_set(primitives):
    """The first set of texture coordinates that is free in all of them."""
    number = 0
    while any("TEXCOORD_%d" % number in p["attributes"] for p in primitives):
        number += 1
    return number


def add_keys(glb, primitives):
    seen = {}
    number = free_set(primitives)
    for primitive in primitives:
        sources = glb.rows(primitive["attributes"].pop(SOURCE))[:, 0].astype(numpy.int64)
        corners = glb.rows(primitive["indices"])[:, 0].astype(numpy.int64)
        layers = layers_of(sources[corners].reshape(-1, 3), seen)
        vertices, corners, layer = split(corners, layers, len(sources))
        if len(vertices) > len(sources):
            repeat(glb, primitive, vertices)
        primitive["indices"] = glb.add_rows(numpy.array(corners, numpy.uint32).reshape(-1, 1), target=34963)
        keys = numpy.column_stack((sources[vertices], layer)).astype(numpy.float32)
        primitive["attributes"]["TEXCOORD_%d" % number] = glb.add_rows(keys)
    return number


def layers_of(faces, seen):
    """A layer for each corner. `seen` counts how often there was a face on these vertices."""
    layers = numpy.zeros(faces.shape, numpy.int64)
    for number, face in enumerate(faces.tolist()):
        place = tuple(sorted(face))
        count = seen[place] = seen.get(place, -1) + 1
        if len(set(face)) == 3:
            layers[number] = count
        else:
            seen[()] = start = seen.get((), 0) + 3
            layers[number] = [APART + start, APART + start + 1, APART + start + 2]
    return layers.reshape(-1)


def split(corners, layers, count):
    """Gives each vertex one layer: which old vertex each new one is, the new corners, the layer of each vertex."""
    vertices = list(range(count))
    layer = [None] * count
    known = {}
    out = []
    for corner, own in zip(corners.tolist(), layers.tolist()):
        if (corner, own) not in known:
            if layer[corner] is None:
                known[corner, own] = corner
                layer[corner] = own
            else:
                known[corner, own] = len(vertices)
                vertices.append(corner)
                layer.append(own)
        out.append(known[corner, own])
    return vertices, out, [own or 0 for own in layer]


def repeat(glb, primitive, vertices):
    for attributes in [primitive["attributes"]] + primitive.get("targets", []):
        for name, accessor in attributes.items():
            attributes[name] = glb.add_rows(glb.rows(accessor)[vertices], like=accessor)
