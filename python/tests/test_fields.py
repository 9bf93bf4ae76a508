"""Fields, elements and differences."""

import pytest

import thaw


def test_listing(frog):
    fields = list(frog.fields())
    assert [field.path for field in fields][:2] == ["scaling", "flags"]
    assert fields[0] == frog.field("scaling") and fields[0].value == 3 and fields[0].size == 2
    below = list(frog.fields("bases[0].vertices"))
    assert len(below) == 346
    deeper = list(frog.fields("bases[0].vertices[3]"))
    assert [field.name for field in deeper] == ["position", "bones", "weight"]
    assert frog.field("bases[0].vertices").has_children


def test_listing_has_pages(frog):
    frames = list(frog.fields(depth=4))
    assert len({field.path for field in frames}) == len(frames)
    assert sum(1 for field in frog.fields("bases[0].slots[0].triangles")) == 504


def test_field_at(frog):
    fields = frog.field_at(0x14)
    assert fields[0].path == "bases[0].vertices[0].position[0]"
    assert "bases[0].vertices[0]" in [field.path for field in fields]
    with pytest.raises(thaw.Error):
        frog.field_at(1 << 30)


def test_values(frog):
    assert frog["scaling"] == 3
    assert frog["bases[0].vertices[0].position"] == [-1067, -3333, 1800]
    vertex = frog["bases[0].vertices[0]"]
    assert vertex["bones"] == [0, 1] and vertex["position"][0] == -1067
    assert len(frog["bases[0].vertices"]) == 346
    with pytest.raises(thaw.Error) as caught:
        frog["nothing"]
    assert caught.value.code in ("bad_value", "bad_argument")


def test_setting(frog):
    before = frog.write()[0].bytes
    shape = frog.scene.meshes[0].positions
    first = shape.tolist()[3]
    frog["bases[0].vertices[3].position"] = (1, 2, 3)
    after = frog.write()[0].bytes
    assert frog["bases[0].vertices[3].position"] == [1, 2, 3]
    at = frog.field("bases[0].vertices[3].position").offset
    assert [index for index in range(len(before)) if before[index] != after[index]][0] >= at
    assert before[:at] == after[:at] and before[at + 6 :] == after[at + 6 :]
    assert frog.info.totals.vertices == 346
    # The old scene is as it was; there is a new one.
    assert shape.tolist()[3] == first
    assert frog.scene.meshes[0].positions.tolist()[3] != first


def test_setting_several(frog):
    frog.set({"scaling": "0x4", "shadow_textures": [1, 2, 3, 4]}, part="ddd")
    assert frog["scaling"] == 4 and frog["shadow_textures"] == [1, 2, 3, 4]
    before = frog.write()[0].bytes
    with pytest.raises(thaw.Error) as caught:
        frog.set({"scaling": 5, "padding": 1000})
    assert "padding" in str(caught.value)
    assert frog["scaling"] == 4 and frog.write()[0].bytes == before


def test_setting_takes_numpy(frog):
    numpy = pytest.importorskip("numpy")
    frog["bases[0].vertices[3].position"] = numpy.array([4, 5, 6], "i2")
    frog["scaling"] = numpy.int16(9)
    assert frog["bases[0].vertices[3].position"] == [4, 5, 6] and frog["scaling"] == 9


def test_setting_refuses(frog):
    position = "bases[0].vertices[0].position"
    for path, value in (("scaling", 1 << 20), ("scaling", "many"), ("nothing", 1), (position, [1])):
        with pytest.raises(thaw.Error):
            frog[path] = value
    assert not frog.diff(thaw.open("FROG.DDD"))


def test_setting_forgets_facts(frog):
    assert frog.info.native.scaling == 3
    frog["scaling"] = 5
    assert frog.info.native.scaling == 5


def test_diff(frog):
    edited = thaw.open("FROG.DDD")
    same = frog.diff(edited)
    assert same.equal and not same and len(same) == 0
    edited["scaling"] = 7
    found = frog.diff(edited)
    assert found and not found.equal and found.dropped == 0
    (change,) = found
    assert (change.kind, change.path, change.before, change.after) == ("changed", "scaling", 3, 7)
    assert frog.diff(frog).equal
    with pytest.raises(thaw.Error):
        frog.diff(thaw.open(frog.convert("rdy").bytes, name="frog.rdy"))
    with pytest.raises(thaw.Error):
        frog.diff(thaw.Model())


def test_elements_and_bytes(fish):
    for kind in ("point", "triangle", "uv", "bone", "key", "clip", "material"):
        element = thaw.Element(kind)
        for place in fish.bytes_of(element):
            assert place.bit_count > 0 and place.size > 0 and place.path
            found = fish.elements(place.offset, place.part)
            assert any(one.kind == kind and one._replace(words="") == element for one in found), kind
    (place,) = fish.bytes_of({"kind": "point", "mesh": 0, "index": 3, "frame": 0})
    assert place.path in [field.path for field in fish.field_at(place.offset, place.part)]
    assert "3" in str(next(one for one in fish.elements(place.offset, place.part) if one.kind == "point"))


def test_elements_refuse(frog):
    with pytest.raises(thaw.Error):
        frog.bytes_of({"kind": "wheel"})
    with pytest.raises(thaw.Error):
        frog.elements(0, lod=3)
