import BenchmarkReference
import CRealtime
import ThrumPattern
import ThrumDevice
import ThrumRender

/// What the machine can do: `Tests/BenchmarkReference`, in C for the processor at hand, at the same work.
final class ReferenceBank {
  private let bank: OpaquePointer
  private let acceleration: UnsafeMutablePointer<Float>
  /// Where the benchmark's curves are at the end of each quantum: two of their periods, and so whole calls.
  private let controls: [Float]
  private static var quantaOfCall: Int { reference_quanta }
  private static var framesOfCall: Int { reference_quanta * reference_quantum_frames }

  /// A bank of voices as ``RenderBenchmarks`` has them, of one intensity.
  init(voices: Int, intensity: Double, _ actuator: ResonantActuator) {
    let update = StateUpdate(actuator, frameSeconds: 1 / 48_000)
    let numbers =
      (0..<3).flatMap { row in (0..<3).map { update.transition[row, $0] } } + update.inputBefore
      + update.inputAfter + update.output.map { $0 * actuator.deviceGain }
    let rows = (0...64).flatMap { step -> [Double] in
      let hertz = SharpnessMap().hertz(sharpness: Double(step) / 64)
      return [hertz / 48_000, 0.35 * standardGravity / actuator.deviceAcceleration(perVoltAtHertz: hertz)]
    }
    guard let bank = reference_make(Int32(voices), numbers, rows, actuator.maximumVolts) else {
      preconditionFailure("no memory")
    }
    self.bank = bank
    for voice in 0..<voices {
      reference_set(bank, Int32(voice), Float(intensity), Float(Double(voice) / Double(voices)))
    }
    controls = (1...200).map { quantum in
      let place = Float(quantum % 100) / 50
      return 0.9 - 0.5 * (place < 1 ? place : 2 - place)
    }
    reference_begin(bank, 0.9, 0.9)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: ReferenceBank.framesOfCall * 4, alignment: 64)
    acceleration = memory.bindMemory(to: Float.self, capacity: ReferenceBank.framesOfCall)
  }

  deinit {
    acceleration.deallocate()
    reference_free(bank)
  }

  /// Renders eight quanta, from one that is the first of a call.
  @inline(__always)
  private func render(from quantum: Int) {
    // Safety: 200 controls are 25 calls of eight; the C function writes the frames of one call.
    controls.withUnsafeBufferPointer {
      guard let base = $0.baseAddress else { return }
      let next = base + quantum % 200
      reference_render(bank, next, next, acceleration)
    }
  }

  /// Nanoseconds to render a frame: the least of many stretches.
  func nanosecondsAFrame(stretches: Int) -> Double {
    var least = Double.infinity
    for _ in 0..<stretches {
      let begin = thrum_monotonic_nanoseconds()
      for quantum in stride(from: 0, to: 200, by: ReferenceBank.quantaOfCall) { render(from: quantum) }
      least = min(least, Double(thrum_monotonic_nanoseconds() - begin) / Double(200 * quantumFrames))
    }
    return least
  }

  /// The largest difference to a renderer at the same work, over the renderer's peak. Both are at their beginning; only
  /// after 100 quanta is nothing left of the renderer's attack.
  func difference(to renderer: inout Renderer, quanta: Int) -> Double {
    var peak = 0.0
    var worst = 0.0
    for quantum in 0..<quanta {
      if quantum % ReferenceBank.quantaOfCall == 0 { render(from: quantum) }
      let frames = acceleration + quantum % ReferenceBank.quantaOfCall * quantumFrames
      renderer.renderQuantum()
      guard quantum >= 100 else { continue }
      for frame in 0..<quantumFrames {
        peak = max(peak, renderer.acceleration[frame].magnitude)
        worst = max(worst, (Double(frames[frame]) - renderer.acceleration[frame]).magnitude)
      }
    }
    return worst / peak
  }
}
