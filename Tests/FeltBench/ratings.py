"""Part 2: votes and ratings of people, from public data sets."""
import csv
import json
import math
import pathlib

import intervals
import meters

# Accelerations of a full-scale signal, g. The data sets do not state theirs.
FULL_SCALES = (1.0, 0.25, 4.0)


def is_sound(path):
    """Whether the file exists and is no pointer of Git LFS."""
    return path.is_file() and path.open("rb").read(4) == b"RIFF"


def voted(folder):
    """HapticGen's signals, as (path, prompt, whether it was voted up), and the number of WAVs that are missing."""
    found, missing = [], 0
    for path in sorted(pathlib.Path(folder).rglob("*.am1.json")):
        entry = json.loads(path.read_text(encoding="utf-8"))
        sound = path.with_name(entry["filename"])
        if is_sound(sound):
            found.append((str(sound), entry["user_prompt"], entry["vote"] > 0))
        else:
            missing += 1
    return found, missing


def areas(signals, values):
    """Areas under the curve of each meter, over all signals and within prompts; bootstrap over prompts."""
    prompts = sorted({prompt for _, prompt, _ in signals})
    number = {prompt: index for index, prompt in enumerate(prompts)}
    places = [number[prompt] for _, prompt, _ in signals]
    are_up = [is_up for _, _, is_up in signals]
    # Pairs of an up and a down vote for the same prompt, and how many are in the right order.
    members = [[] for _ in prompts]
    for index, place in enumerate(places):
        members[place].append(index)
    pairs = [[(up, down) for up in group for down in group if are_up[up] and not are_up[down]] for group in members]
    right = [[sum((meter[up] > meter[down]) + 0.5 * (meter[up] == meter[down]) for up, down in group)
              for group in pairs] for meter in values]

    def score(times):
        each = [times[place] for place in places]
        count = sum(len(group) * time for group, time in zip(pairs, times))
        within = [sum(wins * time for wins, time in zip(meter, times)) / count if count else math.nan
                  for meter in right]
        return [intervals.area(meter, are_up, each) for meter in values] + within
    return intervals.bootstrap(len(prompts), score)


def report_votes(bench, folder, print_table):
    signals, missing = voted(folder)
    if not signals:
        print(f"HapticGen: no WAVs ({missing} missing)\n")
        return
    ups, prompts = sum(is_up for _, _, is_up in signals), len({prompt for _, prompt, _ in signals})
    print(f"HapticGen: {len(signals)} signals of {prompts} prompts, {ups} voted up, {missing} WAVs missing. Area under "
          "the ROC curve\n(0.5 is chance) with 95 % interval over prompts. Votes rate quality, not strength. A full-scale "
          "signal is taken as 1 g.")
    paths = [path for path, _, _ in signals]
    scales = {scale: bench.levels(paths, scale) for scale in FULL_SCALES}
    columns = [(name, [level[key] for level in scales[1.0]]) for key, name in meters.METERS.items()]
    columns += [(f"Thrum's, full scale {scale:g} g", [level["felt"] for level in scales[scale]])
                for scale in FULL_SCALES[1:]]
    whole, resampled = areas(signals, [values for _, values in columns])
    rows = []
    for index, (name, _) in enumerate(columns):
        def cell(place, against=None):
            def less(scores):
                return scores[place] - (scores[against] if against is not None else 0)
            return intervals.shown(less(whole), [less(scores) for scores in resampled], 3, "" if against is None else "+")
        rows.append([name, cell(index), *("" if index == other else cell(index, other) for other in (1, 2)),
                     cell(index + len(columns))])
    print_table(["meter", "all signals", "minus RMS", "minus RMS of 320 ms", "pairs of the same prompt"], rows)


def report_energy(bench, folder, print_table):
    tables = sorted(pathlib.Path(folder).rglob("vibrationAnnotations*.csv"))
    sounds = {path.stem: path for path in pathlib.Path(folder).rglob("v-*.wav") if is_sound(path)}
    rated = []
    for table in tables[:1]:
        with open(table, encoding="utf-8-sig", newline="") as file:
            rated = [(str(sounds[row["id"]]), float(row["energy"])) for row in csv.DictReader(file)
                     if row["id"] in sounds]
    if not rated:
        print(f"VibViz: {'no WAVs' if tables else 'not found'}\n")
        return
    print(f"VibViz: Spearman's rank correlation with the rated energy of {len(rated)} vibrations, with 95 % interval")
    levels = bench.levels([path for path, _ in rated])
    energy = [value for _, value in rated]
    print_table(["meter", "energy"], [
        [name, intervals.rank_correlation_shown([level[key] for level in levels], energy)]
        for key, name in meters.METERS.items()])
