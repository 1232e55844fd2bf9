import FoundationEssentials
import ThrumAnalysis
import ThrumDevice
import ThrumPattern

/// Turns sounds into patterns.
struct GenerateRoutes: Sendable {
  struct Generate: Decodable {
    var name: String
    var data: Data
    var sensitivity: Double?
    var hasTransients: Bool?
    var hasContinuous: Bool?
  }

  private struct Generated: Encodable { var text: String }

  func generate(_ wanted: Generate, _ work: Work<StudioError>) throws(StudioError) -> HTTPResponse {
    do throws(UploadedSound.Problem) {
      let pattern = try pattern(wanted, work.rethrowing { .ended($0) })
      return .json(Generated(text: String(decoding: AHAP.write(pattern), as: UTF8.self)))
    } catch {
      if case .ended(let reason) = error { throw reason }
      return .refusal(error, wanted.name)
    }
  }

  private func pattern(
    _ wanted: Generate, _ work: Work<UploadedSound.Problem>
  ) throws(UploadedSound.Problem) -> Pattern {
    let sound = try UploadedSound(Array(wanted.data))
    let header = try sound.stream()
    // The sound is read twice. Generating takes another tenth of that time.
    let total = Double(max(1, header.frames)) * 2.2
    var done = 0.0
    let features = try SoundFeatures(sampleRate: header.sampleRate, band: SoundFeatures.wholeBand) {
      body throws(UploadedSound.Problem) in
      let stream = try sound.stream()
      while case let block = stream.next(), !block.isEmpty {
        body(block)
        done += Double(block.count)
        try work.report(min(1, done / total))
      }
    }
    guard let features else { throw .unreadable("it contains no sound") }
    var options = PatternGenerator.Options()
    options.sensitivity = min(max(wanted.sensitivity ?? 0.5, 0), 1)
    options.hasTransients = wanted.hasTransients ?? true
    options.hasContinuous = wanted.hasContinuous ?? true
    return try PatternGenerator(features, options).pattern { () throws(UploadedSound.Problem) in
      try work.report(min(1, done / total))
    }
  }
}
