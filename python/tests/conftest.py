"""Every test runs in a folder of its own with copies of samples, which may be overwritten.

THAW_WITHOUT_NUMPY: as if numpy were not installed. THAW_SAMPLES: the folder of samples. THAW_PROGRAM: the program, with
which answers are compared. THAW_CORPUS: a folder of real files, if there is one.
"""

import os
import shutil
import sys
import zipfile

if os.environ.get("THAW_WITHOUT_NUMPY"):
    sys.modules["numpy"] = None  # type: ignore[assignment]  # an import of it fails

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
SAMPLES = os.environ.get("THAW_SAMPLES") or os.path.join(HERE, "..", "..", "samples")


@pytest.fixture(scope="session")
def samples():
    return os.path.abspath(SAMPLES)


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch, samples):
    for name in ("FROG.DDD", "FROG.PCX", "FROGEYE.PCX", "FROG.textures.json"):
        shutil.copy(os.path.join(samples, "soulfu", name), tmp_path)
    for name in ("ThawFish_d.3d", "ThawFish_a.3d"):
        shutil.copy(os.path.join(samples, "unreal", "Models", name), tmp_path)
    with zipfile.ZipFile(tmp_path / "models.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name in ("FROG.DDD", "FROG.PCX", "FROG.textures.json"):
            archive.write(tmp_path / name, name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def frog():
    import thaw

    return thaw.open("FROG.DDD")


@pytest.fixture
def fish():
    import thaw

    return thaw.open("ThawFish_d.3d")


@pytest.fixture
def program():
    found = os.environ.get("THAW_PROGRAM")
    if not found:
        pytest.skip("THAW_PROGRAM names no program to compare with")
    return found
