import ThrumAnalysis
import ThrumPattern

extension Question {
  /// Share of the time that the analysis of a sound takes.
  private static var analysis: Double { 0.9 }

  static var generate: Question {
    Question(
      "generate", "A pattern from a sound", answer: .json("GeneratedText"), mayBeGone: true, isLong: true,
      read: { form in
        let asked = (
          file: form.file(ifPresent: "the sound"), name: form.text("name", "the sound's name"),
          sound: form.count(ifPresent: "sound", "instead of the file, the number of a sound that was sent before"),
          options: PatternGenerator.Options(&form)
        )
        if asked.file == nil, asked.sound == nil { form.refuse("a sound must be sent, or named by its number") }
        return asked
      },
      { asked, desk, work throws(Failure) in
        var sound: Generating.Sound
        if let file = asked.file {
          guard let features = desk.host.features else {
            return .refused(.noSound, "this program cannot read sounds")
          }
          let read = features(file, work.scaled(by: analysis).rethrowing { _ in Ended() })
          // Throws the reason if the work was ended.
          try work.check()
          switch read {
          case .failure(let refusal):
            return .refused(refusal.code, "\(quoted(asked.name)) \(refusal.message)")
          case .success(let (features, note)): sound = desk.generating.keep(features, note: note)
          }
        } else if let known = desk.generating.sound(asked.sound) {
          sound = known
        } else {
          return .gone
        }
        sound.generator.options = asked.options
        let pattern = try sound.generator.pattern { () throws(Failure) in try work.report(analysis) }
        return .json(
          GeneratedText(
            text: String(decoding: AHAP.write(pattern), as: UTF8.self), sound: sound.number,
            notes: sound.notes + (pattern.entries.isEmpty ? [sound.generator.emptiness] : [])))
      })
  }
}

extension Host {
  /// Reads a sound for analysis. The note says what was done to it.
  package typealias Features =
    @Sendable (_ file: [UInt8], _ work: Work<Ended>) -> Result<(features: SoundFeatures, note: String?), Refusal>
}

/// Work that was ended.
package struct Ended: Error { package init() {} }

struct GeneratedText: JSONWritable {
  let text: String
  let sound: Int
  let notes: [String]

  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("text", text)
      writer.member("sound", sound)
      writer.member("notes", notes)
    }
  }
}

extension PatternGenerator.Options {
  /// Values outside their ranges are limited to them.
  init(_ form: inout Form) {
    self.init()
    func share(_ value: Double?, _ standard: Double) -> Double { min(max(value ?? standard, 0), 1) }
    sensitivity = share(form.number(ifPresent: "sensitivity", "0 to 1; without it, 0.5"), sensitivity)
    let gains = PatternGenerator.Options.gains
    gain = min(
      max(form.number(ifPresent: "gain", "dB, −24 to 24; without it, 0") ?? 0, gains.lowerBound), gains.upperBound)
    resolution = share(form.number(ifPresent: "resolution", "0 to 1; without it, 0.5"), resolution)
    let low = share(form.number(ifPresent: "lowSharpness", "of low frequencies; without it, 0"), 0)
    let high = share(form.number(ifPresent: "highSharpness", "of high frequencies; without it, 1"), 1)
    sharpness = min(low, high)...max(low, high)
    hasTransients = form.flag("hasTransients", else: true, "whether there are transients")
    hasContinuous = form.flag("hasContinuous", else: true, "whether there are continuous events")
  }
}
