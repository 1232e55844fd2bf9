import ThrumPattern
import ThrumRender

/// The paths of the controls, built from a pattern's dynamic parameters and curves.
///
/// On one control what begins later wins, for good: it ends an older curve. Of two that begin together the later in
/// the file wins.
struct ControlPaths {
  private struct Source {
    let start: Double
    let order: Int
    let segments: [ControlSegment]
  }

  private let sampleRate: SampleRate
  private var sources: [ControlID: [Source]] = [:]

  init(sampleRate: SampleRate) { self.sampleRate = sampleRate }

  /// Adds a jump.
  mutating func add(_ parameter: DynamicParameter, order: Int) {
    let start = frames(parameter.time)
    let control = ControlID(parameter.id)
    let value = clamped(parameter.value, parameter.id)
    let jump = ControlSegment(control: control, start: start, end: start, from: value, to: value)
    sources[control, default: []].append(Source(start: start, order: order, segments: [jump]))
  }

  /// Adds a curve; a first point after the curve's start is reached in a line from the value found there.
  mutating func add(_ curve: ParameterCurve, order: Int) {
    guard !curve.points.isEmpty else { return }
    let control = ControlID(curve.id)
    let start = frames(curve.time)
    let isOrdered = zip(curve.points, curve.points.dropFirst()).allSatisfy { $0.time <= $1.time }
    let points = isOrdered ? curve.points : curve.points.sorted { $0.time < $1.time }
    var segments: [ControlSegment] = []
    segments.reserveCapacity(points.count)
    var before = (frame: start, value: Float.nan)
    for point in points {
      let frame = start + frames(point.time)
      let value = clamped(point.value, curve.id)
      if frame > before.frame || segments.isEmpty == false || points.count == 1 {
        let from = before.value.isNaN && frame == start ? value : before.value
        segments.append(ControlSegment(control: control, start: before.frame, end: frame, from: from, to: value))
      }
      before = (frame, value)
    }
    if segments.isEmpty {
      segments = [
        ControlSegment(control: control, start: start, end: start, from: before.value, to: before.value)
      ]
    }
    sources[control, default: []].append(Source(start: start, order: order, segments: segments))
  }

  /// All segments, each control's own by rising start, overlaps resolved.
  func resolved() -> [ControlSegment] {
    var result: [ControlSegment] = []
    for control in ControlID.allCases {
      guard let list = sources[control] else { continue }
      let sorted = list.sorted { ($0.start, $0.order) < ($1.start, $1.order) }
      var path: [ControlSegment] = []
      for source in sorted {
        while let last = path.last, last.start >= source.start { path.removeLast() }
        path.append(contentsOf: source.segments)
      }
      result.append(contentsOf: path)
    }
    return result
  }

  private func frames(_ seconds: Double) -> Double {
    seconds.isFinite ? min(max(0, seconds) * sampleRate, 1e15) : 0
  }

  private func clamped(_ value: Double, _ id: DynamicParameterID) -> Float {
    guard value == value else { return Float(id.defaultValue) }
    return Float(min(max(value, id.range.lowerBound), id.range.upperBound))
  }
}

extension ControlID {
  /// The renderer's name of a dynamic parameter.
  public init(_ id: DynamicParameterID) {
    self =
      switch id {
      case .hapticIntensityControl: .hapticIntensity
      case .hapticSharpnessControl: .hapticSharpness
      case .hapticAttackTimeControl: .hapticAttack
      case .hapticDecayTimeControl: .hapticDecay
      case .hapticReleaseTimeControl: .hapticRelease
      case .audioVolumeControl: .audioVolume
      case .audioPitchControl: .audioPitch
      case .audioPanControl: .audioPan
      case .audioBrightnessControl: .audioBrightness
      case .audioAttackTimeControl: .audioAttack
      case .audioDecayTimeControl: .audioDecay
      case .audioReleaseTimeControl: .audioRelease
      }
  }
}
