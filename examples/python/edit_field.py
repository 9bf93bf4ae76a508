"""edit_field.py MODEL PATH VALUE OUT: changes one field of a model, and says what that changed."""

import json
import sys

import thaw


def main() -> None:
    name, path, value, out = sys.argv[1:]
    before, model = thaw.open(name), thaw.open(name)
    try:
        model[path] = json.loads(value)
    except thaw.Error as error:
        sys.exit(f"{error}")
    for change in before.diff(model):
        print(f"{change.path}: {change.before} -> {change.after}")
    model.save(out)
    print(f"wrote {out}, in which it is {thaw.open(out)[path]}")


main()
