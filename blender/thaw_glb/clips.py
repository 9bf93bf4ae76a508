"""How fast each clip is, as Thaw wrote it beside the model. In Blender every frame of a game is one frame."""

from fractions import Fraction
import json

import numpy

CLIPS_KEY = "thaw_clips"


def rates_in(nodes):
    """By the clip's name; `nodes` are the nodes of a glTF."""
    rates = {}
    for node in nodes:
        text = node.get("extras", {}).get(CLIPS_KEY)
        try:
            clips = json.loads(text) if isinstance(text, str) else {}
        except ValueError:
            clips = {}
        for name, clip in clips.items() if isinstance(clips, dict) else ():
            rate = rate_of(clip)
            if rate:
                rates[name] = rate
    return rates


def rate_of(clip):
    for key in ("fps", "rate"):
        rate = clip.get(key) if isinstance(clip, dict) else None
        if isinstance(rate, (int, float)) and not isinstance(rate, bool) and 0.001 <= rate <= 1000:
            return float(rate)
    return None


def whole_numbers(rate):
    """What Blender calls fps and its base: two numbers whose quotient is the rate. 62.5 is 125 over 2."""
    part = Fraction(rate).limit_denominator(1000)
    if part.numerator > 32000:
        part = Fraction(rate).limit_denominator(10)
    return max(1, part.numerator), max(1, part.denominator)


def retime(glb, change):
    """Calls change(clip name, times) -> times for the keys of each animation, and keeps tangents in step."""
    for animation in glb.items("animations"):
        made = {}
        for sampler in animation["samplers"]:
            old = sampler["input"]
            times = glb.rows(old)[:, 0].astype(numpy.float64)
            if old not in made:
                new = numpy.asarray(change(animation.get("name", ""), times))
                rows = new.astype(numpy.float32).reshape(-1, 1)
                made[old] = glb.add_rows(rows, target=None)
                accessor = glb.json["accessors"][made[old]]
                accessor["min"], accessor["max"] = [float(rows.min())], [float(rows.max())]
            sampler["input"] = made[old]
            if sampler.get("interpolation") == "CUBICSPLINE" and len(times) > 1:
                new = glb.rows(made[old])[:, 0]
                stretch = (new[-1] - new[0]) / (times[-1] - times[0])
                scale_tangents(glb, sampler, len(times), stretch)


def scale_tangents(glb, sampler, keys, stretch):
    values = glb.rows(sampler["output"])
    triple = values.reshape(keys, 3, -1)
    triple[:, 0] /= stretch
    triple[:, 2] /= stretch
    sampler["output"] = glb.add_rows(values, like=sampler["output"], target=None)


def snapped(frames):
    """A key that is meant to be on a frame is on it: a held pose that came a hair too late would be seen too late."""
    frames = numpy.asarray(frames, dtype=numpy.float64)
    whole = numpy.round(frames)
    return numpy.where(numpy.abs(frames - whole) < 1e-3, whole, frames)
