"""convert.py MODEL OUT: a model as .glb, .gltf, .obj, or in a game's format, and what was lost."""

import sys

import thaw


def main() -> None:
    made = thaw.open(sys.argv[1]).save(sys.argv[2])
    for path in made.paths:
        print(f"wrote {path}")
    for issue in made.issues:
        print(f"  {issue}")


try:
    main()
except thaw.Error as error:
    sys.exit(f"{error} ({error.code})")
