import ThrumPattern

/// Converts a clip to non-overlapping presets and envelopes.
struct TimelineMaker {
  private(set) var losses: [String] = []
  private let clip: HapticClip
  private let line: [Polyline.Sample]
  private let work: Work<PatternWriter.WriteError>

  /// Length of a tap, s.
  private static let length = Double(VibrationLimits.tap) / 1000

  init(_ clip: HapticClip, _ work: Work<PatternWriter.WriteError>) {
    self.clip = clip
    self.work = work
    line = clip.amplitude.map { Polyline.Sample(time: $0.time, value: $0.amplitude) }
  }

  mutating func elements() throws(PatternWriter.WriteError) -> [VibrationEffect.Element] {
    let pulses = clip.amplitude.filter { ($0.emphasis?.amplitude ?? 0) > 0 }
    var alone = Set(pulses.indices.filter { isAlone($0, pulses) })
    var rounds = 0
    while true {
      let presets = alone.sorted().map { preset(pulses[$0]) }
      let times = Set(alone.map { pulses[$0].time })
      var rest = clip
      for index in rest.amplitude.indices where times.contains(rest.amplitude[index].time) {
        rest.amplitude[index].emphasis = nil
      }
      let (parts, lost) = try envelopes(of: rest)
      // The minimum segment length can extend an envelope into a tap.
      let ends = parts.map { $0.start + $0.envelope.points.reduce(0) { $0 + $1.milliseconds } }
      let hit = alone.filter { index in
        let next = ends.partitioningIndex { $0 > milliseconds(pulses[index].time) }
        return next < parts.count && parts[next].start < milliseconds(pulses[index].time + TimelineMaker.length)
      }
      guard hit.isEmpty else {
        rounds += 1
        alone = rounds < TimelineMaker.mostRounds ? alone.subtracting(chains(from: hit, pulses, alone)) : []
        continue
      }
      note(presets.count, lost)
      let envelopes = parts.map { VibrationEffect.Element(start: $0.start, .envelope($0.envelope)) }
      return (presets + envelopes).sorted { $0.start < $1.start }
    }
  }

  /// After this many rounds, all taps become envelopes.
  private static let mostRounds = 16

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
      level(at: $0) < EnvelopeTarget.silence
    }
  }

  private func level(at time: Double) -> Double {
    guard let last = line.last, time < last.time else { return 0 }
    return Polyline.value(line, at: time)
  }

  private typealias Part = (start: Int, envelope: VibrationEffect.BasicEnvelope)

  /// Returns the envelopes in chronological order, and what they lose.
  private func envelopes(of clip: HapticClip) throws(PatternWriter.WriteError) -> (parts: [Part], losses: [String]) {
    var maker = try EnvelopeMaker(clip, points: VibrationLimits.points, isBasic: true, isTimeline: true, work)
    let sequence = try maker.sequence()
    let parts = sequence.parts.compactMap { part -> Part? in
      if case .basicEnvelope(let envelope) = part.effect { (part.start, envelope) } else { nil }
    }
    return (parts, maker.losses)
  }

  /// Returns the taps and those that follow each within the length of an envelope, which they also become.
  private func chains(from hit: Set<Int>, _ pulses: [HapticClip.AmplitudePoint], _ alone: Set<Int>) -> Set<Int> {
    let length = Double(2 * VibrationLimits.shortestLine) / 1000
    var result = hit
    for first in hit {
      var index = first
      while pulses.indices.contains(index + 1), pulses[index + 1].time < pulses[index].time + length,
        alone.contains(index + 1), result.insert(index + 1).inserted
      {
        index += 1
      }
    }
    return result
  }

  private func preset(_ point: HapticClip.AmplitudePoint) -> VibrationEffect.Element {
    let intensity = IntensityLaw.phone.intensity(amplitude: point.emphasis?.amplitude ?? 0)
    let name = VibrationEffect.Primitive.Name.tap(intensity: intensity, sharpness: point.emphasis?.frequency ?? 0)
    return VibrationEffect.Element(
      start: milliseconds(point.time), .preset(name, scale: thousandths(min(1, intensity / name.strength))))
  }
}
