// Holds the module against the command: samples bit for bit, findings and verdicts value for value.
// Usage: node module.mjs thrum.wasm COMMAND FILE|FOLDER ...
import { execFileSync } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { isDeepStrictEqual } from "node:util"
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

/** Sounds are found as the command finds them: beside the pattern or in a folder above. */
function addSounds(pattern, path, text) {
  for (const [, name] of text.matchAll(/"EventWaveformPath"\s*:\s*"([^"\\]*)"/g)) {
    for (let place = dirname(path), depth = 0; depth < 6; place = dirname(place), depth++) {
      if (!existsSync(join(place, name))) continue
      try {
        pattern.addSound(name, readFileSync(join(place, name)))
      } catch {
        // A compressed sound, which only the command reads.
      }
      break
    }
  }
}

function render(pattern) {
  try {
    pattern.begin(0)
  } catch {
    return null
  }
  const blocks = []
  for (let block = pattern.next(); block; block = pattern.next()) blocks.push(Buffer.from(block.buffer))
  return Buffer.concat(blocks)
}

const counts = { files: 0, samples: 0, refused: 0, findings: 0, verdicts: 0 }
const faults = []
for (const path of places.flatMap(files)) {
  counts.files++
  const content = readFileSync(path)
  const pattern = thrum.open()
  addSounds(pattern, path, content.toString())
  const findings = pattern.edit(content, path)
  const theirs = JSON.parse(run("lint", "--json", path) || "{}").findings ?? []
  if (isDeepStrictEqual(findings, theirs)) counts.findings++
  else faults.push(`${path}: findings differ\n  module ${JSON.stringify(findings)}\n  command ${JSON.stringify(theirs)}`)

  const output = join(folder, "a.wav")
  run("render", path, "-o", output, "--format", "float")
  const [mine, their] = [render(pattern), samplesOf(output)]
  if (!mine && !their) counts.refused++
  else if (mine && their && mine.equals(their)) counts.samples++
  else faults.push(`${path}: samples differ, ${mine?.length ?? "none"} and ${their?.length ?? "none"} bytes`)

  if (mine) {
    const judged = pattern.feel("coin-lra-175")
    const report = JSON.parse(run("feel", "--json", "--on", "coin-lra-175", path) || "{}")
    if (isDeepStrictEqual(judged.motors, report.motors)) counts.verdicts++
    else faults.push(`${path}: verdicts differ\n  module ${JSON.stringify(judged.motors).slice(0, 600)}\n  command ${JSON.stringify(report.motors)?.slice(0, 600)}`)
  }
  pattern.close()
}
for (const fault of faults.slice(0, 20)) console.error(fault)
const pages = thrum.module.memory.buffer.byteLength / 65536
console.log(
  `web: ${counts.files} files: samples of ${counts.samples} equal bit for bit, ${counts.refused} refused by both, ` +
    `findings of ${counts.findings} and verdicts of ${counts.verdicts} equal; memory ${pages / 16} MB`,
)
if (faults.length) {
  console.error(`web: ${faults.length} differences`)
  process.exit(1)
}
