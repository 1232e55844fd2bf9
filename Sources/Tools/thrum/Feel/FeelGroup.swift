import ThrumAnalysis
import ThrumFeel
import ThrumPattern

/// Events with the same verdicts, shown as one row.
struct FeelGroup {
  fileprivate struct Span {
    var low = Double.infinity
    var high = -Double.infinity

    mutating func add(_ value: Double) { (low, high) = (min(low, value), max(high, value)) }

    func words(_ decimals: Int) -> String {
      let (from, to) = (fixed(low, decimals), fixed(high, decimals))
      return from == to ? from : "\(from)…\(to)"
    }
  }

  private let type: EventType
  private let verdicts: [FeelVerdict]
  /// Strongest event on each motor, dB.
  private let strongest: [Double]
  private var count = 0
  private var first = 0.0
  private var intensity = Span()
  private var sharpness = Span()
  private var milliseconds = Span()
  private var levels: [Span]
  private var reached: [Span]
  private var changes: [(kind: FeelCure.Kind?, from: Span, to: Span)]
  private var advice: [FeelAdvice?]
  /// Number of events that a phone plays well and the motor does not.
  private var lost: [Int]

  init(_ type: EventType, _ verdicts: [FeelVerdict], _ strongest: [Double]) {
    self.type = type
    self.verdicts = verdicts
    self.strongest = strongest
    levels = verdicts.map { _ in Span() }
    reached = levels
    changes = verdicts.map { _ in (nil, Span(), Span()) }
    advice = verdicts.map { _ in nil }
    lost = verdicts.map { _ in 0 }
  }

  mutating func add(_ event: Event, _ felt: [FeltEvent]) {
    if count == 0 { first = felt.first?.time ?? 0 }
    count += 1
    intensity.add(event.value(of: .hapticIntensity))
    sharpness.add(event.value(of: .hapticSharpness))
    if type == .hapticContinuous { milliseconds.add((event.duration ?? .infinity) * 1_000) }
    for (motor, felt) in felt.enumerated() {
      levels[motor].add(felt.decibelsOverThreshold)
      reached[motor].add(felt.reachedPercent)
      if felt.isLost { lost[motor] += 1 }
      if case .advice(let words)? = felt.help, advice[motor] == nil { advice[motor] = words }
      guard let cure = felt.cure else { continue }
      changes[motor].kind = cure.kind
      changes[motor].from.add(cure.from)
      changes[motor].to.add(cure.to)
    }
  }

  /// Returns a key for events with the same values, verdicts and cures. For a gap, which two events share, only the
  /// size counts.
  static func likeness(_ event: Event, _ felt: [FeltEvent]) -> String {
    let numbers = [event.value(of: .hapticIntensity), event.value(of: .hapticSharpness), event.duration ?? -1]
    let cures = felt.map { felt in felt.cure.map { "\($0.to)" } ?? "" }
    let advice = felt.map { felt in if case .advice(let advice)? = felt.help { advice.words } else { "" } }
    let levels = felt.map { fixed($0.decibelsOverThreshold, 0) }
    return kinship(event, felt) + numbers.map { fixed($0, 3) }.joined() + (cures + advice + levels).joined()
  }

  /// Returns a key for events with the same type, verdicts and kinds of cure.
  static func kinship(_ event: Event, _ felt: [FeltEvent]) -> String {
    event.type.rawValue
      + felt.map { "\($0.verdict)\($0.isFinding)\($0.isLost)\($0.cure?.kind.rawValue ?? "")" }.joined(separator: "|")
  }

  // MARK: Text

  var times: String { "\(fixed(first, 3)) s" + (count == 1 ? "" : " and \(count - 1) more") }

  var name: String {
    let values = "\(intensity.words(2))/\(sharpness.words(2))"
    guard type == .hapticContinuous else { return "transient \(values)" }
    return "continuous \(values) " + (milliseconds.high.isFinite ? "\(milliseconds.words(0)) ms" : "endless")
  }

  var cells: [String] {
    zip(verdicts.indices, verdicts).map { motor, verdict in
      let mark = lost[motor] > 0 ? "lost: " : ""
      switch verdict {
      case .felt, .faint:
        let below = levels[motor].high - strongest[motor]
        let relative = below > -0.5 ? "" : " (\(fixed(below, 0)))"
        return "\(verdict.words) \(levels[motor].words(0)) dB\(relative)"
      case .tooShort: return "\(mark)\(verdict.words) \(reached[motor].words(0)) %"
      default: return mark + verdict.words
      }
    }
  }

  var cures: [(motor: Int, words: String)] {
    changes.enumerated().compactMap { motor, change in
      guard let kind = change.kind else { return advice[motor].map { (motor, $0.words) } }
      let (from, to) = (change.from, change.to)
      if from.low == from.high, to.low == to.high || kind == .duration {
        return (motor, FeelCure(kind: kind, from: from.high, to: to.high).words)
      }
      switch kind {
      case .intensity: return (motor, "intensity \(from.words(2)) → \(to.words(2))")
      case .duration: return (motor, "up to \(fixed((to.high - from.low) * 1_000, 0)) ms longer")
      case .gap:
        let (from, to) = (from.scaled(by: 1_000), to.scaled(by: 1_000))
        return (motor, "gap \(from.words(0)) → \(to.words(0)) ms")
      }
    }
  }
}

extension FeelGroup.Span {
  fileprivate func scaled(by factor: Double) -> FeelGroup.Span {
    FeelGroup.Span(low: low * factor, high: high * factor)
  }
}
