import BenchmarkReference
import CRealtime
import ThrumPattern
import ThrumDevice
import ThrumRender

/// What the machine can do: `Tests/BenchmarkReference`, in C for the processor at hand, at the same work.
final class ReferenceBank {
  private let bank: OpaquePointer
  private let left: UnsafeMutablePointer<Float>
  private let right: UnsafeMutablePointer<Float>
  /// Where the benchmark's curves are at the end of each quantum: two of their periods.
  private let controls: [Float]
  private var quantum = 0

  /// A bank of voices as ``RenderBenchmarks`` has them, of one intensity.
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

  /// Renders a quantum; returns whether it was more than the reference can do.
  @inline(__always)
  private func render() -> Bool {
    let control = controls[quantum]
    quantum = quantum == 199 ? 0 : quantum + 1
    return reference_render(bank, control, control, left, right).exceeds != 0
  }

  /// Nanoseconds to render a frame: the least of many stretches.
  func nanosecondsAFrame(stretches: Int) -> Double {
    var least = Double.infinity
    for _ in 0..<stretches {
      let begin = thrum_monotonic_nanoseconds()
      for _ in 0..<200 { _ = render() }
      least = min(least, Double(thrum_monotonic_nanoseconds() - begin) / Double(200 * quantumFrames))
    }
    return least
  }

  /// The largest difference to a renderer's output at the same work, over its peak. Both are at their beginning; only
  /// after 200 quanta is nothing left of the renderer's attack.
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
