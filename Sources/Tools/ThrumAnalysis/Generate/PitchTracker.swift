import ThrumPattern

/// Pitch of a mono sound's ``LowBand`` at equal intervals, by the normalised square difference (McLeod and Wyvill,
/// "A smarter way to find pitch", ICMC 2005).
struct PitchTracker {
  /// Range of pitches in Hz: from below a bass guitar's lowest string to a soprano's highest note.
  static let lowest = 38.0, highest = 1_050.0
  /// Lowest pitch of an engine or a rumble, Hz. Below ``lowest``, a pitch must be this much clearer than any above it.
  private static let deepest = 24.0, clearer: Float = 0.08
  /// Minimum normalised autocorrelation.
  private static let clarity: Float = 0.7
  /// Threshold as a share of the highest peak. The first peak above it is chosen, to get the octave right.
  private static let choice: Float = 0.9
  /// Minimum share of the energy that must be below about 2 kHz: a low tone in a cymbal's noise is not its pitch.
  private static let leastLow: Float = 0.05
  /// Length of the compared parts, s.
  private static let compared = 0.03

  /// Pitches in Hz, or 0 where there is none.
  private(set) var pitches: [Float] = []

  /// Sample rate of the decimated sound.
  private let rate: Double
  private let hop: Int
  private let width: Int
  private let mostLag: Int
  private var low: LowBand
  /// Decimated frames dropped from ``LowBand/samples``, including the initial padding.
  private var dropped = 0
  private var correlation: [Float]

  /// - Parameter hop: frames between pitches.
  init(sampleRate: Double, hop: Int) {
    low = LowBand(sampleRate: sampleRate)
    self.hop = hop
    rate = sampleRate / Double(low.factor)
    width = (Int(saturating: PitchTracker.compared * rate) + 7) / 8 * 8
    mostLag = Int(rate / PitchTracker.deepest) + 1
    correlation = [Float](repeating: 0, count: mostLag + 1)
    low.pad((width + Int(rate / PitchTracker.lowest) + 1) / 2)
  }

  mutating func add(_ samples: ArraySlice<Float>) {
    low.add(samples)
    drain()
  }

  mutating func finish() {
    add([Float](repeating: 0, count: (width + mostLag + 16) * low.factor)[...])
  }

  private mutating func drain() {
    while case let first = place(pitches.count) - dropped, first + width + mostLag + 8 <= low.samples.count {
      pitches.append(pitch(at: first))
    }
    let unneeded = place(pitches.count) - dropped
    guard unneeded > 4_096 else { return }
    low.removeFirst(unneeded)
    dropped += unneeded
  }

  private func place(_ index: Int) -> Int { Int(saturating: (Double(index * hop) / Double(low.factor)).rounded()) }

  private mutating func pitch(at first: Int) -> Float {
    let (width, mostLag) = (width, mostLag)
    return low.samples.withUnsafeBufferPointer { samples in
      var energy: Float = 0
      for index in first..<first + width { energy += samples[index] * samples[index] }
      guard energy > 1e-9, energy > PitchTracker.leastLow * low.energy(first..<first + width) else { return 0 }
      var later = energy
      for lag in 0...mostLag {
        correlation[lag] = 2 * PitchTracker.product(samples, first, first + lag, width) / (energy + later + 1e-12)
        let (gone, come) = (samples[first + lag], samples[first + lag + width])
        later = max(0, later + come * come - gone * gone)
      }
      return period().map { Float(rate / $0) } ?? 0
    }
  }

  /// Adds eight sums in a fixed order, for identical results on every machine.
  private static func product(_ samples: UnsafeBufferPointer<Float>, _ a: Int, _ b: Int, _ count: Int) -> Float {
    let bytes = UnsafeRawBufferPointer(samples)
    var sum = SIMD8<Float>.zero
    for offset in stride(from: 0, to: 4 * count, by: 32) {
      sum +=
        bytes.loadUnaligned(fromByteOffset: 4 * a + offset, as: SIMD8<Float>.self)
        * bytes.loadUnaligned(fromByteOffset: 4 * b + offset, as: SIMD8<Float>.self)
    }
    return sum.sum()
  }

