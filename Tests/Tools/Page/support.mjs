// Polyfills for older versions of node, and random numbers that are the same in every run.

const defined = (owner, name, value) => owner[name] ?? Object.defineProperty(owner, name, { value });

defined(Array.prototype, "toSorted", function (compare) {
  return [...this].sort(compare);
});
defined(Array.prototype, "toReversed", function () {
  return [...this].reverse();
});
defined(Map, "groupBy", (items, keyOf) => {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
});

/** The system's colours are light. */
defined(globalThis, "matchMedia", () => ({ matches: false, addEventListener() {} }));

const path = "../../../Sources/Tools/ThrumStudio/Page/";

/** A module of the page. */
export const page = (name) => import(`${path}${name}.js`);

/** Seeded random numbers from 0 to 1 (xorshift). */
export function randomNumbers(seed) {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** A hand-formatted pattern with two taps, a buzz and a curve. */
export const sample = `{
    "Version": 1.0,
    "Pattern": [
        { "Event": { "Time": 0.0, "EventType": "HapticTransient", "EventParameters": [
            { "ParameterID": "HapticIntensity", "ParameterValue": 0.8 }
        ] } },
        { "Event": { "Time": 0.25, "EventType": "HapticTransient" } },
        { "Event": { "Time": 0.5, "EventType": "HapticContinuous", "EventDuration": 1.0 } },
        { "ParameterCurve": { "Time": 0.5, "ParameterID": "HapticIntensityControl", "ParameterCurveControlPoints": [
            { "Time": 0.0, "ParameterValue": 1.0 },
            { "Time": 0.4, "ParameterValue": 0.25 }
        ] } }
    ]
}
`;
