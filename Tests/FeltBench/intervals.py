"""Scores, and their 95 % intervals from bootstraps with a fixed seed."""
import math
import random

RESAMPLES = 1000


def bootstrap(count, score):
    """The score of `count` items that count once each, and the scores of resamples.

    `score` receives how often each item counts, and returns a number or a list of numbers.
    """
    draw = random.Random(1)
    whole = score([1] * count)
    resampled = []
    for _ in range(RESAMPLES):
        times = [0] * count
        for index in draw.choices(range(count), k=count):
            times[index] += 1
        resampled.append(score(times))
    return whole, resampled


def interval(values):
    """The middle 95 % of the values that are numbers."""
    ordered = sorted(value for value in values if not math.isnan(value))
    if not ordered:
        return math.nan, math.nan
    return ordered[int(0.025 * len(ordered))], ordered[min(len(ordered) - 1, int(0.975 * len(ordered)))]


def shown(value, values, places=2, sign=""):
    """A score with its interval, such as `0.61 [0.58, 0.64]`."""
    if math.isnan(value):
        return "–"
    # Adding 0 turns −0 into 0.
    middle, low, high = (f"{round(number, places) + 0.0:{sign}.{places}f}" for number in (value, *interval(values)))
    return f"{middle} [{low}, {high}]"


def mean(values, times):
    return sum(map(lambda value, count: value * count, values, times)) / sum(times)


def mean_shown(values, places=2):
    """The mean of the values with its interval."""
    if not values:
        return "–"
    whole, resampled = bootstrap(len(values), lambda times: mean(values, times))
    return shown(whole, resampled, places)


def correlation(one, other, times=None):
    """Pearson's coefficient; 0 if either is constant."""
    times = times or [1] * len(one)
    (middle, center) = mean(one, times), mean(other, times)
    cross = square = power = 0.0
    for a, b, count in zip(one, other, times):
        a, b = a - middle, b - center
        cross, square, power = cross + count * a * b, square + count * a * a, power + count * b * b
    return cross / math.sqrt(square * power) if square > 0 and power > 0 else 0.0


def ranks(values, times):
    """Mean ranks of the values when each counts several times."""
    found, before = [0.0] * len(values), 0
    order = sorted(range(len(values)), key=values.__getitem__)
    first = 0
    while first < len(order):
        last = first
        while last < len(order) and values[order[last]] == values[order[first]]:
            last += 1
        equal = sum(times[index] for index in order[first:last])
        for index in order[first:last]:
            found[index] = before + equal / 2
        before, first = before + equal, last
    return found


def rank_correlation_shown(one, other):
    """Spearman's coefficient with its interval."""
    if not one:
        return "–"
    whole, resampled = bootstrap(
        len(one), lambda times: correlation(ranks(one, times), ranks(other, times), times))
    return shown(whole, resampled)


def area(values, are_up, times):
    """Area under the ROC curve of values that separate up from down, each counting several times."""
    ups, downs, sum_of_ups = 0, 0, 0.0
    for rank, is_up, count in zip(ranks(values, times), are_up, times):
        if is_up:
            ups, sum_of_ups = ups + count, sum_of_ups + rank * count
        else:
            downs += count
    return (sum_of_ups - ups * ups / 2) / (ups * downs) if ups and downs else math.nan
