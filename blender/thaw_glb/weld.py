"""After the import: makes vertices that were one in the game one again, and remembers which they were."""

import bmesh
import bpy
from mathutils import Vector
import numpy

from .prepare import SOURCE

SCRATCH = "thaw_scratch"


def weld(mesh, key_name, keep_normals):
    """Normals that are not kept are Blender's own, which follow when a vertex is moved."""
    normals = corner_normals(mesh) if keep_normals else None
    drop_custom_normals(mesh)
    work = bmesh.new()
    work.from_mesh(mesh)
    work.verts.layers.float.get(SOURCE) or work.verts.layers.float.new(SOURCE)
    work.faces.layers.int.new(SCRATCH)
    work.loops.layers.float_vector.new(SCRATCH)
    # Only now: a new layer moves the others.
    sources = work.verts.layers.float[SOURCE]
    order = work.faces.layers.int[SCRATCH]
    directions = work.loops.layers.float_vector[SCRATCH]
    keys = work.loops.layers.uv[key_name]
    for face in work.faces:
        face[order] = face.index
        for loop in face.loops if normals is not None else ():
            loop[directions] = Vector(normals[loop.index])
    unite(work, keys, sources)
    work.verts.sort(key=lambda vertex: vertex[sources])
    work.faces.sort(key=lambda face: face[order])
    if normals is not None:
        normals = [loop[directions].copy() for face in work.faces for loop in face.loops]
    work.faces.layers.int.remove(work.faces.layers.int[SCRATCH])
    work.loops.layers.float_vector.remove(work.loops.layers.float_vector[SCRATCH])
    work.to_mesh(mesh)
    work.free()
    mesh.uv_layers.remove(mesh.uv_layers[key_name])
    mesh.update()
    if normals is not None:
        if hasattr(mesh, "use_auto_smooth"):
            mesh.use_auto_smooth = True
        mesh.normals_split_custom_set(normals)


def unite(work, keys, sources):
    first = {}
    targets = {}
    for vertex in work.verts:
        if not vertex.link_loops:
            continue
        key = tuple(round(part) for part in vertex.link_loops[0][keys].uv)
        vertex[sources] = key[0]
        other = first.setdefault(key, vertex)
        if other is not vertex:
            targets[vertex] = other
    bmesh.ops.weld_verts(work, targetmap=targets)


def corner_normals(mesh):
    out = numpy.empty(len(mesh.loops) * 3, numpy.float32)
    if hasattr(mesh, "calc_normals_split"):
        mesh.calc_normals_split()
        mesh.loops.foreach_get("normal", out)
    else:
        mesh.corner_normals.foreach_get("vector", out)
    return out.reshape(-1, 3).tolist()


def drop_custom_normals(mesh):
    """They are relative to what the vertices were before they became one."""
    if hasattr(mesh, "use_auto_smooth"):
        mesh.use_auto_smooth = False
    if not mesh.has_custom_normals:
        return
    helper = bpy.data.objects.new(SCRATCH, mesh)
    bpy.context.scene.collection.objects.link(helper)
    with bpy.context.temp_override(object=helper, active_object=helper, mesh=mesh):
        bpy.ops.mesh.customdata_custom_splitnormals_clear()
    bpy.data.objects.remove(helper)
