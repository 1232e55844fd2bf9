import FoundationEssentials
import Synchronization
import ThrumAnalysis
import ThrumDevice
import ThrumPattern

/// Turns sounds into patterns and reports progress. Cancelling a request ends the work.
final class GenerateRoutes: Sendable {
  /// Progress of each job, 0…1.
  private let parts = Mutex<[String: Double]>([:])

  struct Generate: Decodable {
    var name: String
    var data: Data
    /// The page's name for this job, used in progress requests.
    var job: String?
    var sensitivity: Double?
    var hasTransients: Bool?
    var hasContinuous: Bool?
  }

  private struct Generated: Encodable { var text: String }

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

  /// Progress is `null` if the job is not running.
  func progress(_ job: String) -> HTTPResponse { .json(Progress(part: parts.withLock { $0[job] })) }

  /// - Parameter report: receives the progress, and throws to end the work.
  private func pattern(
    _ wanted: Generate, report: (Double) throws(UploadedSound.Problem) -> Void
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
        try report(min(1, done / total))
      }
    }
    guard let features else { throw .unreadable("it contains no sound") }
    var options = PatternGenerator.Options()
    options.sensitivity = min(max(wanted.sensitivity ?? 0.5, 0), 1)
    options.hasTransients = wanted.hasTransients ?? true
    options.hasContinuous = wanted.hasContinuous ?? true
    return try PatternGenerator(features, options).pattern { () throws(UploadedSound.Problem) in
      try report(min(1, done / total))
    }
  }
}
