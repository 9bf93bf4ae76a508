"""Opening, facts, converting and saving."""

import os
import pickle

import pytest

import thaw


def read(path):
    with open(path, "rb") as file:
        return file.read()


def test_facts(frog):
    assert frog.format == "ddd"
    assert frog.info["totals"]["triangles"] == 664
    assert frog.info.totals.triangles == 664
    assert [(clip.name, clip.frames, clip.loop) for clip in frog.clips] == [("STAND", 75, True), ("WALK", 42, True)]
    assert frog.clips[1].says.startswith("footstep")
    assert frog.issues == [] and frog.issues.dropped == 0
    assert frog.check("game") == []
    assert [file.role for file in frog.files] == ["ddd", "textures-json", "texture", "texture"]
    assert all(want.role and want.names for want in frog.wants)


def test_profile_is_known(frog):
    with pytest.raises(thaw.Error) as caught:
        frog.check("strict")
    assert caught.value.code == "bad_argument"


def test_issues_have_places():
    content = bytearray(read("FROG.DDD"))
    content[0x1A] = 0xEE  # a vertex on a bone that is not there
    model = thaw.open(content, name="FROG.DDD")
    assert model.issues
    issue = model.issues[0]
    assert issue.severity in ("info", "warning", "error")
    assert issue.part == "ddd" and issue.path.startswith("bases[0]") and issue.offset is not None
    assert issue.code in str(issue)


def test_bytes_with_files_and_lookup():
    files = {name: read(name) for name in ("FROG.PCX", "FROGEYE.PCX", "FROG.textures.json")}
    wanted = []

    def lookup(want):
        wanted.append(want)
        return {name: files[name] for name in want.names if name in files} or None

    by_files = thaw.open(read("FROG.DDD"), name="FROG.DDD", files=files)
    by_lookup = thaw.open(read("FROG.DDD"), name="FROG.DDD", lookup=lookup)
    assert [file.name for file in by_files.files] == [file.name for file in by_lookup.files]
    assert len(by_files.files) == 4
    assert wanted and all(want.role for want in wanted)


def test_lookup_may_find_nothing_or_fail():
    content = read("FROG.DDD")
    assert len(thaw.open(content, name="FROG.DDD", lookup=lambda want: None).files) == 1

    def fail(want):
        raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        thaw.open(content, name="FROG.DDD", lookup=fail)


def test_lookup_may_give_bytes():
    points = read("ThawFish_a.3d")

    def lookup(want):
        return points if want.role == "aniv" else None

    model = thaw.open(read("ThawFish_d.3d"), name="ThawFish_d.3d", lookup=lookup)
    assert [file.role for file in model.files] == ["data", "aniv"]


def test_options_of_opening_do_not_mix():
    with pytest.raises(thaw.Error):
        thaw.open("FROG.DDD", name="x")
    with pytest.raises(thaw.Error):
        thaw.open(b"", search=["."])
    with pytest.raises(thaw.Error):
        thaw.open(b"", companions={"texture": "FROG.PCX"})


def test_format_is_heeded():
    with pytest.raises(thaw.Error):
        thaw.open("FROG.DDD", format="ctc")
    with pytest.raises(thaw.Error) as caught:
        thaw.open("FROG.DDD", format="nothing")
    assert "nothing" in str(caught.value)


def test_companions(samples):
    bare = thaw.open(read("FROG.DDD"), name="FROG.DDD", companions={"texture": read("FROG.PCX")})
    assert [file.role for file in bare.files] == ["ddd", "texture"]


def test_errors_have_places():
    with pytest.raises(thaw.Error) as caught:
        thaw.open(read("FROG.DDD")[:1000], name="short.ddd", format="ddd")
    error = caught.value
    assert error.code == "truncated" and error.file == "short.ddd"
    assert error.offset is not None and error.path
    assert "short.ddd" in str(error) and error.path in str(error) and hex(error.offset)[2:] in str(error)
    again = pickle.loads(pickle.dumps(error))
    assert (again.code, again.offset, str(again)) == (error.code, error.offset, str(error))


def test_error_of_a_path():
    with pytest.raises(thaw.Error) as caught:
        thaw.open("nowhere.ddd")
    assert caught.value.code == "io"


