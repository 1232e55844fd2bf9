import ThrumPattern

/// The smallest change to one number that cures an event without changing the order of strengths.
package struct FeelCure: Equatable, Sendable, JSONEncodable {
  package enum Kind: String, CaseIterable, Sendable, JSONEncodable {
    case intensity
    /// In seconds.
    case duration
    /// Time since the previous transient, s.
    case gap
  }

  package let kind: Kind
  package let from: Double
  package let to: Double

  package init(kind: Kind, from: Double, to: Double) {
    self.kind = kind
    self.from = from
    self.to = to
  }

  package var words: String {
    switch kind {
    case .intensity: "intensity \(fixed(from, 2)) → \(fixed(to, 2))"
    case .duration: "\(fixed((to - from) * 1_000, 0)) ms longer"
    case .gap: "gap \(fixed(from * 1_000, 0)) → \(fixed(to * 1_000, 0)) ms"
    }
  }
}

/// What to do about an event that no change to one number cures without changing the design.
package enum FeelAdvice: Hashable, Sendable {
  /// Play a continuous event of this many seconds instead of the transient.
  case hold(Double)
  /// The transient needs this intensity, which is much more than it has.
  case raise(to: Double)
  /// At an intensity that helps, the event would be as strong as others that should be stronger.
  case keepsOrder
  /// Nothing helps: full intensity is too weak.
  case tooWeak
  /// Nothing helps: a stronger vibration hides the event even at full intensity.
  case hidden
  /// Nothing helps: at full intensity, the event still feels weaker than one that should be weaker.
  case weakerByNature
  /// Nothing helps: the intensity control is this low.
  case lowered(Double)
  /// Nothing is wrong: the event lies in a fade, where the intensity control is this low.
  case faded(Double)
  /// Nothing helps: the intensity control is 0.
  case muted
  /// Nothing helps: the motor is slower than any length that was tried.
  case tooSlow

  package var words: String {
    switch self {
    case .hold(let seconds):
      "a continuous event of \(fixed(seconds * 1_000, 0)) ms is felt: the motor needs that long to turn"
    case .raise(let intensity):
      "it needs an intensity of \(fixed(intensity, 2)): raise the pattern as a whole, or remove the event"
    case .keepsOrder:
      "an intensity that helps would change the order of strengths: raise the pattern as a whole, or move the event"
    case .tooWeak: "no intensity helps: this motor is too weak for such an event"
    case .hidden: "no intensity helps: move the event, or weaken the vibration that hides it"
    case .weakerByNature:
      "no intensity helps: the motor is weaker at this sharpness; change it, or weaken the event that feels stronger"
    case .lowered(let control):
      "no intensity helps: the intensity control is \(fixed(control, 2)) at that time; raise it there"
    case .faded(let control): "it lies in a fade, where the intensity control is \(fixed(control, 2))"
    case .muted: "no intensity helps: the intensity control is 0 at that time"
    case .tooSlow: "no length helps: this motor is too slow for such an event"
    }
  }
}

/// A pattern's text with cures applied.
package struct FeelFix {
  package struct Change: Equatable, Sendable {
    /// Index among the file's events.
    package let index: Int
    /// The event's original time, s.
    package let time: Double
    package let cure: FeelCure
  }

  package private(set) var text: [UInt8]
  /// Sorted by event and kind.
  package var changes: [Change] {
    all.values.sorted { ($0.index, $0.cure.kind.rawValue) < ($1.index, $1.cure.kind.rawValue) }
  }

  private struct Place: Hashable {
    let index: Int
    let kind: FeelCure.Kind
  }

  private var all: [Place: Change] = [:]
  private var written: [Place: Double] = [:]

  /// Applies cures until no event has a cure left, since a stronger event may hide another. The loop ends, because
  /// intensities and durations only grow, and transients only move apart.
  package init<Failure>(
    _ document: AHAPDocument, kinds: Set<FeelCure.Kind>, on analyses: inout [FeelAnalysis], _ work: Work<Failure>
  ) throws(Failure) {
    text = document.text
    var document = document
    while let pattern = document.pattern {
      let report = try FeelReport(PatternGroup(pattern), path: document.name, on: &analyses, work)
      let cures = FeelFix.cures(report, kinds)
      let edits = changes(document, pattern, cures)
      guard !edits.isEmpty else { return }
      text = TextEdit.apply(edits.sorted { $0.range.lowerBound < $1.range.lowerBound }, to: text)
      document = AHAP.read(text, name: document.name)
    }
  }

  /// `index` refers to the file's events.
  package init<Failure>(
    _ document: AHAPDocument, event index: Int, on analysis: inout FeelAnalysis, _ work: Work<Failure>
  ) throws(Failure) {
    text = document.text
    guard let pattern = document.pattern else { return }
    let felt = try analysis.felt(FeelEvents(PatternGroup(pattern)), work).first { $0.index == index }
    guard let cure = felt?.cure else { return }
    let edits = changes(document, pattern, [Place(index: index, kind: cure.kind): cure])
    text = TextEdit.apply(edits, to: text)
  }

  /// Returns the cures that suffice on every motor.
  private static func cures(_ report: FeelReport, _ kinds: Set<FeelCure.Kind>) -> [Place: FeelCure] {
    var cures: [Place: FeelCure] = [:]
    for event in report.motors.flatMap({ $0.events }) {
      guard let cure = event.cure, kinds.contains(cure.kind) else { continue }
      let place = Place(index: event.index, kind: cure.kind)
      if cure.to > cures[place]?.to ?? -1 { cures[place] = cure }
    }
    return cures
  }

  private mutating func changes(
    _ document: AHAPDocument, _ pattern: Pattern, _ cures: [Place: FeelCure]
  ) -> [TextEdit] {
    var edits: [TextEdit] = []
    let entries = pattern.entries.enumerated().compactMap { place, entry -> (place: Int, event: Event)? in
      if case .event(let event) = entry { (place, event) } else { nil }
    }
    // A transient moves away from the previous one, which may itself have moved.
    var last: Double?
    let byTime = entries.indices.filter { entries[$0].event.type.isHaptic }.sorted {
      (entries[$0].event.time, $0) < (entries[$1].event.time, $1)
    }
    for index in byTime {
      let (entry, event) = entries[index]
      var time = event.time
      let own = FeelCure.Kind.allCases.compactMap { kind in cures[Place(index: index, kind: kind)] }
      for cure in own {
        let place = Place(index: index, kind: cure.kind)
        let (number, wanted): (AHAPDocument.EventNumber, Double) =
          switch cure.kind {
          case .intensity: (.intensity, cure.to)
          case .duration: (.duration, cure.to)
          case .gap: (.time, ((max(0, last ?? 0) + cure.to) * 10_000).rounded(.up) / 10_000)
          }
        // A number that would not grow has already been written without effect.
        guard wanted > written[place] ?? (cure.kind == .gap ? event.time : -1),
          let edit = document.setting(number, ofEntry: entry, to: wanted)
        else { continue }
        written[place] = wanted
        if cure.kind == .gap { time = wanted }
        edits.append(edit)
        let first = all[place]
        all[place] = Change(
          index: index, time: first?.time ?? event.time,
          cure: FeelCure(kind: cure.kind, from: first?.cure.from ?? cure.from, to: cure.to))
      }
      if event.type == .hapticTransient { last = time }
    }
    return edits
  }
}
