"""GLB files of Thaw in Blender and back, with everything that the way back into a game's format needs."""

import os
import tempfile

import bpy
from bpy.props import StringProperty
from bpy_extras.io_utils import ExportHelper, ImportHelper
import numpy

from . import clips, finish, glb, prepare, source, weld

bl_info = {
    "name": "Thaw GLB",
    "author": "The authors of Thaw",
    "version": (1, 0, 0),
    "blender": (3, 4, 0),
    "location": "File > Import, File > Export",
    "description": "Models of orphaned games, edited and brought back with Thaw",
    "category": "Import-Export",
}

# Blender 3.4 asks numpy for a name that newer ones (Debian's, for one) do not have any more.
if "bool" not in vars(numpy):
    numpy.bool = bool

IMPORT = {
    "merge_vertices": False,  # weld.py does it, knowing which ones
    "import_shading": "NORMALS",
    "bone_heuristic": "BLENDER",  # other ones turn the bones
    "guess_original_bind_pose": True,
    "disable_bone_shape": True,
}

EXPORT = {
    "export_format": "GLB",
    "export_extras": True,
    "export_attributes": True,
    "export_yup": True,
    "export_apply": False,
    "export_normals": True,
    "export_texcoords": True,
    "export_colors": True,
    "export_vertex_color": "ACTIVE",
    "export_all_vertex_colors": False,
    "export_materials": "EXPORT",
    "export_skins": True,
    "export_all_influences": True,
    "export_def_bones": False,
    "export_current_frame": False,
    "export_rest_position_armature": True,
    "export_morph": True,
    "export_morph_normal": False,
    "export_morph_tangent": False,
    "export_animations": True,
    "export_animation_mode": "ACTIONS",
    "export_nla_strips": True,
    "export_anim_single_armature": True,
    "export_force_sampling": False,
    "export_optimize_animation_size": False,
    "export_frame_range": False,
}


def known(operator, settings):
    """Those that this version of Blender has."""
    names = operator.get_rna_type().properties.keys()
    return {name: value for name, value in settings.items() if name in names}


class WithRate:
    """The scene at a whole number of frames a second for a while: versions differ in what they do with the base."""

    def __init__(self, scene, fps):
        self.render = scene.render
        self.fps = fps

    def __enter__(self):
        self.before = self.render.fps, self.render.fps_base
        self.render.fps, self.render.fps_base = self.fps, 1

    def __exit__(self, *_):
        self.render.fps, self.render.fps_base = self.before


class ColorsAsAttributes:
    """Blender 3.4 mixes up the colours of corners, but not other attributes of corners: colours go as one of those.

    Gives the attribute's name in the GLB by the mesh's name. Some colour has to be the one that is shown: a spare one.
    """

    def __enter__(self):
        self.before = []
        names = {}
        for mesh in bpy.data.meshes if bpy.app.version < (3, 6) else ():
            colors = mesh.color_attributes
            if not 0 <= colors.render_color_index < len(colors):
                continue
            shown = colors[colors.render_color_index].name
            names[mesh.name] = "_" + shown.upper()
            spare = colors.new(name="thaw_spare", type="BYTE_COLOR", domain="POINT")
            colors.render_color_index = colors.find(spare.name)
            self.before.append((mesh, shown, spare.name))
        return names

    def __exit__(self, *_):
        for mesh, shown, spare in self.before:
            mesh.color_attributes.remove(mesh.color_attributes[spare])
            mesh.color_attributes.render_color_index = mesh.color_attributes.find(shown)


def curves_of(action):
    if not getattr(action, "layers", None):  # before 4.4
        return list(action.fcurves)
    return [
        curve
        for layer in action.layers
        for strip in layer.strips
        for bag in strip.channelbags
        for curve in bag.fcurves
    ]


def put_keys_on_frames(action):
    for curve in curves_of(action):
        points = numpy.empty(len(curve.keyframe_points) * 2, numpy.float32)
        curve.keyframe_points.foreach_get("co", points)
        points[::2] = clips.snapped(points[::2])
        curve.keyframe_points.foreach_set("co", points)
        curve.update()


