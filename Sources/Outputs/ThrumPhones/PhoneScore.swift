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
    let cut = EffectCut(from: Int((position * 1000).rounded()), rate: rate)
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
