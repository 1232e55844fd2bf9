// Holds the module against the command: samples bit for bit, findings and verdicts value for value.
// Usage: node module.mjs thrum.wasm COMMAND FILE|FOLDER ...
// Besides the given files, it makes some: with values near the smallest numbers, and broken ones from the given.
import { execFileSync } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join, resolve } from "node:path"
import { isDeepStrictEqual } from "node:util"
import { soundPlaces } from "../../Sources/Tools/ThrumStudio/Page/pattern/sound-places.js"
import { Thrum } from "../../Sources/Web/thrum.js"

const [, , modulePath, command, ...places] = process.argv
const bytes = readFileSync(modulePath)
const imports = WebAssembly.Module.imports(new WebAssembly.Module(bytes))
if (imports.length) throw new Error(`the module imports ${imports.map((one) => one.name).join(", ")}`)
const thrum = await Thrum.load(bytes)
const folder = mkdtempSync(join(tmpdir(), "thrum-web-"))
process.on("exit", () => rmSync(folder, { recursive: true }))

/** @returns {string[]} */
function files(place) {
  if (!statSync(place).isDirectory()) return [place]
  return readdirSync(place, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ahap")).sort().map((name) => join(place, name))
}

function run(...words) {
  try {
    return execFileSync(command, words, { stdio: ["ignore", "pipe", "ignore"], maxBuffer: 1 << 28 }).toString()
  } catch (error) {
    return error.stdout?.toString() ?? ""
  }
}

/** The samples of a WAV file of floats. */
function samplesOf(path) {
  if (!existsSync(path)) return null
  const file = readFileSync(path)
  rmSync(path)
  for (let at = 12; at + 8 <= file.length; ) {
    const size = file.readUInt32LE(at + 4)
    if (file.toString("latin1", at, at + 4) === "data") return file.subarray(at + 8, Math.min(file.length, at + 8 + size))
    at += 8 + size + (size & 1)
  }
  return null
}

/** Sounds are found as the page and the command find them. */
function addSounds(pattern, path, text) {
  for (const [, name] of text.matchAll(/"EventWaveformPath"\s*:\s*"([^"\\]*)"/g)) {
    const found = soundPlaces(name, dirname(resolve(path)).split("/").slice(1)).map((place) => `/${place}`).find(existsSync)
    if (!found) continue
    try {
      pattern.addSound(name, readFileSync(found))
    } catch {
      // A compressed sound, which only the command reads.
    }
  }
}

function render(pattern, seconds = 0, playback = {}) {
  try {
    pattern.begin(seconds, playback)
  } catch {
    return null
  }
  const blocks = []
  for (let block = pattern.next(); block; block = pattern.next()) blocks.push(Buffer.from(block.buffer))
  return Buffer.concat(blocks)
}

const counts = { files: 0, samples: 0, played: 0, refused: 0, findings: 0, verdicts: 0, conversions: 0 }
const faults = []
const mostConversions = 200
const given = places.flatMap(files)
for (const path of [...given, ...tinyFiles(), ...brokenFiles(given)]) {
  counts.files++
  const content = readFileSync(path)
  const pattern = thrum.open()
  addSounds(pattern, path, content.toString())
  pattern.edit(content, path)
  const findings = thrum.ask("lint", { path }, { file: content, number: pattern.number })
  const theirs = JSON.parse(run("lint", "--json", path) || "{}").findings ?? []
  if (isDeepStrictEqual(findings, theirs)) counts.findings++
  else faults.push(`${path}: findings differ\n  module ${JSON.stringify(findings)}\n  command ${JSON.stringify(theirs)}`)

  const output = join(folder, "a.wav")
  run("render", path, "-o", output, "--format", "float")
  const [mine, their] = [render(pattern), samplesOf(output)]
  if (!mine && !their) counts.refused++
  else if (mine && their && mine.equals(their)) counts.samples++
  else faults.push(`${path}: samples differ, ${mine?.length ?? "none"} and ${their?.length ?? "none"} bytes`)

  // Some in a loop and at another speed.
  if (mine && counts.files % 7 === 0) {
    const played = render(pattern, 0, { length: 1.5, rate: 1.25, loops: true })
    run("render", path, "-o", output, "--format", "float", "--length", "1.5", "--rate", "1.25", "--loop")
    const rendered = samplesOf(output)
    if (played && rendered && played.equals(rendered)) counts.played++
    else faults.push(`${path}: samples in a loop differ, ${played?.length ?? "none"} and ${rendered?.length ?? "none"} bytes`)
  }

  if (mine) {
    const judged = pattern.ask("feel", { motor: "coin-lra-175" })
    const report = JSON.parse(run("feel", "--json", "--on", "coin-lra-175", path) || "{}")
    if (isDeepStrictEqual(judged.motors, report.motors)) counts.verdicts++
    else faults.push(`${path}: verdicts differ\n  module ${JSON.stringify(judged.motors).slice(0, 600)}\n  command ${JSON.stringify(report.motors)?.slice(0, 600)}`)
  }
  if (mine && counts.conversions < mostConversions) convert(pattern, path)
  pattern.close()
}

