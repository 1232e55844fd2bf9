import ThrumDevice
import ThrumOffline
import ThrumPattern

/// A pattern as the phone plays it, for the search for a pulse train: its felt level and energy over time, and its
/// onsets.
///
/// Every event plays at the phone's resonance. A motor with one bit has a single frequency, and the phone's loss at low
/// sharpness is assumed, so sharpness must not decide how strong a pulse is.
package struct PulseDesign: Sendable {
  /// As ``FeltTrace/levels``.
  let levels: [FeltTrace.Level]
  /// Energy in each millisecond, relative to a hold at full intensity.
  let energies: [Float]
  /// Times at which something begins that can be told from what was there, ms.
  let onsets: [Int]
  let events: FeelEvents
  /// For each step from 0 s on, whether the design vibrates then, rather than only before or after.
  private let isPlaying: [Bool]
  /// Whether the pattern is longer than ``longest``.
  package let isCut: Bool

  /// Length in seconds beyond which a pattern is not searched.
  package static let longest = 3_600.0

  /// Level of a hold at full intensity, dB, and its energy per millisecond, (m/s²)².
  static let full: (level: Double, energy: Double) = {
    let hold = Event(
      type: .hapticContinuous, time: 0, duration: 1.5, parameters: [EventParameter(.hapticIntensity, 1)])
    let recording = Recording([Pattern(entries: [.event(hold)])], Work<Never>.endless)
    let middle = recording.energies[500..<1_000]
    return (
      recording.levels.map { $0.decibels }.max() ?? 0, max(1e-12, Double(middle.reduce(0, +)) / Double(middle.count))
    )
  }()

  package init<Failure>(_ group: PatternGroup, _ work: Work<Failure>) throws(Failure) {
    events = FeelEvents(group)
    let recording = try Recording(group.patterns, work)
    isCut = recording.isCut
    levels = recording.levels
    let scale = Float(1 / PulseDesign.full.energy)
    let energies = recording.energies.map { $0 * scale }
    self.energies = energies
    onsets = PulseDesign.onsets(events, energies)
    isPlaying = PulseDesign.playing(levels, energies)
  }

  /// Whether a pulse that is not an onset's may begin at this millisecond.
  func isPlaying(at time: Int) -> Bool {
    let step = time / PulseDesign.perStep
    return isPlaying.indices.contains(step) && isPlaying[step]
  }

  static let perStep = 1_000 / FeltTrace.stepsPerSecond
  /// Level below that of the 533 ms around it at which a moment counts as a pause, dB. Assumed.
  private static let pause = 12.0

  private static func playing(_ levels: [FeltTrace.Level], _ energies: [Float]) -> [Bool] {
    (0..<energies.count / perStep).map { step in
      let around = energies[max(0, (step - 1) * perStep)..<min(energies.count, (step + 1) * perStep)]
      let energy = around.reduce(0, +) / Float(around.count)
      let place = step + FeltTrace.reach
      guard energy > unfelt, place < levels.count else { return false }
      return energy >= Float(PulseDesign.energy(ofLevel: levels[place].decibels - pause))
    }
  }

  /// Energy that is not felt even if it lasts.
  static let unfelt = Float(energy(ofLevel: FeelVerdict.feltLevel))

  static func energy(ofLevel decibels: Double) -> Double {
    let relative = gain(decibels: decibels - full.level)
    return relative * relative
  }

  /// Milliseconds before and after an onset whose energies are compared.
  private static let compared = 20
  /// Milliseconds of energy that touch sums.
  private static let summed = Int(1_000 * FeltMeter.seconds)

  private static func onsets(_ events: FeelEvents, _ energies: [Float]) -> [Int] {
    func mean(_ first: Int, _ count: Int) -> Double {
      let range = min(energies.count, max(0, first))..<min(energies.count, max(0, first + count))
      return Double(energies[range].reduce(0, +)) / Double(count)
    }
    let noticeable = gain(decibels: 2 * FeelJudge.noticeable)
    var onsets: [Int] = []
    for event in events.sorted where event.intensity > 0 && event.time < longest {
      let time = Int(saturating: (1_000 * event.time).rounded())
      guard time > onsets.last ?? -1, mean(time, summed) >= Double(unfelt),
        mean(time, compared) >= noticeable * mean(time - compared, compared)
      else { continue }
      onsets.append(time)
    }
    return onsets
  }

  private struct Recording {
    var levels: [FeltTrace.Level] = []
    var energies: [Float] = []
    var isCut = false

    init<Failure>(_ patterns: [Pattern], _ work: Work<Failure>) throws(Failure) {
      guard patterns.contains(where: { $0.events.contains(where: { $0.type.isHaptic }) }) else { return }
      var settings = FeelMotor(.phone).model
      settings.sampleRate = MotorRendering.rate
      if case .resonant(let actuator) = settings.actuator.model {
        let hertz = actuator.resonanceHertz
        settings.sharpness = SharpnessMap(lowestHertz: hertz, highestHertz: hertz)
      }
      let perMillisecond = Int(saturating: settings.sampleRate / 1_000)
      var trace = FeltTrace(sampleRate: settings.sampleRate)
      var renderer = OfflineRenderer(patterns, settings: settings, signal: .acceleration)
      var (energy, count): (Float, Int) = (0, 0)
      var isOver = false
      let most = Int(1_000 * PulseDesign.longest)
      while !isOver, energies.count < most {
        try work.check()
        isOver = !renderer.renderNext { samples in
          trace.add(samples)
          for sample in samples {
            energy += sample * sample
            count += 1
            guard count == perMillisecond else { continue }
            energies.append(energy)
            (energy, count) = (0, 0)
          }
        }
      }
      isCut = !isOver
      trace.finish()
      levels = trace.levels
    }
  }
}