def test_limits():
    with pytest.raises(thaw.Error) as caught:
        thaw.open("FROG.DDD", limits={"input_bytes": 1000})
    assert caught.value.code == "over_budget"
    with pytest.raises(thaw.Error) as caught:
        thaw.open("FROG.DDD", limits={"bytes": 1000})
    assert caught.value.code == "bad_argument"


def test_write_is_exact(frog):
    assert [file.bytes for file in frog.write()] == [read("FROG.DDD")]


def test_convert(frog):
    plain, compact = frog.convert("glb"), frog.convert("glb", compact=True)
    assert plain.files[0].name == "FROG.glb" and len(compact.bytes) < len(plain.bytes)
    assert len(frog.convert("glb", source=False).bytes) < len(plain.bytes)
    assert b"KHR_materials_unlit" not in frog.convert("glb", shading="lit").bytes
    assert [file.name for file in frog.convert("gltf", name="croak").files] == ["croak.gltf", "croak.bin"]
    assert frog.convert("native").bytes == read("FROG.DDD")
    rdy = frog.convert("rdy")
    assert thaw.open(rdy.bytes, name="frog.rdy").format == "rdy"


def test_convert_refuses(frog):
    with pytest.raises(thaw.Error) as caught:
        frog.convert("3ds")
    assert caught.value.code == "unsupported"
    with pytest.raises(thaw.Error) as caught:
        frog.convert("glb", lod=3)
    assert "lod" in str(caught.value)
    with pytest.raises(thaw.Error):
        frog.convert("glb", shading="dark")


def test_options_have_the_words_of_the_command_line(frog):
    exact = thaw.open(frog.convert("glb", rig="exact").bytes, name="a.glb")
    usual = thaw.open(frog.convert("glb").bytes, name="b.glb")
    assert len(exact.scene.nodes) > len(usual.scene.nodes)
    assert len(frog.to_scene(rig="exact").nodes) > len(frog.scene.nodes)


def test_convert_over(frog):
    glb = thaw.open(frog.convert("glb", source=False).bytes, name="frog.glb")
    made = thaw.convert_over(glb, frog, "ddd")
    assert made.bytes == read("FROG.DDD") and made.change_summary.startswith("nothing changed")
    assert glb.convert("ddd", base=frog).bytes == made.bytes
    with pytest.raises(thaw.Error):
        thaw.convert_over(glb, thaw.Model(), "ddd")


def test_conversion_saves(frog, own_folder):
    made = frog.convert("gltf")
    assert made.save("out/deep") == [os.path.join("out/deep", name) for name in ("FROG.gltf", "FROG.bin")]
    assert read("out/deep/FROG.bin") == made.files[1].bytes
    assert made.paths


def test_save_by_ending(frog):
    assert frog.save("a.glb").paths == ["a.glb"]
    assert frog.save("a.gltf").paths == ["a.gltf", "a.bin"]
    assert b'"a.bin"' in read("a.gltf")
    assert frog.save("a.obj").paths[:2] == ["a.obj", "a.mtl"]
    assert frog.save("a.ddd").paths == ["a.ddd"] and read("a.ddd") == read("FROG.DDD")
    assert frog.save("a.rdy").target == "rdy"
    assert frog.save("a.dat", to="native").paths == ["a.dat"]
    assert frog.save("a.png", width=32).type == "png" and read("a.png")[1:4] == b"PNG"
    with pytest.raises(thaw.Error) as caught:
        frog.save("a.doc")
    assert caught.value.code == "unsupported" and caught.value.file == "a.doc"


def test_save_of_several_files(samples, own_folder):
    fish = thaw.open(os.path.join(samples, "unreal", "Models", "ThawFish_d.3d"))
    assert fish.save("Cod_d.3d").paths == ["Cod_d.3d", "Cod_a.3d"]
    assert read("Cod_a.3d") == read(os.path.join(samples, "unreal", "Models", "ThawFish_a.3d"))
    with pytest.raises(thaw.Error) as caught:
        fish.save("Cod.3d")
    assert "_d.3d" in str(caught.value)


def test_save_overwrites_nothing(frog):
    with open("a.glb", "wb") as file:
        file.write(b"mine")
    with pytest.raises(FileExistsError):
        frog.save("a.glb")
    with pytest.raises(thaw.FileThere):
        frog.save("a.glb")
    assert read("a.glb") == b"mine"
    frog.save("a.glb", overwrite=True)
    assert read("a.glb")[:4] == b"glTF"
    frog.save("a.glb")  # the same bytes
    assert not [name for name in os.listdir(".") if name.startswith(".thaw-")]


