import ThrumDevice
import ThrumFormats
import ThrumPattern

/// A pattern as an effect for a phone, and the commands that play it.
struct PhoneScore: Sendable {
  /// Set for ``PhoneForm/envelope``. Begins at ``start``, ms.
  private let envelope: VibrationEffect.BasicEnvelope?
  private let start: Int
  /// Used without an envelope, and for a remainder of the pattern that no envelope can express.
  private let steps: [VibrationEffect.Waveform.Step]
  let form: PhoneForm
  let losses: [String]

  /// Maximum length of a command, bytes. Linux passes at most 128 KiB in one argument.
  static let longest = 120_000

  init(
    _ patterns: [Pattern], _ timeline: PatternTimeline, _ form: PhoneForm, onOff: OnOffMaker
  ) throws(OutputError) {
    guard form != .onOff else {
      self = PhoneScore(onOff(patterns))
      return
    }
    let request = PatternWriter.Request(patterns, timeline: timeline, work: .endless)
    var found: (envelope: VibrationEffect.BasicEnvelope, start: Int, losses: [String])?
    var losses: [String] = []
    if form == .envelope {
      do throws(PatternWriter.WriteError) {
        let (sequence, lost) = try request.effects(.basicEnvelope)
        let part = sequence.parts[0]
        if case .basicEnvelope(let envelope) = part.effect, sequence.parts.count == 1,
          EffectCut.whole.rest(of: envelope, start: part.start) != nil
        {
          found = (envelope, part.start, lost)
        } else {
          losses.append(
            "sharpness: an envelope has at most \(VibrationLimits.points) points; this pattern needs more, so it plays "
              + "as a waveform")
        }
      } catch { losses.append("sharpness: \(error.description)") }
    }
    do throws(PatternWriter.WriteError) {
      let (waveform, lost) = try request.waveform()
      steps = waveform.steps
      losses += lost
    } catch { throw OutputError(.unsupported, device: "adb", message: error.description) }
    envelope = found?.envelope
    start = found?.start ?? 0
    self.form = form == .envelope && found == nil ? .amplitudes : form
    self.losses = found?.losses ?? losses
  }

  private init(_ times: OnOffTimes) {
    (envelope, start, form) = (nil, 0, .onOff)
    steps = times.milliseconds.enumerated().filter { $0.element > 0 }.map { index, length in
      .init(milliseconds: length, amplitude: index % 2 == 0 ? 255 : 0)
    }
    losses = [
      "sharpness: the phone’s motor has only one frequency",
      "strength: the phone’s motor can only be on or off, so pulses stand for it; \(times.difference)",
    ]
  }

  var seconds: Double {
    let whole = envelope.map { start + $0.points.reduce(0) { $0 + $1.milliseconds } }
    return Double(whole ?? steps.reduce(0) { $0 + $1.milliseconds }) / 1000
  }

  var played: [Pattern] {
    let effect = envelope.map(VibrationEffect.basicEnvelope) ?? .waveform(.init(steps: steps))
    let text = VibrationSequence([.init(start: start, effect: effect)]).json(name: "effect")
    return PatternDocument.read(text, name: "effect.json").parts.map(\.pattern)
  }

  // MARK: Commands

  /// Returns the shell command that plays the pattern from a position (in seconds), or `nil` if nothing is left.
  func command(_ phone: PhoneAbilities, from position: Double = 0, rate: Double = 1) -> String? {
    let cut = EffectCut(from: Int(saturating: (position * 1000).rounded()), rate: rate)
    let options = (phone.hasBackground ? ["-B"] : []) + ["-d", "thrum"]
    var words = ["cmd", phone.service]
    if let envelope, let rest = cut.rest(of: envelope, start: start),
      let xml = VibrationSequence([.init(start: 0, effect: .basicEnvelope(rest))]).xml
    {
      let lines = xml.split(separator: "\n").map { String($0.drop(while: \.isWhitespace)) }
      words += ["xml"] + options + [lines.joined()]
    } else {
      let steps = cut.rest(of: steps)
      guard !steps.isEmpty else { return nil }
      words += phone.service == "vibrator" ? ["waveform"] + options : ["synced"] + options + ["waveform"]
      words += form == .onOff ? PhoneScore.alternating(steps) : PhoneScore.pairs(steps)
    }
    return words.map(Adb.quoted).joined(separator: " ")
  }

  private static func pairs(_ steps: [VibrationEffect.Waveform.Step]) -> [String] {
    ["-a"] + steps.flatMap { ["\($0.milliseconds)", "\($0.amplitude ?? 255)"] }
  }

