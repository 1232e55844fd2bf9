import ThrumDevice
import ThrumPattern

/// Maps sharpness to phase increment, drive at full intensity, and brake pulses.
///
/// Has 65 rows and interpolates linearly between them.
struct DriveTable: BitwiseCopyable {
  static let steps = 64

  struct Row: BitwiseCopyable, Sendable {
    var increment: Double
    /// Acceleration of a continuous event at full intensity, m/s²; with a plain drive, its voltage before clamping.
    var full: Double
    /// Drive of a tap at full intensity, as a fraction of the rated drive.
    var tap: Double
    var firstBrake: Double
    var secondBrake: Double
  }

  private let rows: UnsafeMutablePointer<Row>
  /// Peak of the rated drive, V.
  let maximumVolts: Double
  /// Whether the drive is a DC voltage (eccentric motor) instead of a sine.
  let isUnipolar: Bool
  let resonanceIncrement: Double
  /// Whether continuous events specify accelerations, for ``LinearInverse``.
  let isForward: Bool

  init(_ settings: RenderSettings, _ inverse: LinearInverse) {
    isForward = settings.effectiveDrive == .forward
    switch settings.effectiveActuator.model {
    case .resonant(let actuator):
      maximumVolts = actuator.maximumVolts
      isUnipolar = false
      resonanceIncrement = actuator.resonanceHertz / settings.sampleRate
    case .eccentric(let motor):
      maximumVolts = motor.ratedVolts
      isUnipolar = true
      resonanceIncrement = 0
    }
    let computed = DriveTable.recent.result(of: settings) { DriveTable.rows(settings, inverse) }
    rows = .allocate(capacity: computed.count)
    for (index, row) in computed.enumerated() { (rows + index).initialize(to: row) }
  }

  private static let recent = Recent<RenderSettings, [Row]>()

  private static func rows(_ settings: RenderSettings, _ inverse: LinearInverse) -> [Row] {
    let divisor = settings.monitor.frequencyDivisor
    let hertz = (0...steps).map { settings.sharpness.hertz(sharpness: Double($0) / Double(steps)) / divisor }
    switch settings.effectiveActuator.model {
    case .eccentric(let motor):
      return hertz.map {
        Row(increment: $0 / settings.sampleRate, full: motor.ratedVolts, tap: 1, firstBrake: 0, secondBrake: 0)
      }
    case .resonant(let actuator):
      let taps = TapTable(
        actuator, map: settings.sharpness, frequencyDivisor: divisor, brakes: settings.brakesTransients)
      return zip(hertz, taps.entries).map { hertz, tap in
        Row(
          increment: hertz / settings.sampleRate, full: full(settings, actuator, inverse, atHertz: hertz),
          tap: tap.level, firstBrake: tap.first, secondBrake: tap.second)
      }
    }
  }

  private static func full(
    _ settings: RenderSettings, _ actuator: ResonantActuator, _ inverse: LinearInverse, atHertz hertz: Double
  ) -> Double {
    if settings.isRaw { return actuator.maximumVolts }
    guard settings.effectiveDrive == .forward else {
      return settings.flatAcceleration * standardGravity / actuator.deviceAcceleration(perVoltAtHertz: hertz)
    }
    return settings.steadyAcceleration(actuator, atHertz: hertz) * inverse.gain(atHertz: hertz, actuator)
  }

  func deallocate() { rows.deallocate() }

  /// Clamps the sharpness to 0…1.
  @_noLocks @inline(__always)
  func row(sharpness: Double) -> Row {
    let position = (sharpness > 0 ? (sharpness < 1 ? sharpness : 1) : 0) * Double(DriveTable.steps)
    let index = position < Double(DriveTable.steps) ? Int(position) : DriveTable.steps - 1
    let fraction = position - Double(index)
    let low = rows[index]
    let high = rows[index + 1]
    return Row(
      increment: low.increment + (high.increment - low.increment) * fraction,
      full: low.full + (high.full - low.full) * fraction,
      tap: low.tap + (high.tap - low.tap) * fraction,
      firstBrake: low.firstBrake + (high.firstBrake - low.firstBrake) * fraction,
      secondBrake: low.secondBrake + (high.secondBrake - low.secondBrake) * fraction)
  }

  @_noLocks @inline(__always)
  func full(_ row: Row) -> Double { isForward || row.full < maximumVolts ? row.full : maximumVolts }
}

extension RenderSettings {
  /// Returns the device's peak acceleration during a steady event at full intensity, m/s².
  package func steadyAcceleration(_ actuator: ResonantActuator, atHertz hertz: Double) -> Double {
    let wanted = isRaw ? .infinity : flatAcceleration * standardGravity
    guard effectiveDrive == .plain else { return actuator.reachableAcceleration(wanted, atHertz: hertz) }
    return min(wanted, actuator.maximumVolts * actuator.deviceAcceleration(perVoltAtHertz: hertz))
  }
}
