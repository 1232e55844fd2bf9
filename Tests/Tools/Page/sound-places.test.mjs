// Where a pattern's sound lies. `SoundPlaceTests.swift` runs the same cases.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { soundPlaces } from "../../../Sources/Tools/ThrumStudio/Page/pattern/sound-places.js";

const cases = JSON.parse(readFileSync(new URL("../../SharedCases/sound-places.json", import.meta.url), "utf8"));

for (const { waveform, folder, places } of cases) {
  test(`“${waveform}” in ${folder.join("/") || "the top folder"}`, () => {
    assert.deepEqual(soundPlaces(waveform, folder), places);
  });
}