def test_save_into_no_folder(frog):
    with pytest.raises(thaw.Error) as caught:
        frog.save("nowhere/a.glb")
    assert caught.value.code == "io" and "nowhere" in str(caught.value)
    assert isinstance(caught.value.__cause__, FileNotFoundError)


def test_saved_files_may_be_read_like_others(frog):
    with open("mine", "wb"):
        pass
    frog.save("a.glb")
    assert os.stat("a.glb").st_mode == os.stat("mine").st_mode


def test_save_checks_all_files_first(frog):
    with open("a.bin", "wb") as file:
        file.write(b"mine")
    with pytest.raises(thaw.FileThere):
        frog.save("a.gltf")
    assert not os.path.exists("a.gltf") and read("a.bin") == b"mine"


def test_save_never_overwrites_inputs(frog):
    before = read("FROG.DDD")
    frog["scaling"] = 4
    os.link("FROG.DDD", "same.ddd")
    os.mkdir("d")
    for path in ("FROG.DDD", "./d/../FROG.DDD", "same.ddd"):
        with pytest.raises(thaw.FileThere):
            frog.save(path, overwrite=True)
    with pytest.raises(thaw.FileThere):  # a companion is one, too
        thaw._output.write_files([("FROG.PCX", b"")], frog._all_inputs(), True)
    assert read("FROG.DDD") == before


def test_save_never_overwrites_the_archive_of_an_input():
    model = thaw.open("models.zip/FROG.DDD")
    with pytest.raises(thaw.FileThere):
        model.save("models.zip", to="glb", overwrite=True)


def test_save_never_overwrites_the_base(frog):
    frog["scaling"] = 4
    glb = thaw.open(frog.convert("glb").bytes, name="frog.glb")
    with pytest.raises(thaw.FileThere):
        glb.save("FROG.DDD", base=thaw.open("FROG.DDD"), overwrite=True)


def test_render(frog):
    image = frog.render(width=40, height=30, view="front", clip="walk", time=0.2, background="grey")
    assert (image.type, image.width, image.height, image.frames) == ("png", 40, 30, 1)
    assert image.save("a.png") == "a.png"
    with pytest.raises(thaw.Error):
        image.save("a.gif")
    with pytest.raises(thaw.Error):
        image.pixels
    pixels = frog.render(width=40, height=30, type="rgba").pixels
    assert tuple(pixels.shape) == (30, 40, 4)
    assert any(pixels[row, column, 3] for row in range(30) for column in range(40))
    with pytest.raises(thaw.Error):
        frog.render(view="behind")


def test_render_moves(frog):
    gif = frog.render(width=24, type="gif", animate="WALK")
    assert gif.frames > 1 and gif.bytes[:3] == b"GIF" and gif.seconds > 0.5
    assert frog.save("a.gif", width=24, clip="WALK").bytes == gif.bytes
    assert frog.save("b.gif", width=24, clip="STAND").frames != gif.frames
    assert frog.render(width=24, filmstrip=3).width == 72


def test_models():
    assert [one.opened for one in thaw.models("FROG.DDD")] == [True]
    assert [one.opened for one in thaw.models(read("FROG.DDD"), name="FROG.DDD")] == [True]
    with pytest.raises(thaw.Error) as caught:
        thaw.models("nowhere")
    assert caught.value.code == "io"


def test_formats():
    ids = [format.id for format in thaw.formats()]
    assert {"ctc", "unreal", "ctr", "twm", "ddd", "rdy", "gltf"} <= set(ids)
    assert thaw.version() == thaw.__version__
    with pytest.raises(thaw.Error):
        thaw.options("nothing")


def test_close(frog):
    scene = frog.scene
    with frog:
        pass
    with pytest.raises(thaw.Error) as caught:
        frog.write()
    assert caught.value.code == "bad_argument"
    assert len(scene.meshes[0].positions) == 346
    assert "closed" in repr(frog)
    frog.close()


def test_strings_with_nul(frog):
    with pytest.raises(thaw.Error):
        frog.field("a\0b")
