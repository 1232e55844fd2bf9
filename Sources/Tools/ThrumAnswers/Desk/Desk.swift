import Synchronization
import ThrumAnalysis
import ThrumDevice
import ThrumFeel
import ThrumPattern
import ThrumRender
import ThrumSystem

/// Where questions are answered: keeps what takes long to make.
///
/// - Thread: any.
package final class Desk: Sendable {
  package let host: Host
  private let renderings: Renderings
  private let documents = Mutex<[AHAPDocument.Opened]>([])
  private let analyses = Recently<FeelAnalysis>(most: 24)
  private let reaches = Recently<MotorReach>(most: 256)
  private let shapes = Recently<PatternShape>(most: 1024)
  #if !hasFeature(Embedded)
    let generating = Generating()
  #endif

  /// Number of texts kept as read.
  private static let mostDocuments = 4

  package init(_ host: Host) {
    self.host = host
    renderings = Renderings(mostBytes: host.mostBytes, didShrink: host.didShrink)
  }

  // MARK: Versions

  func pattern(_ text: String, path: String) -> StudioPattern {
    StudioPattern(document(text, path: path), path: path, sounds: host.sounds(path))
  }

  private func document(_ text: String, path: String) -> AHAPDocument {
    let found = documents.withLock { documents -> AHAPDocument? in
      guard let place = documents.firstIndex(where: { $0.path == path && $0.text == text }) else { return nil }
      let found = documents.remove(at: place)
      documents.append(found)
      return found.document
    }
    if let found { return found }
    let made = AHAP.read(Array(text.utf8), name: path.isEmpty ? "pattern" : path)
    documents.withLock { documents in
      documents.append(AHAPDocument.Opened(text: text, path: path, document: made))
      if documents.count > Desk.mostDocuments { documents.removeFirst() }
    }
    return made
  }

  /// A version for the renderer.
  ///
  /// - Throws: ``Refusal`` for settings that do not exist, and for a text that cannot be played.
  func rendered(_ version: Version, _ pattern: StudioPattern) throws(Refusal) -> Rendered {
    let settings = try SoundSettings(
      actuator: version.actuator, monitor: version.monitor, gain: version.gain, sampleRate: version.sampleRate,
      motor: host.motor)
    guard let made = renderings.rendered(version.text.text, pattern, settings) else {
      throw Refusal(code: .notPlayable, message: pattern.refusal)
    }
    return made
  }

  /// The take with a number, if it is still kept.
  func take(_ id: String) -> Take? { renderings.take(id) }

  // MARK: Motors

  /// Passes a motor's analysis, which is kept, to `body`. Returns `nil` for an unknown motor.
  func judging<Answer, Failure>(
    _ name: String, _ body: (inout FeelAnalysis) throws(Failure) -> Answer
  ) throws(Failure) -> Answer? {
    guard var analysis = analyses.take(name) ?? motor(name).map({ FeelAnalysis($0) }) else { return nil }
    defer { analyses.put(analysis, name) }
    return try body(&analysis)
  }

  private func motor(_ name: String?) -> FeelMotor? {
    host.motor(name).map { motor in
      var settings = RenderSettings()
      motor.apply(&settings)
      return FeelMotor(name: motor.name, settings: settings)
    }
  }

  /// What a motor reaches with transients or, for a length, with continuous events. `nil` for an unknown motor.
  func reach(_ name: String?, seconds: Double?) -> MotorReach? {
    guard let motor = motor(name) else { return nil }
    let steps = MotorReach.steps(of: seconds)
    return reaches.value("\(steps) \(motor.name)") { MotorReach(motor, steps: steps) }
  }

  /// The outline of a file, or `nil` if it is no pattern.
  package func shape(_ bytes: [UInt8], name: String) -> PatternShape? {
    let revision = Revision.of(bytes)
    return shapes.value(revision) { PatternShape(bytes, name: name, revision: revision) }
  }
}

extension AHAPDocument {
  fileprivate struct Opened: Sendable {
    let text: String
    let path: String
    let document: AHAPDocument
  }
}
