import ThrumDevice
import ThrumOffline
import ThrumPattern
import ThrumRender

/// Renders parts of a pattern on one model of a motor: their drives, and the motor's answer to a sum of such drives.
struct MotorRendering {
  /// Which events to render.
  struct Selection {
    fileprivate let taps, holds: [CompiledPattern]
  }

  /// Volts per sample, not yet clipped; empty for none. Those of events that play together add up.
  struct Drives {
    fileprivate(set) var taps: [Float] = []
    fileprivate(set) var holds: [Float] = []

    static func + (one: Drives, other: Drives) -> Drives { one.adding(other, times: 1) }

    static func - (one: Drives, other: Drives) -> Drives { one.adding(other, times: -1) }

    var ofTaps: Drives { Drives(taps: taps) }

    private func adding(_ other: Drives, times factor: Float) -> Drives {
      Drives(
        taps: Drives.sum(taps, other.taps, times: factor), holds: Drives.sum(holds, other.holds, times: factor))
    }

    /// Both are of one length, or empty.
    private static func sum(_ one: [Float], _ other: [Float], times factor: Float) -> [Float] {
      guard !one.isEmpty, !other.isEmpty else { return other.isEmpty ? one : other.map { factor * $0 } }
      return one.withUnsafeBufferPointer { one in
        other.withUnsafeBufferPointer { other in
          let count = min(one.count, other.count)
          return [Float](unsafeUninitializedCapacity: count) { sum, filled in
            for place in 0..<count { sum.initializeElement(at: place, to: one[place] + factor * other[place]) }
            filled = count
          }
        }
      }
    }
  }

  /// Samples per second of the rendering, a low rate that touch does not notice.
  static let rate = 8_000.0
  /// Factor by which drives may exceed the rated drive before they are added: more than events can.
  private static let unclipped = 1e6

  /// With and without a clipping drive.
  private let settings, unclipped: RenderSettings
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
    settings.isLimited = false
    self.settings = settings
    settings.overdrive = MotorRendering.unclipped
    unclipped = settings
    self.tapGain = Float(tapGain)
    self.events = events.sorted
    let compiler = ScheduleCompiler(sampleRate: settings.sampleRate)
    patterns = events.patterns.map { compiler.compile($0) }
    places = zip(patterns, events.patterns).map { $0.places(ofEntries: $1.entries.count) }
  }

  /// Selects events by their place in the sorted events. Takes time for these alone, because there may be as many
  /// selections as events.
  func selection(_ members: [Int]) -> Selection {
    func part(taps: Bool) -> [CompiledPattern] {
      var kept = [[Int32]](repeating: [], count: patterns.count)
      for member in members where events[member].isTap == taps {
        kept[events[member].part].append(places[events[member].part][events[member].entry])
      }
      return kept.allSatisfy { $0.isEmpty } ? [] : zip(patterns, kept).map { $0.events(at: $1.sorted()) }
    }
    return Selection(taps: part(taps: true), holds: part(taps: false))
  }

  /// Returns the next earlier time, s, from which a rendering has the same samples as from the beginning: a quantum's
  /// first frame, and the first of those that a ``FeltReader/Recording`` averages.
  static func start(before seconds: Double) -> Double {
    let grid = Double(quantumFrames * FeltReader.framesPerSample) / rate
    return (seconds / grid).rounded(.down) * grid
  }

  func drives(of selection: Selection, from start: Double, seconds: Double) -> Drives {
    Drives(
      taps: drive(of: selection.taps, from: start, seconds: seconds),
      holds: drive(of: selection.holds, from: start, seconds: seconds))
  }

  private func drive(of patterns: [CompiledPattern], from start: Double, seconds: Double) -> [Float] {
    guard !patterns.isEmpty else { return [] }
    var renderer = OfflineRenderer(
      patterns, settings: unclipped, signal: .drive, startSeconds: start, lengthSeconds: seconds)
    var samples: [Float] = []
    samples.reserveCapacity(Int(saturating: seconds * MotorRendering.rate) + 1)
    while renderer.renderNext({ samples += $0 }) {}
    return samples.contains { $0 != 0 } ? samples : []
  }

  /// Returns the acceleration in g, or nothing if nothing drives the motor.
  func acceleration(of drives: Drives) -> [Float] {
    var motor = DrivenMotor(settings)
    guard tapGain != 1, !drives.taps.isEmpty else {
      return motor.acceleration(ofDrive: (Drives(holds: drives.holds) + Drives(holds: drives.taps)).holds)
    }
    let taps = motor.acceleration(ofDrive: drives.taps).map { tapGain * $0 }
    guard !drives.holds.isEmpty else { return taps }
    motor = DrivenMotor(settings)
    let holds = motor.acceleration(ofDrive: drives.holds)
    return holds.indices.map { holds[$0] + taps[$0] }
  }

  /// Returns the acceleration in g.
  func acceleration(of selection: Selection, from start: Double, seconds: Double) -> [Float] {
    acceleration(of: drives(of: selection, from: start, seconds: seconds))
  }
}
