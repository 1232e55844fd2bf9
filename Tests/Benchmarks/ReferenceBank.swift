import BenchmarkReference
import HapticRender

/// What the machine can do: `Tests/BenchmarkReference`, in C for the processor at hand, at the same work.
final class ReferenceBank {
  private let bank: OpaquePointer
  private let voices: Int

  /// A bank of voices whose strengths and sharpnesses are those of ``RenderBenchmarks``.
  init(voices: Int, _ actuator: ResonantActuator) {
    self.voices = voices
    let update = StateUpdate(actuator, frameSeconds: 1 / 48_000)
    let numbers =
      (0..<3).flatMap { row in (0..<3).map { update.transition[row, $0] } } + update.inputBefore
      + update.inputAfter + update.output.map { $0 * actuator.deviceGain }
    let rows = (0...64).flatMap { step -> [Double] in
      let hertz = SharpnessMap().hertz(sharpness: Double(step) / 64)
      let volts = 0.35 * standardGravity / actuator.deviceAcceleration(perVoltAtHertz: hertz)
      return [hertz / 48_000, min(volts, actuator.maximumVolts)]
    }
    guard let bank = reference_make(Int32(voices), numbers, rows) else { preconditionFailure("no memory") }
    self.bank = bank
    for voice in 0..<voices {
      let count = Double(voices)
      reference_set(bank, Int32(voice), Float(0.2 + 0.5 / count), Float(Double(voice) / count))
    }
  }

  deinit { reference_free(bank) }

  /// Renders so many quanta, with the controls where the benchmark's curves are; answers the last frame.
  private func render(_ quanta: Int) -> Float {
    // Safety: the memory lives in this call; the C function writes 64 frames.
    withUnsafeTemporaryAllocation(byteCount: 64 * 4, alignment: 64) { memory in
      let frames = memory.bindMemory(to: Float.self)
      for quantum in 0..<quanta {
        let place = Float(quantum % 100) / 50
        let control = 0.9 - 0.5 * (place < 1 ? place : 2 - place)
        reference_render(bank, control, control, frames.baseAddress)
      }
      return frames[63]
    }
  }

  /// Nanoseconds to render a frame, at its best.
  func nanosecondsAFrame() -> Double {
    _ = render(1000)
    var least = Double.infinity
    for _ in 0..<(voices > 16 ? 100 : 400) {
      let begin = ContinuousClock.now
      let last = render(100)
      least = min(least, (ContinuousClock.now - begin) / .nanoseconds(6400))
      precondition(last.magnitude > 0 && last.magnitude < 1000, "the reference must sound")
    }
    return least
  }
}
