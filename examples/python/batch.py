"""batch.py FOLDER OUT: every model below a folder as a compact GLB; several at a time."""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import List

import thaw

SHOWN = [format for format in thaw.formats() if format.abilities.render and format.id != "gltf"]
ENDINGS = tuple(ending for format in SHOWN for ending in format.extensions)


def models_below(folder: str) -> List[str]:
    found = []
    for place, _, names in os.walk(folder):
        found += [os.path.join(place, name) for name in names if name.lower().endswith(ENDINGS)]
    return sorted(found)


def convert(path: str, folder: str) -> str:
    stem = os.path.splitext(os.path.basename(path))[0]
    try:
        # The library works while Python does other things: threads do run side by side.
        made = thaw.open(path).save(os.path.join(folder, stem + ".glb"), compact=True)
    except thaw.Error as error:
        return f"{os.path.basename(path)}: {error.message}"
    return f"{os.path.basename(path)}: {len(made.bytes)} bytes, {len(made.issues)} findings"


def main() -> None:
    source, folder = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    paths = models_below(source)
    with ThreadPoolExecutor() as threads:
        for line in threads.map(lambda path: convert(path, folder), paths):
            print(line)


main()
