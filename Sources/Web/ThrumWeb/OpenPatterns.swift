import ThrumAnalysis
import ThrumAnswers
import ThrumDevice
import ThrumFeel
import ThrumOffline
import ThrumPattern
import ThrumRender

// The module's interface, version 3. A host copies bytes into memory from `thrum_allocate`, calls, and reads the
// answer, which the next call replaces. Numbers of bytes below 0 are errors: a JSON document with the member `error`.
// Docs/Web.md describes each function; thrum.js hides the memory.

struct OpenPatterns {
  private var patterns: [Int: OpenPattern] = [:]
  private var lastNumber = 0

  mutating func open() -> Int {
    lastNumber += 1
    patterns[lastNumber] = OpenPattern()
    return lastNumber
  }

  mutating func close(_ number: Int) { patterns[number] = nil }

  subscript(number: Int) -> OpenPattern? {
    patterns[number]
  }
}

/// Safety: a module in a browser has one thread.
nonisolated(unsafe) var patterns = OpenPatterns()

func bytes(_ place: UnsafeRawPointer, _ count: Int) -> [UInt8] {
  [UInt8](UnsafeRawBufferPointer(start: place, count: max(0, count)))
}

func text(_ place: UnsafeRawPointer, _ count: Int) -> String {
  String(decoding: UnsafeRawBufferPointer(start: place, count: max(0, count)), as: UTF8.self)
}

func unknown(_ number: Int) -> Int { Answer.fail("there is no open pattern \(number)") }

/// Returns the version of the interface.
@_expose(wasm, "thrum_version") @_cdecl("thrum_version")
public func version() -> Int { 3 }

/// Returns memory for the host to write to.
@_expose(wasm, "thrum_allocate") @_cdecl("thrum_allocate")
public func allocate(_ count: Int) -> UnsafeMutableRawPointer { .allocate(byteCount: max(1, count), alignment: 16) }

/// Frees such memory.
@_expose(wasm, "thrum_free") @_cdecl("thrum_free")
public func free(_ place: UnsafeMutableRawPointer) { place.deallocate() }

/// Returns where the last answer is.
@_expose(wasm, "thrum_answer") @_cdecl("thrum_answer")
public func answer() -> UnsafeMutableRawPointer? { Answer.bytes.baseAddress }

/// Opens an empty pattern. Returns its number.
@_expose(wasm, "thrum_open") @_cdecl("thrum_open")
public func open() -> Int { patterns.open() }

/// Forgets a pattern.
@_expose(wasm, "thrum_close") @_cdecl("thrum_close")
public func close(_ number: Int) { patterns.close(number) }

/// Replaces the text.
@_expose(wasm, "thrum_edit") @_cdecl("thrum_edit")
public func edit(
  _ number: Int, _ name: UnsafeRawPointer, _ nameCount: Int, _ place: UnsafeRawPointer, _ count: Int
) -> Int {
  guard let pattern = patterns[number] else { return unknown(number) }
  pattern.edit(bytes(place, count), name: text(name, nameCount))
  return 0
}

/// Sets what is rendered, by the names of the command's options. An empty name keeps what is set.
@_expose(wasm, "thrum_set") @_cdecl("thrum_set")
public func set(
  _ number: Int, _ sampleRate: Double, _ actuator: UnsafeRawPointer, _ actuatorCount: Int,
  _ signal: UnsafeRawPointer, _ signalCount: Int, _ monitor: UnsafeRawPointer, _ monitorCount: Int
) -> Int {
  guard let pattern = patterns[number] else { return unknown(number) }
  let before = pattern.settings
  func name(_ given: String, or kept: String) -> String { given.isEmpty ? kept : given }
  var chosen: OfflineRenderer.Signal?
  let word = text(signal, signalCount)
  if !word.isEmpty {
    chosen = OfflineRenderer.Signal(rawValue: word)
    if chosen == nil { return Answer.fail("there is no signal “\(word)”") }
  }
  do throws(Refusal) {
    let settings = try SoundSettings(
      actuator: name(text(actuator, actuatorCount), or: before.actuator),
      monitor: name(text(monitor, monitorCount), or: before.monitor.rawValue), sampleRate: sampleRate,
      motor: Host.Motor.preset)
    pattern.set(settings, chosen)
    return 0
  } catch { return Answer.fail(error.message) }
}

/// Adds a WAV, AIFF or CAF file under the path by which the pattern names it.
@_expose(wasm, "thrum_add_sound") @_cdecl("thrum_add_sound")
public func addSound(
  _ number: Int, _ name: UnsafeRawPointer, _ nameCount: Int, _ place: UnsafeRawPointer, _ count: Int
) -> Int {
  guard let pattern = patterns[number] else { return unknown(number) }
  let name = text(name, nameCount)
  return pattern.add(sound: bytes(place, count), name: name)
    ? 0 : Answer.fail("\(name) is not a WAV, AIFF or CAF file without compression")
}

/// Begins to render at a time, at a rate. A `length` of 0 is the pattern's own. With a length and a `loopEnd` of at
/// least 0, the pattern repeats up to there; 0 is its own end.
@_expose(wasm, "thrum_begin_playback") @_cdecl("thrum_begin_playback")
public func beginPlayback(
  _ number: Int, _ seconds: Double, _ length: Double, _ rate: Double, _ loopEnd: Double
) -> Int {
  guard let pattern = patterns[number] else { return unknown(number) }
  guard PlaybackRate.isPlayable(rate) else { return Answer.fail("a rate is above 0 and below 1,000,000") }
  guard length >= 0, length < 1e6 else { return Answer.fail("a length is at least 0 and below 1,000,000 s") }
  guard loopEnd < 0 || length > 0 else { return Answer.fail("a loop needs a length") }
  var playback = OfflineRenderer.Playback()
  playback.rate = rate
  playback.loops = loopEnd >= 0
  playback.loopEnd = loopEnd > 0 ? loopEnd : nil
  return pattern.begin(at: seconds, length: length > 0 ? length : nil, playback)
    ? 0 : Answer.fail("the pattern cannot be played: see its findings")
}

/// Answers with the next block of interleaved 32-bit floats. Returns the number of samples, 0 at the end.
@_expose(wasm, "thrum_next") @_cdecl("thrum_next")
public func next(_ number: Int) -> Int { patterns[number]?.next() ?? unknown(number) }