/** Renders, analyses and judges ten minutes in a module of their own, which may use 64 MB. */
async function holdMemory() {
  const fresh = await Thrum.load(bytes)
  const pattern = fresh.open()
  pattern.edit(JSON.stringify({ Version: 1, Pattern: Array.from({ length: 20 }, (_, index) => ({
    Event: { Time: 30 * index, EventType: "HapticContinuous", EventDuration: 30, EventParameters: [] },
  })) }))
  const begin = performance.now()
  pattern.begin(0)
  let frames = 0
  for (let block = pattern.next(); block; block = pattern.next()) frames += block.length / 2
  const seconds = (performance.now() - begin) / 1000
  pattern.ask("analyse", { columns: 3000 })
  pattern.ask("feel", { motor: "coin-lra-175" })
  const megabytes = fresh.module.memory.buffer.byteLength / 2 ** 20
  console.log(`web: ${(frames / 48000).toFixed(0)} s rendered in ${seconds.toFixed(2)} s within ${megabytes.toFixed(1)} MB`)
  if (frames < 600 * 48000 || megabytes > 64) faults.push(`ten minutes took ${megabytes} MB and gave ${frames} frames`)
}

/** Holds each export against the file that the command writes. */
function convert(pattern, path) {
  for (const { id, ending } of thrum.ask("catalogue", {}).exports) {
    // A file of code names the pattern's file, which the page's downloads share their name with.
    const stem = basename(path, ".ahap")
    let text
    try {
      ;({ text } = pattern.ask("export", { as: id, name: stem }))
    } catch {
      text = undefined
    }
    const output = join(folder, `${stem}${ending}`)
    const kind = { "richtap-1": "he-1", "richtap-2": "he-2", openharmony: "openharmony" }[id] ?? (id.includes(".") ? id.split(".")[0] : "")
    run("convert", path, output, ...(kind ? ["--to", kind] : []))
    // The command says in files of code from which files they were made, for `--check`.
    const theirs = existsSync(output)
      ? readFileSync(output, "utf8").replace(/^(\/\/ (name|source|sourceHash): .*\n)+/, "") : undefined
    rmSync(output, { force: true })
    if (text === theirs) counts.conversions++
    else faults.push(`${path}: ${id} differs\n  module ${text?.slice(0, 300)}\n  command ${theirs?.slice(0, 300)}`)
  }
}

/** Values down to the smallest doubles, as intensity, volume and in curves. */
function tinyFiles() {
  return [3, 6, 8, 9, 10, 12, 15, 19, 22, 30, 38, 40, 45, 300].map((power) => {
    const value = 10 ** -power
    const event = (Time, EventType, id, more) => ({
      Event: { Time, EventType, EventParameters: [{ ParameterID: id, ParameterValue: value }], ...more },
    })
    const curve = (ParameterID, from) => ({
      ParameterCurve: { Time: from, ParameterID, ParameterCurveControlPoints: [
        { Time: 0, ParameterValue: 1 }, { Time: 0.2, ParameterValue: value }, { Time: 0.3, ParameterValue: value / 100 },
      ] },
    })
    return made(`tiny-${power}`, JSON.stringify({ Version: 1, Pattern: [
      event(0, "HapticTransient", "HapticIntensity"), event(0.1, "HapticContinuous", "HapticIntensity", { EventDuration: 0.2 }),
      event(0.4, "AudioContinuous", "AudioVolume", { EventDuration: 0.2 }),
      { Event: { Time: 0.6, EventType: "HapticContinuous", EventDuration: 0.5, EventParameters: [] } },
      { Event: { Time: 1.2, EventType: "AudioContinuous", EventDuration: 0.5, EventParameters: [] } },
      curve("HapticIntensityControl", 0.6), curve("AudioVolumeControl", 1.2),
    ] }))
  })
}

/** The given texts with one sign changed, a number replaced, or cut. */
function brokenFiles(paths) {
  let state = 1
  const below = (most) => (state = (state * 48271) % 2147483647) % most
  const numbers = ["-1", "1e9", "1e400", "NaN", "0.5.5", "\"1\"", "null", "{}", "2,5", "-0", "1e-320"]
  return paths.flatMap((path, index) => Array.from({ length: 3 }, (_, turn) => {
    const text = readFileSync(path, "utf8")
    const at = below(text.length)
    const broken = turn === 0 ? text.slice(0, at) : turn === 1 ? text.slice(0, at) + "],{\":x"[below(6)] + text.slice(at + 1)
      : text.replace(/(?<="(?:Time|ParameterValue|EventDuration)"\s*:\s*)[0-9.]+/g, (number) =>
          below(8) ? number : numbers[below(numbers.length)])
    return made(`broken-${index}-${turn}`, broken)
  }))
}

function made(name, text) {
  const path = join(folder, `${name}.ahap`)
  writeFileSync(path, text)
  return path
}
await holdMemory()
for (const fault of faults.slice(0, 20)) console.error(fault)
const pages = thrum.module.memory.buffer.byteLength / 65536
console.log(
  `web: ${counts.files} files: samples of ${counts.samples} equal bit for bit, ${counts.played} in a loop too, ` +
    `${counts.refused} refused by both, ` +
    `findings of ${counts.findings} and verdicts of ${counts.verdicts} equal, ` +
    `${counts.conversions} conversions equal to the letter; memory ${pages / 16} MB`,
)
if (faults.length) {
  console.error(`web: ${faults.length} differences`)
  process.exit(1)
}
