import FoundationEssentials
import Synchronization
import ThrumAnalysis
import ThrumDevice
import ThrumPattern

/// Patterns made from sounds, which may take a while: the page can ask how far one is, and ends it by giving up its request.
final class GenerateRoutes: Sendable {
  /// How much of each job is done, 0…1, by the name that the page has given it.
  private let parts = Mutex<[String: Double]>([:])

  /// A sound, and what of it is wanted as a pattern.
  struct Generate: Decodable {
    var name: String
    var data: Data
    /// What the page calls this job when it asks how far it is.
    var job: String?
    var sensitivity: Double?
    var hasTransients: Bool?
    var hasContinuous: Bool?
  }

  private struct Generated: Encodable { var text: String }

  /// Makes a pattern of a sound.
  ///
  /// - Parameter isAbandoned: whether nobody waits for the pattern any more; asked block by block.
  func generate(_ wanted: Generate, isAbandoned: @Sendable () -> Bool) -> HTTPResponse {
    let job = wanted.job.flatMap { $0.utf8.count <= 64 ? $0 : nil }
    defer { if let job { _ = parts.withLock { $0.removeValue(forKey: job) } } }
    do throws(UploadedSound.Problem) {
      let pattern = try pattern(wanted) { part throws(UploadedSound.Problem) in
        if let job { parts.withLock { $0[job] = part } }
        if isAbandoned() { throw .abandoned }
      }
      return .json(Generated(text: String(decoding: AHAP.write(pattern), as: UTF8.self)))
    } catch { return .refusal(error, wanted.name) }
  }

  private struct Progress: Encodable { var part: Double? }

  /// How far a job is; `null` for one that does not run.
  func progress(_ job: String) -> HTTPResponse { .json(Progress(part: parts.withLock { $0[job] })) }

  /// - Parameter report: receives the part that is done, and throws to end the work.
  private func pattern(
    _ wanted: Generate, report: (Double) throws(UploadedSound.Problem) -> Void
  ) throws(UploadedSound.Problem) -> Pattern {
    let sound = try UploadedSound(Array(wanted.data))
    let header = try sound.stream()
    // Read twice, then the pattern is made, which takes about a tenth as long.
    let total = Double(max(1, header.frames)) * 2.2
    var done = 0.0
    let features = try SoundFeatures(sampleRate: header.sampleRate, band: SoundFeatures.wholeBand) {
      body throws(UploadedSound.Problem) in
      let stream = try sound.stream()
      while case let block = stream.next(), !block.isEmpty {
        body(block)
        done += Double(block.count)
        try report(min(1, done / total))
      }
    }
    guard let features else { throw .unreadable("it holds no sound") }
    var options = PatternGenerator.Options()
    options.sensitivity = min(max(wanted.sensitivity ?? 0.5, 0), 1)
    options.hasTransients = wanted.hasTransients ?? true
    options.hasContinuous = wanted.hasContinuous ?? true
    return try PatternGenerator(features, options).pattern { () throws(UploadedSound.Problem) in
      try report(min(1, done / total))
    }
  }
}