  private func period() -> Double? {
    var lag = 1
    while lag < mostLag, correlation[lag] > 0 { lag += 1 }
    var peaks: [(place: Double, height: Float)] = []
    lag = max(lag, 2)
    while lag < mostLag {
      let (left, here, right) = (correlation[lag - 1], correlation[lag], correlation[lag + 1])
      if here > 0, here >= left, here > right { peaks.append(PitchTracker.top(lag, left, here, right)) }
      lag += 1
    }
    let usual = rate / PitchTracker.lowest + 1
    let deep = peaks.filter { $0.place >= usual }.max { $0.height < $1.height }
    peaks.removeAll { $0.place >= usual }
    let highest = peaks.map(\.height).max() ?? 0
    if let deep, deep.height >= max(PitchTracker.clarity, highest + PitchTracker.clearer) { return deep.place }
    guard highest >= PitchTracker.clarity,
      let chosen = peaks.first(where: { $0.height >= PitchTracker.choice * highest })
    else { return nil }
    return rate / chosen.place <= PitchTracker.highest ? chosen.place : nil
  }

  /// Fits a parabola for a peak's place, and a sine for its height, to handle periods of a few frames.
  private static func top(_ lag: Int, _ left: Float, _ here: Float, _ right: Float) -> (place: Double, height: Float) {
    let bend = Double(left - 2 * here + right)
    let place = Double(lag) + (bend < 0 ? 0.5 * Double(left - right) / bend : 0)
    let cosine = (left + right) / (2 * here)
    guard lag < 16, abs(cosine) < 1 else { return (place, here) }
    let slope = (right - left) / (2 * (1 - cosine * cosine).squareRoot())
    return (place, min(1, (here * here + slope * slope).squareRoot()))
  }
}

/// A sound's pitch without outliers or short interruptions, and the steps at which its notes change.
struct PitchLine {
  /// Pitch of each step in Hz, or 0 if it has none.
  private(set) var hertz: [Float]
  /// Steps at which one steady note follows another, as in a legato line.
  let noteChanges: [Int]

  /// Shortest run with a pitch, and longest interruption to bridge, in steps of 5 ms.
  private static let shortestRun = 8, bridged = 16
  /// Largest ratio of successive pitches: 3 semitones.
  private static let largestStep: Float = 1.19
  /// Maximum number of steps by which a run's pitch is extended to reach either end of the range.
  private static let extended = 16

  init(_ sound: SoundFeatures) {
    var runs: [Range<Int>] = []
    let pitches = sound.steps.map(\.pitch)
    for (index, pitch) in pitches.enumerated() where pitch > 0 {
      if let last = runs.last, last.upperBound == index, PitchLine.ratio(pitch, pitches[index - 1]) < Self.largestStep {
        runs[runs.count - 1] = last.lowerBound..<index + 1
      } else {
        runs.append(index..<index + 1)
      }
    }
    runs.removeAll { $0.count < PitchLine.shortestRun }
    hertz = [Float](repeating: 0, count: pitches.count)
    for run in runs { hertz.replaceSubrange(run, with: pitches[run]) }
    for (run, next) in zip(runs, runs.dropFirst()) where next.lowerBound - run.upperBound <= PitchLine.bridged {
      let (from, to) = (
        logarithmBase2(Double(hertz[run.upperBound - 1])), logarithmBase2(Double(hertz[next.lowerBound]))
      )
      for index in run.upperBound..<next.lowerBound {
        let part = Double(index - run.upperBound + 1) / Double(next.lowerBound - run.upperBound + 1)
        hertz[index] = Float(exponentialBase2(from + part * (to - from)))
      }
    }
    noteChanges = Note.changes(Note.all(pitches), sound)
  }

  private static func ratio(_ a: Float, _ b: Float) -> Float { max(a, b) / min(a, b) }

