"""inspect_model.py MODEL [OFFSET]: what a model is, what is wrong with it, and what a byte of it means."""

import sys

import thaw


def main() -> None:
    model = thaw.open(sys.argv[1])
    totals = model.info.totals
    print(f"{model.info.file}: {model.format}, {totals.vertices} vertices, {totals.triangles} triangles")
    for clip in model.clips:
        print(f"  {clip.name}: {clip.frames} frames, {clip.seconds:g} s")
    for issue in model.issues:
        print(f"  {issue}")
    for field in model.fields():
        print(f"  {field.offset:#8x} {field.type:8} {field.path} = {field.value if field.value is not None else '...'}")
    if len(sys.argv) > 2:
        offset = int(sys.argv[2], 0)
        print(f"byte {offset:#x}:")
        for field in model.field_at(offset):
            print(f"  in {field.path}")
        for element in model.elements(offset):
            print(f"  of {element}")


main()
