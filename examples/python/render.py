"""render.py MODEL OUT.png|OUT.gif [CLIP]: an image of a model, or a moving one of a clip."""

import sys

import thaw


def main() -> None:
    model = thaw.open(sys.argv[1])
    clip = sys.argv[3] if len(sys.argv) > 3 else None
    image = model.save(sys.argv[2], width=256, clip=clip, background="grey")
    print(f"{sys.argv[2]}: {image.width} x {image.height}, {image.frames} frame{'s' if image.frames > 1 else ''}")


main()
