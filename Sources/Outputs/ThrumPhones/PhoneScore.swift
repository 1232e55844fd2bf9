import ThrumDevice
import ThrumFormats
import ThrumPattern

/// A pattern as an effect for a phone, and the commands that play it.
struct PhoneScore: Sendable {
  /// Set for ``PhoneForm/envelope``. Starts after ``start``, ms.
  private let envelope: VibrationEffect.BasicEnvelope?
  private let start: Int
  /// The waveform, also for parts of the pattern that do not fit into an envelope.
  private let steps: [VibrationEffect.Waveform.Step]
  let form: PhoneForm
  let losses: [String]

  /// Maximum length of a command, bytes. Linux passes at most 128 KiB in one argument.
  static let longest = 120_000

  /// Converts patterns to the best of the phone's forms that can hold them.
  init(_ patterns: [Pattern], _ timeline: PatternTimeline, _ form: PhoneForm) throws(OutputError) {
    let request = PatternWriter.Request(patterns, timeline: timeline)
    var found: (envelope: VibrationEffect.BasicEnvelope, start: Int, losses: [String])?
    var losses: [String] = []
    if form == .envelope {
      do throws(Unfit) {
        let (sequence, lost) = try PhoneScore.sequence(.basicEnvelope, request)
        let part = sequence.parts[0]
        if case .basicEnvelope(let envelope) = part.effect, sequence.parts.count == 1,
          EffectCut.whole.rest(of: envelope, start: part.start) != nil
        {
          found = (envelope, part.start, lost)
        } else {
          losses.append("sharpness: one envelope has \(VibrationLimits.points) points, and this pattern needs more")
        }
      } catch { losses.append("sharpness: \(error.cause)") }
    }
    do throws(Unfit) {
      let (sequence, lost) = try PhoneScore.sequence(.waveform, request)
      guard case .waveform(let waveform) = sequence.parts[0].effect else {
        throw Unfit(cause: "the pattern has no waveform")
      }
      steps = form == .onOff ? PhoneScore.onOff(waveform.steps) : waveform.steps
      losses += lost
    } catch { throw OutputError(.unsupported, device: "adb", message: error.cause) }
    if form == .onOff { losses.append("strength: the phone’s motor is on or off, and weak parts are dropped") }
    envelope = found?.envelope
    start = found?.start ?? 0
    self.form = form == .envelope && found == nil ? .amplitudes : form
    self.losses = found?.losses ?? losses
  }

  private struct Unfit: Error {
    let cause: String
  }

  private static func sequence(
    _ kind: VibrationEffect.Kind, _ request: PatternWriter.Request
  ) throws(Unfit) -> (VibrationSequence, [String]) {
    guard let writer = PatternWriter.all.first(where: { $0.id == "\(kind.rawValue).json" }) else {
      preconditionFailure("there is no writer for \(kind.rawValue)")
    }
    let file: PatternWriter.File
    do throws(PatternWriter.WriteError) { file = try writer.write(request) } catch {
      throw Unfit(cause: error.description)
    }
    guard let sequence = PatternDocument.read(file.bytes, name: "effect.json").vibration, !sequence.parts.isEmpty else {
      throw Unfit(cause: "nothing in the pattern can be felt")
    }
    return (sequence, file.losses)
  }

  /// Share of full amplitude below which a motor without strengths stays off: −10 dB, assumed.
  private static let faint = 80

  private static func onOff(_ all: [VibrationEffect.Waveform.Step]) -> [VibrationEffect.Waveform.Step] {
    let most = all.compactMap(\.amplitude).max() ?? 255
    // A pattern that is weak as a whole is still played.
    let limit = min(faint, (most + 1) / 2)
    var steps: [VibrationEffect.Waveform.Step] = []
    for step in all {
      let amplitude = step.amplitude ?? 255 >= limit ? 255 : 0
      if let last = steps.last, last.amplitude == amplitude {
        steps[steps.count - 1].milliseconds += step.milliseconds
      } else {
        steps.append(.init(milliseconds: step.milliseconds, amplitude: amplitude))
      }
    }
    return steps
  }

  /// Length, s.
  var seconds: Double {
    let whole = envelope.map { start + $0.points.reduce(0) { $0 + $1.milliseconds } }
    return Double(whole ?? steps.reduce(0) { $0 + $1.milliseconds }) / 1000
  }

  /// What the phone plays.
  var played: [Pattern] {
    let effect = envelope.map(VibrationEffect.basicEnvelope) ?? .waveform(.init(steps: steps))
    let text = VibrationSequence([.init(start: start, effect: effect)]).json(name: "effect")
    return PatternDocument.read(text, name: "effect.json").parts.map(\.pattern)
  }

  // MARK: Commands

  /// The shell command that plays the rest from a position, s, at a speed. `nil` if nothing is left.
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

  /// Durations that alternate between off and on, beginning with off.
  private static func alternating(_ steps: [VibrationEffect.Waveform.Step]) -> [String] {
    (steps.first?.amplitude == 0 ? [] : ["0"]) + steps.map { "\($0.milliseconds)" }
  }
}
