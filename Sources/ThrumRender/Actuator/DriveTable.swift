import ThrumDevice

/// From sharpness to what the oscillator needs: phase increment, volts of a full continuous event, brake pulses.
///
/// A table of 65 rows over sharpness, read with linear interpolation; built in `prepare`, borrowed by the renderer.
///
/// - Thread: made off the render thread, read on it.
struct DriveTable: BitwiseCopyable {
  /// Intervals of the table.
  static let steps = 64

  /// One row.
  struct Row: BitwiseCopyable {
    /// Turns a frame.
    var increment: Double
    /// Volts for the flat level, before the clamp at the rated drive.
    var flatVolts: Double
    var firstBrake: Double
    var secondBrake: Double
  }

  private let rows: UnsafeMutablePointer<Row>
  /// Peak of the rated drive, V.
  let maximumVolts: Double
  /// Whether the drive is a direct voltage (eccentric motor) and not a sine.
  let isUnipolar: Bool

  /// Computes the table. The owner calls ``deallocate()``.
  init(_ settings: RenderSettings) {
    rows = .allocate(capacity: DriveTable.steps + 1)
    let divisor = settings.monitor.frequencyDivisor
    var brakes: [BrakeTable.Pulses]?
    switch settings.effectiveActuator.model {
    case .resonant(let actuator):
      maximumVolts = actuator.maximumVolts
      isUnipolar = false
      if settings.brakesTransients {
        brakes = BrakeTable(actuator, map: settings.sharpness, frequencyDivisor: divisor).entries
      }
    case .eccentric(let motor):
      maximumVolts = motor.ratedVolts
      isUnipolar = true
    }
    for step in 0...DriveTable.steps {
      let hertz = settings.sharpness.hertz(sharpness: Double(step) / Double(DriveTable.steps)) / divisor
      var volts = maximumVolts
      if case .resonant(let actuator) = settings.effectiveActuator.model, !settings.isRaw {
        let wanted = settings.flatAcceleration * standardGravity
        volts = wanted / actuator.deviceAcceleration(perVoltAtHertz: hertz)
      }
      (rows + step).initialize(
        to: Row(
          increment: hertz / settings.sampleRate, flatVolts: volts,
          firstBrake: brakes?[step].first ?? 0, secondBrake: brakes?[step].second ?? 0))
    }
  }

  /// Frees the rows; nobody may read afterwards.
  func deallocate() { rows.deallocate() }

  /// The row of a sharpness, clamped to 0…1.
  ///
  /// - Real-time: yes.
  @_noLocks @inline(__always)
  func row(sharpness: Double) -> Row {
    let position = (sharpness > 0 ? (sharpness < 1 ? sharpness : 1) : 0) * Double(DriveTable.steps)
    let index = position < Double(DriveTable.steps) ? Int(position) : DriveTable.steps - 1
    let fraction = position - Double(index)
    let low = rows[index]
    let high = rows[index + 1]
    return Row(
      increment: low.increment + (high.increment - low.increment) * fraction,
      flatVolts: low.flatVolts + (high.flatVolts - low.flatVolts) * fraction,
      firstBrake: low.firstBrake + (high.firstBrake - low.firstBrake) * fraction,
      secondBrake: low.secondBrake + (high.secondBrake - low.secondBrake) * fraction)
  }

  /// Volts of a continuous event of full intensity: the flat level, at most the rated drive.
  ///
  /// - Real-time: yes.
  @_noLocks @inline(__always)
  func volts(_ row: Row) -> Double { row.flatVolts < maximumVolts ? row.flatVolts : maximumVolts }
}
