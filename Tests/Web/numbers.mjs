// Holds the module's own C functions against this engine's numbers, which are rounded correctly (ECMAScript).
// Usage: node numbers.mjs numbers.wasm
import { readFileSync } from "node:fs"

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), {})
const { memory, malloc, free, realloc, fma, round, roundf, _swift_stdlib_strtod_clocale: read } =
  /** @type {Record<string, any>} */ (instance.exports)
const words = new BigUint64Array(1)
const number = new Float64Array(words.buffer)
let seed = 0x9e3779b97f4a7c15n
function bits() {
  seed = (seed * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn
  return seed ^ (seed >> 29n)
}
function anyDouble() {
  words[0] = bits()
  return Number.isFinite(number[0]) ? number[0] : anyDouble()
}
const faults = []
function same(what, mine, theirs) {
  if (!Object.is(mine, theirs)) faults.push(`${what} is ${theirs}, not ${mine}`)
}

const place = malloc(4096)
function parsed(text) {
  const view = new Uint8Array(memory.buffer, place, 4096)
  view.set(new TextEncoder().encode(text + "\0"))
  const end = read(place, place + 4088)
  if (end !== place + text.length) faults.push(`${text} ends at ${end - place}`)
  return new DataView(memory.buffer).getFloat64(place + 4088, true)
}

for (let i = 0; i < 30_000; i++) {
  const value = anyDouble()
  for (const text of [`${value}`, value.toExponential(Number(bits() % 30n)), value.toPrecision(1 + Number(bits() % 40n))]) {
    same(text, parsed(text), Number(text))
  }
}
// Halfway between neighbours, exactly and with one digit more, normal and subnormal.
function exactly(whole, power) {
  return power >= 0 ? `${whole << BigInt(power)}` : `${whole * 5n ** BigInt(-power)}e${power}`
}
for (let i = 0; i < 3_000; i++) {
  const whole = (bits() & 0xfffffffffffffn) | (i % 2 ? 1n << 52n : 0n)
  const power = i % 2 ? Number(bits() % 1900n) - 1000 : -1075
  const half = exactly(2n * whole + 1n, power).split("e")
  for (const text of [half.join("e"), `${half[0]}.${"0".repeat(30)}1e${half[1] ?? 0}`]) {
    if (text.length < 4000) same(text.slice(0, 40), parsed(text), Number(text))
  }
}
for (const text of ["0", "-0", "1e400", "-1e400", "1e-400", "4.9e-324", "2.4703282292062327e-324", "2.4703282292062328e-324",
  "1.7976931348623157e308", "1.7976931348623159e308", `1${"0".repeat(900)}`, `0.${"0".repeat(900)}1`, `${"9".repeat(900)}e-900`]) {
  same(text, parsed(text), Number(text))
}

function apart(x) {
  number[0] = x
  const power = Number((words[0] >> 52n) & 0x7ffn)
  const whole = (words[0] & 0xfffffffffffffn) | (power ? 1n << 52n : 0n)
  return { whole: x < 0 || Object.is(x, -0) ? -whole : whole, power: (power || 1) - 1075 }
}
function exactFma(a, b, c) {
  const [x, y, z] = [apart(a), apart(b), apart(c)]
  const power = Math.min(x.power + y.power, z.power)
  const sum = ((x.whole * y.whole) << BigInt(x.power + y.power - power)) + (z.whole << BigInt(z.power - power))
  return Number(exactly(sum, power))
}
for (let i = 0; i < 20_000; i++) {
  const scale = 2 ** (Number(bits() % 80n) - 40)
  const [a, b] = i % 2 ? [anyDouble(), anyDouble()] : [Number(bits() % 100000n) / 7, scale * 0.1]
  const c = i % 3 ? -(a * b) * (1 + Number(bits() % 3n) * Number.EPSILON) : i % 2 ? anyDouble() : scale
  if (![a * b, c].every(Number.isFinite) || a * b + c === 0) continue
  same(`fma(${a}, ${b}, ${c})`, fma(a, b, c), exactFma(a, b, c))
}
for (const x of [0.5, -0.5, 0.49999999999999994, 1.5, 2.5, -2.5, 4503599627370495.5, 9007199254740993, 1e300, -0]) {
  const whole = Math.trunc(x)
  const short = Math.fround(x)
  same(`roundf(${short})`, roundf(short),
    Math.abs(short - Math.trunc(short)) >= 0.5 ? Math.trunc(short) + Math.sign(short) : Math.trunc(short))
  same(`round(${x})`, round(x), Math.abs(x - whole) >= 0.5 ? whole + Math.sign(x) : whole)
}

// Memory: contents survive while others come and go.
const blocks = []
for (let i = 0; i < 5_000; i++) {
  if (blocks.length > 60) {
    const { at, size, mark } = blocks.splice(Number(bits() % 60n), 1)[0]
    const view = new Uint8Array(memory.buffer, at, size)
    if (view.some((byte) => byte !== mark)) faults.push(`a block of ${size} bytes has changed`)
    free(at)
  }
  const size = 1 + Number(bits() % 5000n)
  let at = malloc(size)
  if (at % 16) faults.push("a block is not aligned")
  const mark = i & 255
  new Uint8Array(memory.buffer, at, size).fill(mark)
  if (i % 5 === 0) at = realloc(at, size)
  blocks.push({ at, size, mark })
}

for (const fault of faults.slice(0, 20)) console.error(fault)
console.log(`web: reading numbers, fma, round and memory: ${faults.length} faults`)
process.exit(faults.length ? 1 : 0)
