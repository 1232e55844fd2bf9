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
  /// Number of each pattern's entries.
  private let lengths: [Int]
  private let events: [FeelEvent]

  init(_ events: FeelEvents, on settings: RenderSettings, tapGain: Double) {
    var settings = settings
    settings.sampleRate = MotorRendering.rate
    settings.entersMidEvent = true
    self.settings = settings
    self.tapGain = Float(tapGain)
    self.events = events.sorted
    let compiler = ScheduleCompiler(sampleRate: settings.sampleRate)
    lengths = events.patterns.map { $0.entries.count }
    patterns = events.patterns.map { compiler.compile($0).haptics { _, _ in true } }
  }

  /// Selects events by their place in the sorted events.
  func selection(_ places: [Int]) -> Selection {
    var kept = lengths.map { [Bool](repeating: false, count: $0) }
    for place in places { kept[events[place].part][events[place].entry] = true }
    func part(taps: Bool, holds: Bool) -> [CompiledPattern] {
      patterns.indices.map { place in
        patterns[place].haptics { entry, isTap in (isTap ? taps : holds) && kept[place][entry] }
      }
    }
    guard tapGain != 1 else { return Selection(taps: [], holds: [], all: part(taps: true, holds: true)) }
    return Selection(taps: part(taps: true, holds: false), holds: part(taps: false, holds: true), all: [])
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
