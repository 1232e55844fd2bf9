"""Part 3: how much of a vibration is left after its conversion to a pattern and back."""
import math
import operator
import os
import random
import subprocess
import warnings

import intervals
import meters
import ratings

COUNT = 200
STEP = 0.02


def oracle():
    """ST-SIM and SPQI from the package vibromaf, or nothing."""
    try:
        import numpy
        from vibromaf.metrics.spqi import spqi
        from vibromaf.metrics.stsim import st_sim
    except ImportError:
        return {}

    def scored(metric):
        def score(one, reference):
            with warnings.catch_warnings(), numpy.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                value = metric(numpy.array(one, dtype=float), numpy.array(reference, dtype=float))
            # A root of a negative similarity is complex.
            return max(0.0, float(value)) if isinstance(value, (int, float)) and math.isfinite(value) else 0.0
        return score
    return {"ST-SIM": scored(st_sim), "SPQI": scored(spqi)}


def constant_buzz(sound, path):
    meters.write_pattern([meters.continuous(len(meters.samples(sound)) / meters.RATE, 1, 0.5)], path)


def level_buzz(sound, path):
    """A buzz whose amplitude follows the RMS in steps; a full-scale sine has full intensity."""
    values = meters.samples(sound)
    levels = [min(1, math.sqrt(math.sqrt(2) * level)) for level in meters.envelope(values, STEP)]
    curves = []
    # A curve has at most 16 points; each begins where the last ended.
    for first in range(0, len(levels), 15):
        points = [{"Time": round(STEP * index, 3), "ParameterValue": level}
                  for index, level in enumerate(levels[first:first + 16])]
        curves.append({"ParameterCurve": {
            "ParameterID": "HapticIntensityControl", "Time": round(STEP * (first + 0.5), 3),
            "ParameterCurveControlPoints": points}})
    meters.write_pattern([meters.continuous(len(values) / meters.RATE, 1, 0.5), *curves], path)


def fitted(values, reference):
    """The values with the reference's length and RMS."""
    values = [*values[:len(reference)], *[0.0] * (len(reference) - len(values))]
    square = sum(map(operator.mul, values, values))
    scale = math.sqrt(sum(map(operator.mul, reference, reference)) / square) if square > 0 else 0
    return [value * scale for value in values]


def report(bench, thrum, folder, scratch, print_table):
    # One signal per prompt, so that the sample's signals are independent.
    first = {}
    signals = ratings.voted(folder)[0]
    random.Random(1).shuffle(signals)
    for path, prompt, _ in signals:
        first.setdefault(prompt, path)
    sounds = [path for path in list(first.values())[:COUNT] if any(meters.samples(path))]
    if not sounds:
        return

    def generate(*options):
        return lambda sound, path: subprocess.run([thrum, "generate", sound, "-o", path, *options], check=True,
                                                  capture_output=True)
    converters = {"thrum generate": generate(), "the same, continuous only": generate("--continuous-only"),
                  "buzz that follows the RMS": level_buzz, "constant buzz": constant_buzz}
    metrics = oracle()
    print(f"Converters: {len(sounds)} of HapticGen's signals (one per prompt) as patterns, rendered as acceleration of the "
          f"default\nactuator and compared with the original at equal RMS: correlation of the RMS of every {1000 * STEP:.0f} "
          "ms, ST-SIM, SPQI,\nand Spearman's rank correlation between the felt levels of original and rendering; 95 % "
          "intervals over signals.")
    originals = [meters.samples(sound) for sound in sounds]
    envelopes = [meters.envelope(values, STEP) for values in originals]
    felt = [levels["felt"] for levels in bench.levels(sounds)]
    rows = []

    def add(name, renderings, levels):
        matched = [fitted(values, reference) for values, reference in zip(renderings, originals)]
        alike = [intervals.correlation(meters.envelope(values, STEP), shape)
                 for values, shape in zip(matched, envelopes)]
        scores = [intervals.mean_shown([metric(*pair) for pair in zip(matched, originals)])
                  for metric in metrics.values()] or ["no vibromaf"] * 2
        rows.append([name, intervals.mean_shown(alike), *scores,
                     intervals.rank_correlation_shown(levels, felt) if len(set(levels)) > 1 else "–"])

    others = None
    for number, (name, convert) in enumerate(converters.items()):
        renderings, waves = [], []
        for index, sound in enumerate(sounds):
            pattern = os.path.join(scratch, f"{number}-{index}.ahap")
            waves.append(os.path.join(scratch, f"{number}-{index}.wav"))
            convert(sound, pattern)
            subprocess.run([thrum, "render", pattern, "-o", waves[-1], "--signal", "acceleration", "--sample-rate",
                            str(meters.RATE)], check=True, capture_output=True)
            renderings.append(meters.samples(waves[-1]))
        levels = [level["felt"] for level in bench.levels(waves)]
        others = others or (renderings[1:] + renderings[:1], levels[1:] + levels[:1])
        add(name, renderings, levels)
    add("thrum generate, of another signal", *others)
    print_table(["converter", "envelope", "ST-SIM", "SPQI", "felt level"], rows)
