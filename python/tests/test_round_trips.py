"""What Python makes is, byte for byte, what the program makes. Also of real files, where there are some."""

import os
import subprocess

import pytest

import thaw

HERE = os.path.dirname(os.path.abspath(__file__))
SAMPLES = os.environ.get("THAW_SAMPLES") or os.path.join(HERE, "..", "..", "samples")
CORPUS = os.environ.get("THAW_CORPUS", "")
MOST = 0 if os.environ.get("THAW_ALL") else 12  # real files of each format; 0: all of them


def endings():
    """Of models of games."""
    shown = [format for format in thaw.formats() if format.abilities.render and format.id not in ("gltf", "obj", "ply")]
    return tuple(ending for format in shown for ending in format.extensions)


def models_below(folder):
    """One file of each model, by its ending."""
    found = {}
    for place, _, names in os.walk(folder):
        for name in sorted(names):
            path = os.path.join(place, name)
            if name.lower().endswith(endings()) and not name.lower().endswith("_a.3d"):
                found.setdefault(os.path.splitext(name)[1].lower(), []).append(path)
    out = []
    for paths in found.values():
        paths.sort()
        out += paths[:: max(1, len(paths) // MOST)] if MOST else paths
    return out


def run(program, *arguments):
    done = subprocess.run([program, *arguments], capture_output=True, text=True)
    return done.returncode, done.stderr


def read(path):
    with open(path, "rb") as file:
        return file.read()


def check(program, path):
    model = thaw.open(path)
    own = {os.path.basename(file.name): file.bytes for file in model.files}
    for file in model.write():
        assert own[os.path.basename(file.name)] == file.bytes
    code, error = run(program, "convert", path, "-o", "program/it.glb", "--force", "--fail-on", "never")
    if "--model" in error:  # several models, which the program does not write to one file
        return False
    if code != 0:  # it has nothing to show, or nobody can
        with pytest.raises(thaw.Error):
            model.convert("glb")
        return False
    made = model.convert("glb", name="it")
    assert made.bytes == read("program/it.glb"), path
    os.makedirs("program/back", exist_ok=True)
    for name in os.listdir("program/back"):
        os.unlink(os.path.join("program/back", name))
    back = thaw.open("program/it.glb").convert("native")
    to_native = ("--to", "native", "-o", "program/back/", "--fail-on", "never")
    code, error = run(program, "convert", "program/it.glb", *to_native)
    assert code == 0, error
    made = {file.name: file.bytes for file in back.files if not file.companion}
    for name in os.listdir("program/back"):
        if name in made:
            assert made.pop(name) == read(os.path.join("program/back", name)), (path, name)
    assert not made, (path, list(made))
    return True


def check_all(program, paths):
    refusals, converted = [], 0
    for path in paths:
        try:
            converted += check(program, path)
        except thaw.Error as error:  # the program has to refuse it, too
            code, _ = run(program, "info", path)
            if code == 0:
                refusals.append((path, str(error)))
    assert not refusals
    return converted


def test_samples(program, samples):
    paths = models_below(samples)
    assert len(paths) > 5
    assert check_all(program, paths) > 5


def test_corpus(program):
    if not os.path.isdir(CORPUS):
        pytest.skip("there are no real files")
    paths = models_below(CORPUS)
    assert check_all(program, paths) > 5


def test_images(program, samples):
    for path in models_below(samples)[:4]:
        code, error = run(program, "render", path, "-o", "program.png", "--size", "64", "--force")
        assert code == 0, error
        assert thaw.open(path).render(width=64).bytes == read("program.png"), path
