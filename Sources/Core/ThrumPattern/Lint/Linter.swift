/// Finds legal but probably unintended content, such as clamped values, ignored members or overlapping curves.
public struct Linter: Sendable {
  /// Settings of the linter.
  public struct Options: Sendable {
    /// Codes to leave out, including those found while reading.
    public var disabled: Set<DiagnosticCode> = []
    /// Longest continuous haptic event that a device plays in full, s. Default 30.
    public var longestEventSeconds = EventLimits.continuousSeconds
    /// Maximum number of control points per curve. Default 16, as documented by Core Haptics.
    public var mostPoints = EventLimits.curvePoints
    /// Maximum number of simultaneous haptic events. Default 8.
    public var mostEventsAtOnce = 8
    /// Returns a pattern's events that are too weak to be felt, in file order.
    ///
    /// By default, there is no function, and the check is skipped.
    package var weakEvents: (@Sendable (Pattern) -> [WeakEvent])?
    /// Maximum number of listed findings per code. Default 100.
    public var findingsPerCode = 100

    /// Creates the default options.
    public init() {}
  }

  /// Settings of the linter.
  public var options: Options

  /// Creates a linter.
  public init(options: Options = Options()) { self.options = options }

  /// Returns all findings about a document, including those from reading, in text order.
  ///
  /// `sound` looks for the file at an `EventWaveformPath`; `nil` skips the check.
  public func lint(
    _ document: AHAPDocument, sound: ((String) -> SoundState)? = nil
  ) -> [Diagnostic] {
    let found = document.tape?.withReader { reader in
      document.pattern.map { pattern in
        let pass = LintPass(document: document, tape: reader, options: options)
        pass.run(pattern, sound: sound)
        return pass.findings.diagnostics(file: document.name, text: document.text)
      }
    }
    let rules = (found ?? nil) ?? []
    let all = rules.isEmpty ? document.diagnostics : (document.diagnostics + rules).sorted()
    return options.disabled.isEmpty ? all : all.filter { !options.disabled.contains($0.code) }
  }
}

/// An event that is too weak to be felt.
package struct WeakEvent: Equatable, Sendable {
  package enum Cause: Equatable, Sendable {
    /// Its intensity is 0.
    case silent
    /// The intensity control is 0.
    case muted
    /// `decibels` over the threshold of touch. At `intensity`, 0…1, the event is felt and the order of strengths stays
    /// the same; `nil` if there is no such intensity.
    case weak(decibels: Double, intensity: Double?)
  }

  /// Index among the pattern's events.
  package var index: Int
  package var cause: Cause

  package init(index: Int, cause: Cause) {
    self.index = index
    self.cause = cause
  }
}

extension Pattern {
  /// Returns the pattern's weak events, with their places among the entries.
  func weakEvents(_ options: Linter.Options) -> [(entry: Int, event: WeakEvent)] {
    guard let weak = options.weakEvents?(self), !weak.isEmpty else { return [] }
    let places = entries.indices.filter { if case .event = entries[$0] { true } else { false } }
    return weak.filter { places.indices.contains($0.index) }.map { (places[$0.index], $0) }
  }
}

struct PatternSummary {
  struct CurveRange {
    var begin: Double
    var end: Double
    var entry: Int
  }

  struct Edge {
    var time: Double
    /// Order at equal times: ends (0), starts (1), ends of transients (2).
    var order: Int8
    var entry: Int32
  }

  struct Onset {
    var time: Double
    var entry: Int
  }

  var types: Set<EventType> = []
  var transients: [Onset] = []
  var edges: [Edge] = []
  var curveRanges: [DynamicParameterID: [CurveRange]] = [:]
  var jumps: Set<DynamicParameterID> = []

  @inline(__always)
  mutating func add(_ event: Event, _ index: Int) {
    types.insert(event.type)
    guard event.type.isHaptic else { return }
    let isTransient = event.type == .hapticTransient
    if isTransient { transients.append(Onset(time: event.time, entry: index)) }
    let end = isTransient ? event.time : event.time + (event.duration ?? 0)
    edges.append(Edge(time: event.time, order: 1, entry: Int32(truncatingIfNeeded: index)))
    edges.append(Edge(time: end, order: isTransient ? 2 : 0, entry: Int32(truncatingIfNeeded: index)))
  }

  mutating func add(_ parameter: DynamicParameter) { jumps.insert(parameter.id) }

  mutating func add(_ curve: ParameterCurve, _ index: Int) {
    let last = curve.points.reduce(0) { max($0, $1.time) }
    guard !curve.points.isEmpty, !curve.hasAbsoluteTimes else { return }
    curveRanges[curve.id, default: []].append(CurveRange(begin: curve.time, end: curve.time + last, entry: index))
  }
}