  /// A pitch that begins or ends near an end of the range is extended to that end.
  func pitches(in range: ClosedRange<Int>) -> [Float] {
    var part = Array(hertz[range])
    if let first = part.firstIndex(where: { $0 > 0 }), first <= PitchLine.extended {
      for index in 0..<first { part[index] = part[first] }
    }
    if let last = part.lastIndex(where: { $0 > 0 }), part.count - 1 - last <= PitchLine.extended {
      for index in last + 1..<part.count { part[index] = part[last] }
    }
    return part
  }

  /// Returns `nil` if the sound at a step has no pitch, or was already present.
  func newPitch(at step: Int, in sound: SoundFeatures) -> Float? {
    let after = step..<min(hertz.count, step + 20)
    guard let first = after.first(where: { hertz[$0] > 0 }),
      hertz[first..<after.upperBound].count(where: { $0 > 0 }) >= 8
    else { return nil }
    let settled = hertz[min(first + 6, after.upperBound - 1)]
    guard settled > 0 else { return nil }
    let before = max(0, step - 12)..<max(0, step - 4)
    let loudest = sound.steps[after].map(\.level).max() ?? 0
    let wasSounding = before.contains {
      hertz[$0] > 0 && PitchLine.ratio(hertz[$0], settled) < 1.03 && sound.steps[$0].level > 0.35 * loudest
    }
    return wasSounding ? nil : settled
  }
}

private struct Note {
  let steps: Range<Int>
  /// Mean pitch in octaves above 1 Hz.
  let octaves: Double

  /// Largest range of a steady pitch, and smallest difference between two notes.
  private static let steady = 0.3 / 12, apart = 0.8 / 12
  /// In steps: shortest steady pitch, longest transition, and length below which a returning pitch is vibrato.
  private static let shortest = 14, transition = 18, returning = 20

  static func all(_ pitches: [Float]) -> [Note] {
    let octaves = pitches.map { $0 > 0 ? logarithmBase2(Double($0)) : 0 }
    var notes: [Note] = []
    var first = 0
    while first < octaves.count {
      var (end, low, high) = (first, octaves[first], octaves[first])
      while end < octaves.count, octaves[end] > 0 {
        (low, high) = (min(low, octaves[end]), max(high, octaves[end]))
        guard high - low <= steady else { break }
        end += 1
      }
      guard end - first >= shortest else {
        first += 1
        continue
      }
      notes.append(Note(steps: first..<end, octaves: octaves[first..<end].reduce(0, +) / Double(end - first)))
      first = end
    }
    return notes
  }

  static func changes(_ notes: [Note], _ sound: SoundFeatures) -> [Int] {
    notes.indices.dropLast().compactMap { index in
      let (note, next) = (notes[index], notes[index + 1])
      guard next.steps.lowerBound - note.steps.upperBound <= transition, abs(next.octaves - note.octaves) >= apart
      else {
        return nil
      }
      func isSame(_ a: Int, _ b: Int) -> Bool {
        notes.indices.contains(a) && notes.indices.contains(b) && abs(notes[a].octaves - notes[b].octaves) < apart / 2
      }
      let isShort = min(note.steps.count, next.steps.count) < returning
      guard !isShort || !(isSame(index - 1, index + 1) || isSame(index, index + 2)) else { return nil }
      let gap = max(0, note.steps.upperBound - 1)...min(sound.steps.count - 1, next.steps.lowerBound + 1)
      guard !note.fades(into: next, sound) else { return nil }
      let highest = sound.steps[gap].map(\.flux).max() ?? 0
      let rise = gap.first { sound.steps[$0].flux >= 0.4 * highest } ?? gap.lowerBound
      return highest > 0.01 ? rise : (gap.lowerBound + gap.upperBound) / 2
    }
  }

  /// Whether an earlier tone is heard again as a louder one dies away.
  private func fades(into next: Note, _ sound: SoundFeatures) -> Bool {
    func loudest(_ range: ArraySlice<SoundFeatures.Step>) -> Float { range.map(\.level).max() ?? 0 }
    let end = loudest(sound.steps[steps].suffix(8))
    let begin = max(0, steps.lowerBound - 16)
    return end < 0.5 * loudest(sound.steps[begin..<steps.upperBound])
      && loudest(sound.steps[next.steps].prefix(12)) < 1.2 * end
  }
}
