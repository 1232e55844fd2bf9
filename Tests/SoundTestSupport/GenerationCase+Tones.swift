import Foundation
import TestSupport
import ThrumAnalysis
import ThrumDevice
import ThrumOffline
import ThrumPattern

/// Cases about pitch, levels and textures.
extension GenerationCase {
  static let tones: [GenerationCase] =
    [
      score("a legato bass line", 0.9) { .legatoBass() },
      GenerationCase("a downpour of 8 s: transients", atMost: 4) {
        Double(SyntheticSound.downpour().pattern().taps.count)
      },
      GenerationCase("tones with an attack of 30 ms, 220 Hz: median error of an onset, ms", atMost: 5) {
        timing(.softTones(attack: 0.03, hertz: 220))
      },
      GenerationCase("tones with an attack of 50 ms, 440 Hz: median error of an onset, ms", atMost: 5) {
        timing(.softTones(attack: 0.05, hertz: 440))
      },
      GenerationCase("kicks, each 3 dB weaker, 0.5 s apart: largest error, dB", atMost: 1.5) { levelError(0.5) },
      GenerationCase("kicks, each 3 dB weaker, 0.31 s apart: largest error, dB", atMost: 1.5) { levelError(0.31) },
    ] + sweeps + followed + deep

  // MARK: Levels

  /// Largest error of the kicks' levels on the modelled phone relative to the first, dB.
  private static func levelError(_ apart: Double) -> Double {
    let sound = SyntheticSound.weakerKicks(apart: apart)
    var renderer = OfflineRenderer([sound.pattern()], settings: RenderSettings(), signal: .acceleration)
    var samples: [Float] = []
    while renderer.renderNext({ samples += $0 }) {}
    let peaks = sound.onsets.map { time -> Double in
      let first = min(samples.count, Int((time - 0.01) * 48_000))
      return samples[first..<min(samples.count, first + 3_360)].reduce(0) { max($0, Double(abs($1))) }
    }
    return zip(0..., peaks).map { abs(20 * log10(max(1e-9, $1) / peaks[0]) + 3 * Double($0)) }.max() ?? .infinity
  }

  // MARK: Sharpness over time

  private static let sweeps: [GenerationCase] = FollowedFrequency.allCases.flatMap { follow in
    [(50.0, 1_500.0), (1_500, 50), (40, 300), (4_000, 200)].map { from, to in
      GenerationCase("sharpness of a sweep from \(Int(from)) to \(Int(to)) Hz, by \(follow): reversals", atMost: 0) {
        let sound = SyntheticSound.glide(
          seconds: 4, hertz: { from * pow(to / from, $0 / 4) }, { 0.4 * min(1, $0 / 0.05) * min(1, (4 - $0) / 0.05) })
        let values = sound.pattern { $0.follow = follow }.sharpnesses.map(\.value)
        return Double(zip(values, values.dropFirst()).count { ($1 - $0) * (to - from) < -1e-4 * abs(to - from) })
      }
    }
  }

  /// An engine's ramp from 25 to 120 Hz, whose periods are longer than the analyser's steps.
  private static let deep: [GenerationCase] = [1, 3, 12].flatMap { partials in
    let ramp: @Sendable () -> Pattern = {
      let sound = SyntheticSound.glide(
        seconds: 4, hertz: { 25 + 95 * $0 / 4 }, partials: partials,
        { (0.15 + 0.25 * $0 / 4) * min(1, $0 / 0.02) * min(1, (4 - $0) / 0.02) })
      return sound.pattern()
    }
    let name = "an engine from 25 to 120 Hz with \(partials) partials"
    return [
      GenerationCase("\(name): points", atMost: 30) { Double(ramp().curves.map(\.points.count).reduce(0, +)) },
      GenerationCase("\(name): largest sharpness", atMost: 0.3) { ramp().sharpnesses.map(\.value).max() ?? 1 },
      GenerationCase("\(name): largest fall of the sharpness", atMost: 0.02) {
        let values = ramp().sharpnesses.map(\.value)
        return zip(values, values.dropFirst()).map { $0 - $1 }.max() ?? 1
      },
    ]
  }

  /// Correlation of the sharpness with the known pitch in octaves, where there is sound.
  private static let followed: [GenerationCase] = FollowedFrequency.allCases.flatMap { follow in
    [
      follows("a voice of 70 to 170 Hz", follow, hertz: voicePitch) { .voice(pitch: voicePitch) },
      follows("an engine of 40 to 150 Hz under changing load", follow, hertz: enginePitch) {
        .glide(
          seconds: 6, hertz: enginePitch, partials: 40,
          formants: { [.init(hertz: 700 + 400 * sin(4 * $0), width: 150)] }, { 0.5 * min(1, $0 / 0.3) })
      },
      follows("a bass line through a swept filter", follow, hertz: SyntheticSound.bassPitch) {
        .legatoBass(formants: { [.init(hertz: 450 + 300 * sin(4 * $0), width: 100)] })
      },
    ]
  }

  @Sendable private static func voicePitch(_ time: Double) -> Double {
    120 + 40 * sin(2 * .pi * 0.45 * time) + 10 * sin(2 * .pi * 1.3 * time)
  }
  @Sendable private static func enginePitch(_ time: Double) -> Double { 40 + 110 * pow(time / 6, 1.5) }

  private static func follows(
    _ name: String, _ follow: FollowedFrequency, hertz: @escaping @Sendable (Double) -> Double,
    _ sound: @escaping @Sendable () -> SyntheticSound
  ) -> GenerationCase {
    let name = "\(name), sharpness by \(follow): correlation with the pitch"
    let figure: @Sendable () -> Double = {
      let pattern = sound().pattern { $0.follow = follow }
      let times = stride(from: 0.05, to: 6, by: 0.02).filter { time in
        pattern.events.contains { event in
          event.type == .hapticContinuous && event.time <= time && time <= event.time + (event.duration ?? 0)
        }
      }
      let points = pattern.sharpnesses
      return correlation(times.map { Polyline.value(points, at: $0) }, times.map { log2(hertz($0)) })
    }
    // The centre follows formants and filters.
    return follow == .pitch
      ? GenerationCase(name, atLeast: 0.9, figure) : GenerationCase(name, atMost: 0.8, figure)
  }
}

extension Pattern {
  /// Sharpness of the continuous events: the points of their curves, plus the event's own sharpness.
  fileprivate var sharpnesses: [Polyline.Sample] {
    curves.filter { $0.id == .hapticSharpnessControl }.flatMap { curve in
      curve.points.map { Polyline.Sample(time: curve.time + $0.time, value: 0.5 + $0.value) }
    }
  }
}
