import ThrumPattern

/// Converts a clip to non-overlapping presets and envelopes.
struct TimelineMaker {
  private(set) var losses: [String] = []
  private let clip: HapticClip
  private let line: [Polyline.Sample]

  private static let silence = 0.004
  /// Length of a tap, s.
  private static let length = Double(VibrationLimits.tap) / 1000

  init(_ clip: HapticClip) {
    self.clip = clip
    line = clip.amplitude.map { Polyline.Sample(time: $0.time, value: $0.amplitude) }
  }

  mutating func elements() -> [VibrationEffect.Element] {
    let pulses = clip.amplitude.filter { ($0.emphasis?.amplitude ?? 0) > 0 }
    var alone = Set(pulses.indices.filter { isAlone($0, pulses) })
    while true {
      let presets = alone.sorted().map { preset(pulses[$0]) }
      let times = Set(alone.map { pulses[$0].time })
      var rest = clip
      for index in rest.amplitude.indices where times.contains(rest.amplitude[index].time) {
        rest.amplitude[index].emphasis = nil
      }
      var maker = EnvelopeMaker(rest, points: VibrationLimits.points, isBasic: true, isTimeline: true)
      let parts = (try? maker.sequence())?.parts ?? []
      // The minimum segment length can extend an envelope into a tap.
      let hit = alone.filter { index in parts.contains { TimelineMaker.overlaps($0, pulses[index].time) } }
      guard hit.isEmpty else {
        alone.subtract(hit)
        continue
      }
      note(presets.count, maker.losses)
      let envelopes = parts.compactMap { part -> VibrationEffect.Element? in
        guard case .basicEnvelope(let envelope) = part.effect else { return nil }
        return VibrationEffect.Element(start: part.start, .envelope(envelope))
      }
      return (presets + envelopes).sorted { $0.start < $1.start }
    }
  }

  private mutating func note(_ presets: Int, _ more: [String]) {
    if presets > 0 {
      losses.append("the exact sharpness of \(counted(presets, "transient")): a phone has only three preset taps")
    }
    losses += more
  }

  /// Whether a pulse is far enough from others to be a preset.
  private func isAlone(_ index: Int, _ pulses: [HapticClip.AmplitudePoint]) -> Bool {
    let time = pulses[index].time
    let isNear = [index - 1, index + 1].contains { other in
      pulses.indices.contains(other) && abs(pulses[other].time - time) < TimelineMaker.length
    }
    guard !isNear else { return false }
    return stride(from: time, through: time + TimelineMaker.length, by: 0.005).allSatisfy {
      level(at: $0) < TimelineMaker.silence
    }
  }

  private func level(at time: Double) -> Double {
    guard let last = line.last, time < last.time else { return 0 }
    return Polyline.value(line, at: time)
  }

  private static func overlaps(_ part: VibrationSequence.Part, _ time: Double) -> Bool {
    guard case .basicEnvelope(let envelope) = part.effect else { return false }
    let end = part.start + envelope.points.reduce(0) { $0 + $1.milliseconds }
    return milliseconds(time) < end && milliseconds(time + length) > part.start
  }

  private func preset(_ point: HapticClip.AmplitudePoint) -> VibrationEffect.Element {
    let intensity = IntensityLaw.phone.intensity(amplitude: point.emphasis?.amplitude ?? 0)
    let name = VibrationEffect.Primitive.Name.tap(intensity: intensity, sharpness: point.emphasis?.frequency ?? 0)
    return VibrationEffect.Element(
      start: milliseconds(point.time), .preset(name, scale: thousandths(min(1, intensity / name.strength))))
  }
}
