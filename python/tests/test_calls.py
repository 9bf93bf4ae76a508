"""Progress, cancelling, threads, archives, and examples."""

import gc
import os
import subprocess
import sys
import threading
import weakref
import zipfile

import pytest

import thaw
from thaw import _native

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLES = os.path.join(HERE, "..", "..", "examples", "python")


def read(path):
    with open(path, "rb") as file:
        return file.read()


def test_progress():
    seen = []
    model = thaw.open("FROG.DDD", progress=lambda done, total: seen.append((done, total)))
    model.convert("glb")
    model.render(width=24, type="gif", animate="WALK")
    assert seen and all(0 <= done <= total or total == 0 for done, total in seen)
    seen.clear()
    model.progress = None
    model.convert("glb")
    assert not seen and model.progress is None


def test_cancel(frog):
    frog.progress = lambda done, total: True
    with pytest.raises(thaw.Cancelled) as caught:
        frog.render(width=24, type="gif", animate="WALK")
    assert caught.value.code == "cancelled"
    frog.progress = None
    assert frog.render(width=24).width == 24


def test_models_are_freed_at_once():
    gc.disable()
    try:
        frog = thaw.open("FROG.DDD", progress=lambda done, total: False)
        frog.pose("WALK", 0.1).points
        frog.render(width=8).save("a.png")
        fish = thaw.open(read("ThawFish_d.3d"), name="ThawFish_d.3d", lookup=lambda want: None)
        gone = [weakref.ref(frog), weakref.ref(fish), weakref.ref(frog.scene)]
        del frog, fish
        assert [one() for one in gone] == [None, None, None]
    finally:
        gc.enable()


def test_what_progress_raises_comes_out(frog):
    class Mine(BaseException):
        pass

    def call(done, total):
        raise Mine

    frog.progress = call
    with pytest.raises(Mine):
        frog.render(width=24, type="gif", animate="WALK")
    frog.progress = None
    assert frog.render(width=24).width == 24


def test_callbacks_may_not_use_the_object(frog):
    frog.progress = lambda done, total: frog.write()
    with pytest.raises(thaw.Error) as caught:
        frog.render(width=24, type="gif", animate="WALK")
    assert "callback" in str(caught.value)


def test_threads(frog):
    wanted = frog.pose("WALK", 0.1).points.tolist(), frog.pose("WALK", 0.3).points.tolist()
    wrong = []

    def work(number):
        for _ in range(50):
            if frog.pose("WALK", (0.1, 0.3)[number]).points.tolist() != wanted[number]:
                wrong.append(number)
            if frog.field("scaling").value != 3:
                wrong.append("field")

    threads = [threading.Thread(target=work, args=(number % 2,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


@pytest.mark.parametrize("as_bytes", [False, True])
def test_archive(as_bytes):
    archive = thaw.archive(read("models.zip"), name="models.zip") if as_bytes else thaw.archive("models.zip")
    assert archive.kind == "zip archive" and list(archive) == ["FROG.DDD", "FROG.PCX", "FROG.textures.json"]
    assert len(archive) == 3 and list(archive) == archive.keys() and "FROG.DDD" in archive and "x" not in archive
    assert archive["FROG.DDD"] == archive[0] == archive[-3] == read("FROG.DDD")
    assert archive.entries[0].size == 37002 and archive.entries[0].stored_size < 37002
    model = archive.open("FROG.DDD")
    assert model.format == "ddd" and any(file.role == "texture" for file in model.files)
    with pytest.raises(KeyError):
        archive["x"]
    with pytest.raises(IndexError):
        archive[3]
    with archive:
        pass
    with pytest.raises(thaw.Error):
        archive["FROG.DDD"]


def test_archive_refuses():
    with pytest.raises(thaw.Error):
        thaw.archive("FROG.PCX")
    with pytest.raises(thaw.Error):
        thaw.archive(b"nothing", name="x.zip")
    with pytest.raises(thaw.Error):
        thaw.archive("nowhere.zip")


def test_damaged_entry():
    with zipfile.ZipFile("a.zip", "w") as archive:
        archive.writestr("a.txt", b"hello hello")
    content = bytearray(read("a.zip"))
    content[content.index(b"hello")] ^= 1
    archive = thaw.archive(bytes(content), name="a.zip")
    with pytest.raises(thaw.Error) as caught:
        archive["a.txt"]
    assert "a.txt" in str(caught.value)


def run(name, *arguments):
    """An example, by a Python of its own."""
    program = [sys.executable]
    if os.environ.get("THAW_WITHOUT_NUMPY"):
        blocked = "import sys, runpy; sys.modules['numpy'] = None; sys.argv = sys.argv[1:]; runpy.run_path(sys.argv[0])"
        program += ["-c", blocked]
    environment = dict(os.environ, PYTHONPATH=os.path.dirname(os.path.dirname(thaw.__file__)))
    done = subprocess.run(
        [*program, os.path.join(EXAMPLES, name + ".py"), *arguments], env=environment, capture_output=True, text=True
    )
    return done.returncode, done.stdout, done.stderr


def output_of(name, *arguments):
    code, out, error = run(name, *arguments)
    assert code == 0 and error == "", error
    return out


def test_example_inspect():
    out = output_of("inspect_model", "FROG.DDD", "0x14")
    assert "346 vertices" in out and "WALK: 42 frames" in out and "bases[0].vertices[0].position" in out
    assert "  of " in output_of("inspect_model", "ThawFish_d.3d", "0x40")


def test_example_convert():
    assert "wrote frog.glb" in output_of("convert", "FROG.DDD", "frog.glb")
    code, _, error = run("convert", "FROG.DDD", "FROG.DDD")
    assert code == 0 or "read" in error
    code, _, error = run("convert", "nowhere.ddd", "x.glb")
    assert code == 1 and "(io)" in error


def test_example_pose():
    assert "y: " in output_of("pose", "FROG.DDD", "WALK", "0.25")


def test_example_render():
    assert "256 x 256, 1 frame\n" in output_of("render", "FROG.DDD", "a.png", "WALK")


def test_example_edit_field():
    out = output_of("edit_field", "FROG.DDD", "scaling", "4", "b.ddd")
    assert "scaling: 3 -> 4" in out and "it is 4" in out
    code, _, error = run("edit_field", "FROG.DDD", "scaling", "1e9", "c.ddd")
    assert code == 1 and "scaling" in error and not os.path.exists("c.ddd")


def test_example_batch(samples):
    out = output_of("batch", os.path.join(samples, "soulfu"), "out")
    assert "FROG.DDD: " in out and os.path.exists("out/FROG.glb")


def test_every_example_is_run():
    with open(os.path.join(HERE, "test_calls.py"), encoding="utf-8") as file:
        text = file.read()
    for name in os.listdir(EXAMPLES):
        if name.endswith(".py"):
            assert '("{}"'.format(name[:-3]) in text, name


def test_library_is_named_in_words(tmp_path):
    environment = dict(os.environ, THAW_LIBRARY=str(tmp_path / "none.so"))
    environment["PYTHONPATH"] = os.path.dirname(os.path.dirname(thaw.__file__))
    done = subprocess.run([sys.executable, "-c", "import thaw"], env=environment, capture_output=True, text=True)
    assert done.returncode == 1 and "THAW_LIBRARY" in done.stderr and "none.so" in done.stderr


def test_abi_is_that_of_the_package():
    assert _native.lib.thaw_abi() == _native.ABI
