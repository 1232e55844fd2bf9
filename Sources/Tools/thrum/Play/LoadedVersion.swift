import ThrumDevice
import ThrumEngine
import ThrumFeel
import ThrumFormats
import ThrumMessages
import ThrumPattern

struct LoadedVersion {
  let players: [HapticPlayer]
  /// Length of the longest pattern, s.
  var length: Double
  /// Contents of the files, for detecting a new version.
  let bytes: [[UInt8]]
  /// Files to watch: patterns and their sounds.
  let files: [String]
  /// Gain in addition to the volume.
  var gainDecibels = 0.0
  /// Set for a device that plays by itself.
  var devicePattern: DevicePattern?
}

/// Prepares patterns for a device that plays them by itself, and prints losses if `says` is set.
struct DevicePatterns {
  let device: any PatternDevice
  let says: Bool

  func prepare(_ inputs: [PatternFile], _ patterns: [Pattern], _ sound: SoundOptions) throws -> DevicePattern {
    var timeline = PatternTimeline()
    for pattern in patterns { timeline.add(pattern, content: sound.content) }
    let prepared: DevicePattern
    do throws(OutputError) { prepared = try device.prepare(patterns, timeline) } catch {
      throw Failure(.badData, "\(inputs.map(\.name).joined(separator: ", ")): \(error.message)")
    }
    guard says else { return prepared }
    Console.message(prepared.form)
    Console.messages(prepared.losses.map { "lost: \($0)" })
    if let motor = ActuatorPreset.named(prepared.motor) {
      Console.message(
        FeelLoss(PatternGroup(patterns), PatternGroup(prepared.played), on: FeelMotor(motor), Work<Never>.endless).words
      )
    }
    return prepared
  }

  static func latency(_ seconds: [Double]) -> String? {
    guard let least = seconds.min(), let most = seconds.max() else { return nil }
    func shown(_ seconds: Double) -> String { fixed(1000 * seconds, 0) }
    let range = seconds.count == 1 ? "" : " to \(shown(most))"
    return "latency: \(shown(least))\(range) ms from a command to the device’s answer"
  }
}

extension LoadedVersion {
  /// Plays on the device, if there is one. `position` is within the pass.
  func play(from position: Double, rate: Double) {
    guard let devicePattern else { return }
    devicePattern.device.play(devicePattern, from: position, rate: rate)
  }

  func halt() { devicePattern?.device.halt() }
}
