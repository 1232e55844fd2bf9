import ThrumDevice

/// A motor at rest that is given a drive: the renderer's last stage, alone.
package struct DrivenMotor {
  private var actuator: ActuatorState

  package init(_ settings: RenderSettings) { actuator = ActuatorState(settings) }

  /// Returns the device's acceleration in g. Clips the drive, in volts, as the renderer does.
  package mutating func acceleration(ofDrive volts: [Float]) -> [Float] {
    guard !volts.isEmpty else { return [] }
    let (clip, perG) = (Float(actuator.clipVolts), 1 / standardGravity)
    return [Float](unsafeUninitializedCapacity: volts.count) { result, filled in
      withUnsafeTemporaryAllocation(of: Double.self, capacity: 3 * quantumFrames) { quantum in
        // Safety: neither buffer is empty. Each frame of the result is written once, and each of the quantum before it
        // is read.
        guard let drive = quantum.baseAddress, let result = result.baseAddress else { return }
        let (acceleration, displacement) = (drive + quantumFrames, drive + 2 * quantumFrames)
        for first in stride(from: 0, to: volts.count, by: quantumFrames) {
          let count = min(quantumFrames, volts.count - first)
          var greatest: Float = 0
          for frame in 0..<count {
            let clipped = max(-clip, min(clip, volts[first + frame]))
            greatest = max(greatest, abs(clipped))
            drive[frame] = Double(clipped)
          }
          guard greatest > 0 || !actuator.isAtRest else {
            (result + first).initialize(repeating: 0, count: count)
            continue
          }
          for frame in count..<quantumFrames { drive[frame] = 0 }
          actuator.render(
            drive: drive, into: acceleration, displacement: displacement, harmonics: nil, frames: quantumFrames)
          for frame in 0..<count { result[first + frame] = Float(acceleration[frame] * perG) }
        }
      }
      filled = volts.count
    }
  }
}
