"""pose.py MODEL CLIP SECONDS: the box around a model at a moment of a clip. Works with and without numpy."""

import sys

import thaw


def main() -> None:
    model = thaw.open(sys.argv[1])
    pose = model.pose(sys.argv[2], float(sys.argv[3]))
    points = pose.points.tolist()
    for axis, name in enumerate("xyz"):
        values = [point[axis] for point in points]
        print(f"{name}: {min(values):.4f} to {max(values):.4f} m")
    for node in pose.nodes[:3]:
        place = [row[3] for row in node.matrix[:3]]
        print(f"{node.name}: at {', '.join(f'{value:.4f}' for value in place)}")


main()
