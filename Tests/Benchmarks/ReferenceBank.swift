import BenchmarkReference
import CLinux
import ThrumDevice
import ThrumPattern
import ThrumRender

/// The machine's speed limit: `Tests/BenchmarkReference`, in C optimised for this processor, doing the same work.
final class ReferenceBank {
  private let bank: OpaquePointer
  private let left: UnsafeMutablePointer<Float>
  private let right: UnsafeMutablePointer<Float>
  /// Values of the benchmark's curves at the end of each quantum, for two of their periods.
  private let controls: [Float]
  private var quantum = 0

  /// Creates a bank of voices with equal intensity, as ``RenderBenchmarks`` uses them.
  init(voices: Int, intensity: Double, _ settings: RenderSettings, _ actuator: ResonantActuator, latency: Int) {
    let model = LinearModel(settings, actuator)
    let rows = (0...64).flatMap { step -> [Double] in
      let hertz = settings.sharpness.hertz(sharpness: Double(step) / 64)
      return [hertz / settings.sampleRate, model.full(atHertz: hertz)]
    }
    var maps = model.maps
    guard
      let bank = reference_make(
        Int32(voices), rows, &maps, Int32(latency), Float(gain(decibels: -1)), Float(0.99 * actuator.maximumVolts))
    else { preconditionFailure("no memory, or a number of voices that the reference does not have") }
    self.bank = bank
    for voice in 0..<voices {
      reference_set(bank, Int32(voice), Float(intensity), Float(Double(voice) / Double(voices)))
    }
    controls = (1...200).map { quantum in
      let place = Float(quantum % 100) / 50
      return 0.9 - 0.5 * (place < 1 ? place : 2 - place)
    }
    reference_begin(bank, 0.9, 0.9)
    left = .allocate(capacity: quantumFrames)
    right = .allocate(capacity: quantumFrames)
  }

  deinit {
    left.deallocate()
    right.deallocate()
    reference_free(bank)
  }

  /// Renders a quantum. Returns whether clamp or limiter would act, which the reference does not implement.
  @inline(__always)
  private func render() -> Bool {
    let control = controls[quantum]
    quantum = quantum == 199 ? 0 : quantum + 1
    return reference_render(bank, control, control, left, right).exceeds != 0
  }

  /// Nanoseconds per frame: the fastest of many stretches.
  func nanosecondsAFrame(stretches: Int) -> Double {
    var least = Double.infinity
    for _ in 0..<stretches {
      let begin = thrum_monotonic_nanoseconds()
      for _ in 0..<200 { _ = render() }
      least = min(least, Double(thrum_monotonic_nanoseconds() - begin) / Double(200 * quantumFrames))
    }
    return least
  }

  /// The largest difference from a renderer's output for the same work, relative to its peak. Both must be at their
  /// start. The first 200 quanta, with the renderer's attack, do not count.
  func difference(to renderer: inout Renderer, quanta: Int) -> Double {
    var peak: Float = 0
    var worst: Float = 0
    for quantum in 0..<quanta {
      precondition(!render(), "clamp and limiter must have nothing to do")
      renderer.renderQuantum()
      guard quantum >= 200 else { continue }
      for frame in 0..<quantumFrames {
        peak = max(peak, renderer.left[frame].magnitude)
        worst = max(
          worst, (left[frame] - renderer.left[frame]).magnitude, (right[frame] - renderer.right[frame]).magnitude)
      }
    }
    return Double(worst / peak)
  }
}
