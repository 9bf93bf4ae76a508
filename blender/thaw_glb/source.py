"""The files a GLB was made from travel through Blender with the scene, so that nothing is lost that nobody edited."""

import base64
import hashlib
import json

KEPT = "thaw_source"  # the scene's custom property


def taken(glb, thaw):
    """Text for the custom property; nothing if the GLB has no files inside."""
    if not isinstance(thaw, dict):
        return None
    # What the files are, and what tells paint from images that nobody touched.
    out = {key: value for key, value in thaw.items() if key not in ("parts", "content")}
    out["parts"] = []
    for part in thaw.get("parts", []):
        data = glb.view(part["bufferView"])
        out["parts"].append(
            {"role": part["role"], "name": part["name"], "base64": base64.b64encode(data).decode()}
        )
    return json.dumps(out)


def put_back(glb):
    extras = glb.scene().get("extras", {})
    text = extras.pop(KEPT, None)
    if not text:
        return
    kept = json.loads(text)
    for part in kept["parts"]:
        data = base64.b64decode(part.pop("base64"))
        part["bufferView"] = glb.add_view(data)
        part["sha256"] = hashlib.sha256(data).hexdigest()
    kept["content"] = "0" * 64  # of no file: this one was through an editor
    extras["thaw"] = kept