def end_of(actions):
    return max([action.frame_range[1] for action in actions], default=0)


class ImportThawGlb(bpy.types.Operator, ImportHelper):
    """Import a GLB that Thaw wrote: one vertex for each of the game's, one frame for each of the game's"""

    bl_idname = "import_scene.thaw_glb"
    bl_label = "Import Thaw GLB"
    bl_options = {"REGISTER", "UNDO"}
    filename_ext = ".glb"
    filter_glob: StringProperty(default="*.glb", options={"HIDDEN"})

    def execute(self, context):
        try:
            file = glb.Glb(self.filepath)
        except (OSError, ValueError) as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        scene = context.scene
        rates = clips.rates_in(file.items("nodes"))
        names = [animation.get("name", "") for animation in file.items("animations")]
        own = scene.render.fps / scene.render.fps_base
        shown = next((rates[name] for name in names if name in rates), own)
        kept = source.taken(file, file.scene().get("extras", {}).pop("thaw", None))
        extras = dict(file.scene().get("extras", {}))
        fps = 100
        prepare.prepare(file, fps, lambda name: rates.get(name, shown))
        before = set(bpy.data.meshes), set(bpy.data.actions)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, os.path.basename(self.filepath))
            file.write(path)
            with WithRate(scene, fps):
                done = bpy.ops.import_scene.gltf(filepath=path, **known(bpy.ops.import_scene.gltf, IMPORT))
        if done != {"FINISHED"}:
            return done
        for mesh in set(bpy.data.meshes) - before[0]:
            keys = mesh.get(prepare.KEYS)
            if keys is not None:
                own_normals = bool(mesh[prepare.OWN_NORMALS])
                del mesh[prepare.KEYS], mesh[prepare.OWN_NORMALS]
                weld.weld(mesh, mesh.uv_layers[keys].name, own_normals)
        actions = set(bpy.data.actions) - before[1]
        for action in actions:
            put_keys_on_frames(action)
        for key, value in extras.items():
            scene[key] = value
        if kept:
            scene[source.KEPT] = kept
        if actions:
            scene.render.fps, scene.render.fps_base = clips.whole_numbers(shown)
            scene.frame_start, scene.frame_end = 0, round(end_of(actions))
            scene.frame_set(0)
        return {"FINISHED"}


class ExportThawGlb(bpy.types.Operator, ExportHelper):
    """Export a GLB with all that Thaw needs to write the game's own format again"""

    bl_idname = "export_scene.thaw_glb"
    bl_label = "Export Thaw GLB"
    filename_ext = ".glb"
    filter_glob: StringProperty(default="*.glb", options={"HIDDEN"})

    def execute(self, context):
        scene = context.scene
        own = scene.render.fps / scene.render.fps_base
        fps = 100
        with WithRate(scene, fps), ColorsAsAttributes() as colors:
            done = bpy.ops.export_scene.gltf(
                filepath=self.filepath, **known(bpy.ops.export_scene.gltf, EXPORT)
            )
        if done != {"FINISHED"}:
            return done
        file = glb.Glb(self.filepath)
        rates = clips.rates_in(file.items("nodes"))
        finish.finish(file, fps, lambda name: rates.get(name, own), colors)
        file.write(self.filepath)
        return {"FINISHED"}


def import_entry(self, _):
    self.layout.operator(ImportThawGlb.bl_idname, text="Thaw GLB (.glb)")


def export_entry(self, _):
    self.layout.operator(ExportThawGlb.bl_idname, text="Thaw GLB (.glb)")


def register():
    bpy.utils.register_class(ImportThawGlb)
    bpy.utils.register_class(ExportThawGlb)
    bpy.types.TOPBAR_MT_file_import.append(import_entry)
    bpy.types.TOPBAR_MT_file_export.append(export_entry)


def unregister():
    bpy.types.TOPBAR_MT_file_import.remove(import_entry)
    bpy.types.TOPBAR_MT_file_export.remove(export_entry)
    bpy.utils.unregister_class(ImportThawGlb)
    bpy.utils.unregister_class(ExportThawGlb)
