"""Scenes and poses as arrays, with and without numpy."""

import gc
import os

import pytest

import thaw
from thaw import _arrays, _native

has_numpy = _arrays.numpy() is not None


def rows(array):
    return array.tolist()


def test_numpy_is_optional():
    assert has_numpy == (not os.environ.get("THAW_WITHOUT_NUMPY") and bool(_arrays.numpy()))


def test_mesh(frog):
    mesh = frog.scene.meshes[0]
    assert tuple(mesh.positions.shape) == (346, 3)
    assert len(mesh.joints) == len(mesh.weights) == 346
    assert all(abs(sum(weights) - 1) < 1e-5 for weights in rows(mesh.weights))
    assert mesh.points.tolist() == mesh.positions.tolist()
    primitive = mesh.primitives[0]
    assert tuple(primitive.triangles.shape) == (504, 3)
    corners, indices = rows(primitive.corners), rows(primitive.indices)
    assert rows(primitive.triangles)[7] == [corners[index] for index in indices[21:24]]
    assert tuple(primitive.uvs.shape) == (len(corners), 2)
    assert len(primitive.colors) == 0
    assert primitive.topology == "triangles" and primitive.material == 0
    assert frog.scene.materials[0].name


def test_arrays_are_read_only(frog):
    positions = frog.scene.meshes[0].positions
    with pytest.raises((ValueError, TypeError)):
        positions[0, 0] = 1


def test_arrays_outlive_the_model():
    positions = thaw.open("FROG.DDD").scene.meshes[0].positions
    gc.collect()
    others = [thaw.open("FROG.DDD").scene for _ in range(3)]
    assert rows(positions) == rows(others[0].meshes[0].positions)


def test_arrays_are_not_copied(frog):
    if not has_numpy:
        pytest.skip("needs numpy")
    import numpy

    mesh = frog.scene.meshes[0]
    assert numpy.shares_memory(mesh.positions, mesh.positions)


def test_skin(frog):
    scene = frog.scene
    skin = scene.skins[0]
    assert len(skin.inverse_binds) == len(skin.joints) == len(set(rows(skin.joints)))
    matrix = skin.inverse_binds[0]
    assert [float(value) for value in matrix[3]] == [0, 0, 0, 1]
    assert all(scene.nodes[joint].name for joint in rows(skin.joints))


def test_clips(frog):
    clip = frog.scene.clips[1]
    assert clip.name == "WALK" and clip.loop and 0.6 < clip.seconds < 0.7
    channel = next(one for one in clip.channels if one.path == "rotation")
    assert tuple(channel.values.shape) == (len(channel.times), 4)
    assert rows(channel.times) == sorted(rows(channel.times))
    assert channel.interpolation in ("linear", "step") and len(channel.frames) == 0


def test_images(frog):
    image = frog.scene.images[0]
    assert image.name
    width, height = image.size
    assert width > 1 and tuple(image.pixels.shape) == (height, width, 4)
    assert any(one for one in bytes(image.pixels))


def test_shapes(samples):
    fish = thaw.open(os.path.join(samples, "unreal", "Models", "ThawFish_d.3d"))
    mesh = fish.scene.meshes[0]
    assert mesh.shapes > 1
    first, second = mesh.shape(0), mesh.shape(1)
    assert tuple(first.shape) == tuple(mesh.positions.shape)
    assert rows(first) != rows(second)
    pose = fish.pose(0, 0.0)
    assert len(pose.points) == len(mesh.positions)


def test_pose(frog):
    rest, walk = frog.pose(), frog.pose("WALK", 0.25)
    assert tuple(walk.points.shape) == tuple(walk.normals.shape) == (346, 3)
    assert rows(rest.points) != rows(walk.points)
    assert rows(frog.pose(1, 0.25).points) == rows(walk.points)
    assert rows(frog.pose("walk", 0.25).points) == rows(walk.points)
    with pytest.raises(thaw.Error):
        frog.pose("FLY", 0)
    with pytest.raises(thaw.Error):
        frog.pose("WALK", float("nan"))


def test_poses_do_not_mix(frog):
    early, late = frog.pose("WALK", 0.1), frog.pose("WALK", 0.4)
    assert rows(late.points) == rows(frog.pose("WALK", 0.4).points)
    assert rows(early.points) == rows(frog.pose("WALK", 0.1).points)
    assert rows(early.points) != rows(late.points)
    assert rows(early.normals) == rows(frog.pose("WALK", 0.1).normals)


def test_pose_is_a_copy(frog):
    pose = frog.pose("WALK", 0.1)
    pose.points[0, 0] = 99.0
    assert pose.points[0, 0] == 99
    assert frog.pose("WALK", 0.1).points[0, 0] != 99


def test_posed_nodes(frog):
    pose = frog.pose("WALK", 0.1)
    assert len(pose.nodes) == len(frog.scene.nodes)
    meshes = [node for node in pose.nodes if len(node.points)]
    assert len(meshes) == 1 and rows(meshes[0].points) == rows(pose.points)
    assert all([float(value) for value in node.matrix[3]] == [0, 0, 0, 1] for node in pose.nodes)
    assert all(len(node.weights) == 0 for node in pose.nodes)
    if has_numpy:
        import numpy

        # The way of every viewer: points by joints, matrices and weights.
        mesh, skin = frog.scene.meshes[0], frog.scene.skins[0]
        joints = numpy.stack([pose.nodes[joint].matrix for joint in skin.joints]) @ skin.inverse_binds
        points = numpy.c_[mesh.positions, numpy.ones(len(mesh.positions))]
        skinned = numpy.einsum("pj,pjab,pb->pa", mesh.weights, joints[mesh.joints], points)[:, :3]
        assert numpy.abs(skinned - pose.points).max() < 1e-5


def test_several_meshes_in_one_pose(samples):
    penguin = thaw.open(os.path.join(samples, "penguin", "penguin.glb"))
    pose = penguin.pose(0, 0.1)
    assert len(pose.points) == sum(len(node.points) for node in pose.nodes) > 0


def test_model_with_the_same_scene(frog):
    assert frog.scene is frog.scene
    assert frog.to_scene() is not frog.scene
    with pytest.raises(thaw.Error):
        frog.to_scene(normals="many")
    with pytest.raises(AttributeError):
        frog.scene.meshes[0].nothing


def test_strides():
    # Elements with gaps between them, as some files have them.
    import ctypes

    memory = (ctypes.c_float * 8)(1, 2, 3, -1, 4, 5, 6, -1)
    source = _native.Array(ctypes.addressof(memory), 2, 16, 3, _native.F32)
    assert rows(_arrays.view(source, memory)) == [[1, 2, 3], [4, 5, 6]]
    assert rows(_arrays.copy(source)) == [[1, 2, 3], [4, 5, 6]]
    copied = _arrays.copy(source)
    copied[0, 0] = 9
    assert memory[0] == 1


def test_empty_arrays():
    source = _native.Array(None, 0, 12, 3, _native.F32)
    assert len(_arrays.view(source, None)) == len(_arrays.copy(source)) == 0
    assert len(_arrays.joined([], "f", 3)) == 0
    assert len(_arrays.matrices(source, None)) == 0
