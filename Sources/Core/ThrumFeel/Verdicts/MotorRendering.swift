import ThrumDevice
import ThrumOffline
import ThrumPattern

/// Renders parts of a pattern on one model of a motor.
struct MotorRendering {
  /// Which events to render.
  struct Selection {
    fileprivate let taps, holds: [CompiledPattern]
    fileprivate let all: [CompiledPattern]
  }

  /// Samples per second of the rendering, a low rate that touch does not notice.
  static let rate = 8_000.0

  private let settings: RenderSettings
  /// Factor of transients (``FeelMotor/Variant/tapGain``).
  private let tapGain: Float
  private let patterns: [CompiledPattern]
  /// For each pattern, the places of its entries in the schedule.
  private let places: [[Int32]]
  private let events: [FeelEvent]

  init(_ events: FeelEvents, on settings: RenderSettings, tapGain: Double) {
    var settings = settings
    settings.sampleRate = MotorRendering.rate
    settings.entersMidEvent = true
    self.settings = settings
    self.tapGain = Float(tapGain)
    self.events = events.sorted
    let compiler = ScheduleCompiler(sampleRate: settings.sampleRate)
    patterns = events.patterns.map { compiler.compile($0) }
    places = zip(patterns, events.patterns).map { $0.places(ofEntries: $1.entries.count) }
  }

  /// Selects events by their place in the sorted events. Takes time for these alone, because there may be as many
  /// selections as events.
  func selection(_ members: [Int]) -> Selection {
    func part(_ isKept: (FeelEvent) -> Bool) -> [CompiledPattern] {
      var kept = [[Int32]](repeating: [], count: patterns.count)
      for member in members {
        let event = events[member]
        if isKept(event) { kept[event.part].append(places[event.part][event.entry]) }
      }
      return zip(patterns, kept).map { $0.events(at: $1.sorted()) }
    }
    guard tapGain != 1 else { return Selection(taps: [], holds: [], all: part { _ in true }) }
    return Selection(taps: part { $0.isTap }, holds: part { !$0.isTap }, all: [])
  }

  /// Returns the acceleration in g.
  func acceleration(of selection: Selection, from start: Double, seconds: Double) -> [Float] {
    guard tapGain != 1 else { return acceleration(of: selection.all, from: start, seconds: seconds) }
    var samples = acceleration(of: selection.holds, from: start, seconds: seconds)
    for (place, sample) in acceleration(of: selection.taps, from: start, seconds: seconds).enumerated() {
      if place < samples.count { samples[place] += tapGain * sample } else { samples.append(tapGain * sample) }
    }
    return samples
  }

  private func acceleration(of patterns: [CompiledPattern], from start: Double, seconds: Double) -> [Float] {
    var renderer = OfflineRenderer(
      patterns, settings: settings, signal: .acceleration, startSeconds: start, lengthSeconds: seconds)
    var samples: [Float] = []
    samples.reserveCapacity(Int(saturating: seconds * MotorRendering.rate) + 1)
    while renderer.renderNext({ samples += $0 }) {}
    return samples
  }
}