  /// Returns the steps' durations, alternately off and on.
  private static func alternating(_ steps: [VibrationEffect.Waveform.Step]) -> [String] {
    (steps.first?.amplitude == 0 ? [] : ["0"]) + steps.map { "\($0.milliseconds)" }
  }
}

/// A pattern for a motor without adjustable strength. Whoever registers the phones makes it, since it takes the motors'
/// models.
package struct OnOffTimes: Sendable {
  /// Alternately on and off, ms.
  package let milliseconds: [Int]
  /// What is left of the difference to the pattern.
  package let difference: String

  package init(milliseconds: [Int], difference: String) {
    (self.milliseconds, self.difference) = (milliseconds, difference)
  }
}

package typealias OnOffMaker = @Sendable (_ patterns: [Pattern]) -> OnOffTimes

struct EffectCut {
  /// Start of the remainder, ms.
  let from: Int
  let rate: Double

  static let whole = EffectCut(from: 0, rate: 1)

  private func scaled(_ time: Int) -> Int { Int(saturating: (Double(max(0, time - from)) / rate).rounded()) }

  /// Returns the remaining steps, without pauses at the end.
  func rest(of steps: [VibrationEffect.Waveform.Step]) -> [VibrationEffect.Waveform.Step] {
    var result: [VibrationEffect.Waveform.Step] = []
    var time = 0
    for step in steps {
      // Times, not lengths, are rounded, so that errors do not add up.
      let length = scaled(time + step.milliseconds) - scaled(time)
      time += step.milliseconds
      guard length > 0 else { continue }
      if let last = result.last, last.amplitude == step.amplitude {
        result[result.count - 1].milliseconds += length
      } else {
        result.append(.init(milliseconds: length, amplitude: step.amplitude))
      }
    }
    if result.last?.amplitude == 0 { result.removeLast() }
    return result
  }

  /// Returns the remaining points, including the pause before the envelope. `nil` if nothing is left, or if more points
  /// are left than some phones support.
  ///
  /// An envelope begins at intensity 0, so a cut inside a vibration leaves a rise of minimum length.
  func rest(of envelope: VibrationEffect.BasicEnvelope, start: Int) -> VibrationEffect.BasicEnvelope? {
    let sharpness = envelope.initialSharpness ?? envelope.points.first?.sharpness ?? 0
    let pause = VibrationEffect.BasicEnvelope.Point(intensity: 0, sharpness: sharpness, milliseconds: start)
    var old = Corner(time: 0, intensity: 0, sharpness: sharpness)
    var new: Corner?
    var first = sharpness
    var points: [VibrationEffect.BasicEnvelope.Point] = []
    for point in (start > 0 ? [pause] : []) + envelope.points {
      let next = Corner(time: old.time + point.milliseconds, intensity: point.intensity, sharpness: point.sharpness)
      defer { old = next }
      guard next.time > from else { continue }
      if new == nil {
        let begin = old.mixed(with: next, at: from)
        first = begin.sharpness
        new = Corner(time: 0, intensity: 0, sharpness: first)
        if begin.intensity > 0 { add(begin, after: &new, to: &points) }
      }
      add(
        Corner(time: scaled(next.time), intensity: next.intensity, sharpness: next.sharpness), after: &new, to: &points)
    }
    guard points.contains(where: { $0.intensity > 0 }), points.count <= VibrationLimits.points else { return nil }
    return .init(initialSharpness: rounded(first), points: points)
  }

  /// `time` is in ms.
  private struct Corner {
    var time: Int
    var intensity: Double
    var sharpness: Double

    func mixed(with next: Corner, at time: Int) -> Corner {
      let share = next.time > self.time ? Double(max(0, time - self.time)) / Double(next.time - self.time) : 1
      return mixed(with: next, share: share)
    }

    func mixed(with next: Corner, share: Double) -> Corner {
      Corner(
        time: 0, intensity: intensity + (next.intensity - intensity) * share,
        sharpness: sharpness + (next.sharpness - sharpness) * share)
    }
  }

  /// Adds segments of valid lengths up to a corner, which is moved later if it is too near `last`.
  private func add(
    _ next: Corner, after last: inout Corner?, to points: inout [VibrationEffect.BasicEnvelope.Point]
  ) {
    guard let before = last else { return }
    let length = max(VibrationLimits.shortestLine, next.time - before.time)
    let count = (length + VibrationLimits.longestLine - 1) / VibrationLimits.longestLine
    for part in 1...count {
      let place = before.mixed(with: next, share: Double(part) / Double(count))
      points.append(
        .init(
          intensity: rounded(place.intensity), sharpness: rounded(place.sharpness),
          milliseconds: length * part / count - length * (part - 1) / count))
    }
    last = Corner(time: before.time + length, intensity: next.intensity, sharpness: next.sharpness)
  }

  private func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
