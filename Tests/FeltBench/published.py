"""Part 1: what experiments found for sines, bursts and pairs of sines, as tables to compare the meters with."""
import math
import os

import intervals
import meters

# Thresholds of a gripping hand, Hz: m/s² RMS. Haptics Industry Forum, test notebook for HD actuators, after Morioka and
# Griffin (2006).
THRESHOLDS = {
    10: 0.1, 12.5: 0.095, 16: 0.108, 20: 0.15, 25: 0.16, 31.5: 0.109, 40: 0.065, 50: 0.072, 63: 0.049, 80: 0.028,
    100: 0.023, 125: 0.022, 160: 0.021, 200: 0.029, 250: 0.032, 315: 0.061,
}
GRAVITY = 9.80665
# Peak acceleration of the threshold at 160 Hz, g.
QUIET = THRESHOLDS[160] * math.sqrt(2) / GRAVITY
# Continuous events at full intensity, g, and the frequencies where the default actuator reaches that, Hz.
EVENT_PEAK, EVENT_BAND = 0.35, (125, 230)
# Frequencies at sharpness 0 and 1, Hz.
DULL, SHARP = 80, 230


def sine(hertz, peak, seconds=1.0, beside=(0.0, 0.0)):
    """A burst in two seconds, with a second sine beside it, as a pair of frequency and peak."""
    quiet = [0.0] * int((2 - seconds) / 2 * meters.RATE)
    turns = [2 * math.pi * frame / meters.RATE for frame in range(round(seconds * meters.RATE))]
    return quiet + [peak * math.sin(turn * hertz) + beside[1] * math.sin(turn * beside[0]) for turn in turns] + quiet


def velocity(hertz, decibels):
    """Peak acceleration of a sine as fast as one of 160 Hz that is `decibels` over the threshold, g."""
    return QUIET * 10 ** (decibels / 20) * hertz / 160


def tables():
    """Name, source, whether only differences count, and rows of (sine, level that a meter should read in dB)."""
    equally_fast = velocity(160, 40)
    beside = [(None, 0.0)] + [(difference, 20 * math.log10(max(1, 10 ** (difference / 20))
                                                           + 0.5 * min(1, 10 ** (difference / 20))))
                              for difference in (-12, -6, 0, 6, 12)]
    return [
        ("threshold", "10 to 315 Hz at a hand's threshold feel equal (HIF test notebook)",
         [((hertz, level * math.sqrt(2) / GRAVITY, 1.0), 0.0) for hertz, level in THRESHOLDS.items()]),
        ("velocity, phone", "80 to 230 Hz at equal velocity, 38 dB over the threshold at 160 Hz (Griffin 2012)",
         [((hertz, velocity(hertz, 38), 1.0), 0.0) for hertz in (80, 100, 125, 160, 200, 230)]),
        ("velocity, strong", "16 to 400 Hz at equal velocity, 40 dB over the threshold at 160 Hz (Griffin 2012)",
         [((hertz, velocity(hertz, 40), 1.0), 0.0) for hertz in (16, 20, 25, 31.5, 40, 63, 80, 125, 160, 250, 400)]),
        ("duration", "bursts of 160 Hz, 20 to 1,280 ms: energy is summed over 200 ms (Verrillo 1965, Gescheider 1994)",
         [((160, velocity(160, 38), seconds), 10 * math.log10(1 - math.exp(-seconds / 0.2)))
          for seconds in (0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28)]),
        ("two channels", "25 Hz with 160 Hz, −12 to +12 dB from equal velocity: the stronger and half the weaker "
         "(Hollins and Roy 1996)",
         [((160, equally_fast, 1.0, (25, velocity(25, 40) * 10 ** (difference / 20)) if difference is not None
            else (0.0, 0.0)), level) for difference, level in beside]),
    ]


def event(hertz, peak, seconds, beside=None):
    """An event with the same vibration, for the estimate, or nothing if a phone has none."""
    low, high = EVENT_BAND
    if beside or not low <= hertz <= high or peak > EVENT_PEAK:
        return None
    return meters.continuous(seconds, math.sqrt(peak / EVENT_PEAK), math.log(hertz / DULL) / math.log(SHARP / DULL))


def error(levels, truths, times):
    """RMS error after the mean difference is removed, dB."""
    misses = [level - truth for level, truth in zip(levels, truths)]
    middle = intervals.mean(misses, times)
    return math.sqrt(intervals.mean([(miss - middle) ** 2 for miss in misses], times))


def shown(levels, truths):
    if len(levels) < 3:
        return "–"
    whole, resampled = intervals.bootstrap(len(levels), lambda times: error(levels, truths, times))
    return intervals.shown(whole, resampled, 1)


def report(bench, folder, print_table):
    print("Published experiments: RMS error in dB, free of each meter's mean, with 95 % interval")
    rows = {name: [name] for name in [*meters.METERS.values(), "Thrum's estimate (events)"]}
    names = []
    for number, (name, source, points) in enumerate(tables()):
        print(f"  {name}: {source}")
        names.append(name)
        truths = [truth for _, truth in points]
        waves, patterns = [], []
        for index, (vibration, truth) in enumerate(points):
            waves.append(os.path.join(folder, f"{number}-{index}.wav"))
            meters.write(sine(*vibration), waves[-1])
            if found := event(*vibration):
                patterns.append((os.path.join(folder, f"{number}-{index}.ahap"), truth))
                meters.write_pattern([found], patterns[-1][0])
        levels = bench.levels(waves)
        for key, meter in meters.METERS.items():
            rows[meter].append(shown([level[key] for level in levels], truths))
        estimates = [level["felt"] for level in bench.levels([path for path, _ in patterns])]
        rows["Thrum's estimate (events)"].append(shown(estimates, [truth for _, truth in patterns]))
    print_table(["meter", *names], rows.values())
    print("Every meter but A-weighting is built on one of these sources: an error near 0 shows that it agrees with the "
          "source,\nnot that both are right. The estimate is for events of 125 to 230 Hz only.\n")
