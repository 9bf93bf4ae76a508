"""What pyproject.toml cannot say: the version is the project's, and the library goes into the package.

The library is the file that THAW_LIBRARY names. Without it, in a checkout, it is the one in build/release, which is
built if it is not there. Anywhere else the package is made without one, and uses the system's.
"""

import os
import re
import shutil
import subprocess

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

try:
    from wheel.bdist_wheel import bdist_wheel
except ImportError:  # newer setuptools bring it
    from setuptools.command.bdist_wheel import bdist_wheel

HERE = os.path.dirname(os.path.abspath(__file__))
CHECKOUT = os.path.dirname(HERE)


def is_checkout():
    return os.path.exists(os.path.join(CHECKOUT, "CMakePresets.json"))


def version():
    given = os.environ.get("THAW_VERSION")
    if given:
        return given
    if is_checkout():
        with open(os.path.join(CHECKOUT, "CMakeLists.txt")) as file:
            found = re.search(r"project\(thaw[^)]*VERSION ([0-9.]+)", file.read(), re.IGNORECASE)
            if found:
                return found.group(1)
    return "0"


def built_library():
    """In a checkout."""
    preset = ["--preset", "release"]
    subprocess.run(["cmake", *preset], cwd=CHECKOUT, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", *preset, "--target", "thaw_c"], cwd=CHECKOUT, check=True)
    for folder, _, names in os.walk(os.path.join(CHECKOUT, "build", "release")):
        if "libthaw.so" in names:
            return os.path.join(folder, "libthaw.so")
    raise SystemExit("the build made no libthaw.so")


def library():
    named = os.environ.get("THAW_LIBRARY")
    if named:
        return named
    return built_library() if is_checkout() else None


class BuildWithLibrary(build_py):
    def run(self):
        super().run()
        path = library()
        if path:
            # A link to the file with the version in its name is followed: the wheel has one file.
            shutil.copy(os.path.realpath(path), os.path.join(self.build_lib, "thaw", "libthaw.so"))


class OnePlatform(bdist_wheel):
    """The library is of one platform, and for every Python 3."""

    def get_tag(self):
        _, _, platform = super().get_tag()
        return "py3", "none", platform


class WithLibrary(Distribution):
    def has_ext_modules(self):
        return True


setup(version=version(), distclass=WithLibrary, cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": OnePlatform})
