import ThrumDevice
import ThrumPattern
import ThrumRender

/// What a pattern is rendered for: a motor, a monitor and a volume, by the names that users give.
package struct SoundSettings: Sendable, Equatable {
  package let motor: Host.Motor
  package var monitor: MonitorMode
  /// In dB.
  package var gain: Double
  package let sampleRate: SampleRate

  package static let gains = -120.0...40.0

  /// A motor as it is heard without further settings.
  package init(_ motor: Host.Motor = .phone) {
    (self.motor, monitor, gain, sampleRate) = (motor, .full, 0, 48_000)
  }

  /// - Parameters:
  ///   - actuator: the motor; without a name, the host's first.
  ///   - motor: looks for a motor.
  /// - Throws: ``Refusal`` for an unknown name, or a value outside its range.
  package init(
    actuator: String?, monitor: String? = nil, gain: Double? = nil, sampleRate: Double? = nil,
    motor: (String?) -> Host.Motor?
  ) throws(Refusal) {
    guard let found = motor(actuator) else { throw .unknown(motor: actuator) }
    guard let mode = monitor.map({ MonitorMode(rawValue: $0) }) ?? .full else {
      throw .badArguments("there is no monitor “\(quoted(monitor ?? ""))”")
    }
    guard SoundSettings.gains.contains(gain ?? 0) else {
      let (low, high) = (SoundSettings.gains.lowerBound, SoundSettings.gains.upperBound)
      throw .badArguments("the volume must be between \(Int(saturating: low)) and \(Int(saturating: high)) dB")
    }
    self.motor = found
    self.monitor = mode
    self.gain = gain ?? 0
    self.sampleRate = sampleRate ?? 48_000
    if let problem = render.problem { throw .badArguments(problem) }
  }

  package var actuator: String { motor.name }

  package var render: RenderSettings {
    var settings = RenderSettings()
    settings.sampleRate = sampleRate
    motor.apply(&settings)
    settings.monitor = monitor
    settings.gainDecibels = gain
    // A phone stays silent until the next event, but users want to hear the event at the cursor.
    settings.entersMidEvent = true
    return settings
  }
}

extension Refusal {
  static func unknown(motor: String?) -> Refusal { .badArguments("there is no motor “\(quoted(motor ?? ""))”") }
}
