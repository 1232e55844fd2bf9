import Synchronization
import ThrumDevice
import ThrumPattern
import ThrumSystem

/// Judges patterns on a motor, and caches its responses. Use one instance per thread.
package struct FeelAnalysis: Sendable {
  package let motor: FeelMotor
  private var judges: [FeelJudge]

  package init(_ motor: FeelMotor) {
    self.motor = motor
    judges = motor.variants.map(FeelJudge.init)
  }

  /// Returns the results of what is asked, in file order.
  package mutating func felt<Failure>(_ group: FeelEvents, _ work: Work<Failure>) throws(Failure) -> [FeltEvent] {
    let events = group.sorted
    let onPhone = motor.isPhone ? nil : try group.onPhone.faults(of: group, work)
    let judgements = try FeelAnalysis.judge(group, on: &judges, work)
    let faults = FeelAnalysis.faults(judgements)
    if motor.isReference { group.onPhone.keep(faults) }
    guard let model = judgements.first else { return [] }
    var felt: [FeltEvent] = []
    for (place, event) in events.enumerated() where group.isAsked[place] {
      try work.check(at: place)
      let judged = model.events[place]
      let found = FeelAnalysis.findings(faults[place], level: judged.strength.inRun, onPhone: onPhone?[place])
      let verdict = FeelAnalysis.first(of: found) ?? FeelAnalysis.first(of: faults[place].verdicts) ?? .felt
      let isLost = onPhone.map { FeelAnalysis.loses($0[place], verdict, isFinding: !found.isEmpty) } ?? false
      felt.append(
        FeltEvent(
          index: event.index, time: event.time, verdict: verdict, isFinding: !found.isEmpty,
          isLost: isLost, decibelsOverThreshold: judged.strength.inRun, decibelsAlone: judged.alone,
          reachedPercent: judged.reached,
          help: found.isEmpty
            ? verdict == .notFelt ? .advice(.faded(event.control)) : nil
            : help(for: verdict, event, at: place, judgements)))
    }
    return felt.sorted { $0.index < $1.index }
  }

  /// Returns the events that are not felt, in file order.
  mutating func unfelt(_ group: FeelEvents) -> [WeakEvent] {
    let events = group.sorted
    let levels = judges[0].measured(group, onlyLevels: true, Work<Never>.endless).map { $0.strength.inRun }
    guard levels.contains(where: { $0 < FeelVerdict.feltLevel }) else { return [] }
    let judgements = FeelAnalysis.judge(group, on: &judges, Work<Never>.endless)
    let faults = FeelAnalysis.faults(judgements)
    let weak = events.indices.filter {
      !faults[$0].isFadedOut && !faults[$0].verdicts.isDisjoint(with: [.notFelt, .silent])
    }
    return weak.map { place in
      let event = events[place]
      guard faults[place].verdicts.contains(.notFelt) else { return WeakEvent(index: event.index, cause: .silent) }
      guard event.control > 0 else { return WeakEvent(index: event.index, cause: .muted) }
      let help = help(for: .notFelt, event, at: place, judgements)
      var intensity: Double?
      if case .cure(let cure)? = help, cure.kind == .intensity { intensity = cure.to }
      return WeakEvent(index: event.index, cause: .weak(decibels: levels[place], intensity: intensity))
    }.sorted { $0.index < $1.index }
  }

  fileprivate static func judge<Failure>(
    _ events: FeelEvents, on judges: inout [FeelJudge], _ work: Work<Failure>
  ) throws(Failure) -> [FeelJudge.Judgement] {
    var judgements: [FeelJudge.Judgement] = []
    // Of the variants, only whether an event is felt matters.
    for place in judges.indices { judgements.append(try judges[place].judge(events, onlyLevels: place > 0, work)) }
    return judgements
  }

  fileprivate struct Faults {
    var verdicts: Set<FeelVerdict>
    /// Whether only a fade of the intensity control keeps the event from being felt.
    let isFadedOut: Bool
  }

  /// Returns each event's faults on the model. Whether the event is felt also depends on the variants.
  fileprivate static func faults(_ variants: [FeelJudge.Judgement]) -> [Faults] {
    guard let model = variants.first else { return [] }
    return model.events.indices.map { place in
      var faults = Faults(verdicts: model.events[place].faults, isFadedOut: model.events[place].isFadedOut)
      if Set(variants.map { $0.events[place].faults.contains(.notFelt) }).count > 1 {
        faults.verdicts.remove(.notFelt)
        faults.verdicts.insert(.uncertain)
      }
      return faults
    }
  }

  /// Of an event's faults, the first in this list is its verdict.
  private static let priority: [FeelVerdict] = [
    .silent, .tooShort, .notFelt, .swallowed, .fused, .orderChanged, .smeared, .uncertain, .faint,
  ]

  private static func first(of faults: Set<FeelVerdict>) -> FeelVerdict? { priority.first(where: faults.contains) }

  /// Returns the faults by which an event is lost or changed.
  ///
  /// - Parameter onPhone: faults on the phone, or `nil` if that is the motor.
  private static func findings(_ faults: Faults, level: Double, onPhone: Faults?) -> Set<FeelVerdict> {
    // Where a fade begins or ends, nothing is to be felt.
    guard !(onPhone ?? faults).isFadedOut else { return [] }
    return faults.verdicts.filter { fault in
      switch fault {
      case .notFelt: true
      // Patterns are made on a phone, so what it fuses or hides is meant to be, and what it plays short, too.
      case .fused, .swallowed: onPhone.map { !$0.verdicts.contains(fault) } ?? false
      case .tooShort: level < FeelVerdict.clearLevel || onPhone.map { !$0.verdicts.contains(fault) } ?? false
      // On the phone, this would rest on its assumed loss at low frequencies.
      case .orderChanged: onPhone != nil
      case .silent, .smeared, .uncertain, .faint, .felt: false
      }
    }
  }

  /// Whether a phone plays an event so that it is felt, and the motor loses or changes it, or leaves it faint where it
  /// is clear on the phone.
  private static func loses(_ onPhone: Faults, _ verdict: FeelVerdict, isFinding: Bool) -> Bool {
    guard onPhone.verdicts.isDisjoint(with: [.silent, .notFelt, .uncertain, .swallowed]) else { return false }
    return isFinding || verdict == .faint && !onPhone.verdicts.contains(.faint)
  }

  private mutating func help(
    for verdict: FeelVerdict, _ event: FeelEvent, at place: Int, _ judgements: [FeelJudge.Judgement]
  ) -> FeelHelp? {
    func search(_ variant: Int) -> FeelCureSearch {
      let judgement = judgements[variant]
      return FeelCureSearch(event: event, judged: judgement.events[place], order: judgement.order)
    }
    let onModel = search(0).help(for: verdict, on: &judges[0])
    guard verdict == .notFelt, case .cure(var most)? = onModel else { return onModel }
    // Take the change that suffices on every variant.
    for variant in judges.indices.dropFirst() {
      guard case .cure(let cure)? = search(variant).help(for: verdict, on: &judges[variant]), cure.kind == most.kind
      else { return .advice(.raise(to: most.to)) }
      if cure.to > most.to { most = cure }
    }
    return .cure(most)
  }
}

/// What is wrong with a pattern's events on the phone, with which other motors are compared. Judged once.
final class PhoneFaults: Sendable {
  private let known = Mutex<[FeelAnalysis.Faults]?>(nil)

  fileprivate func faults<Failure>(
    of events: FeelEvents, _ work: Work<Failure>
  ) throws(Failure) -> [FeelAnalysis.Faults] {
    if let known = known.withLock({ $0 }) { return known }
    let faults = try PhoneFaults.pool.using { (phone) throws(Failure) in try phone.faults(events, work) }
    keep(faults)
    return faults
  }

  fileprivate func keep(_ faults: [FeelAnalysis.Faults]) { known.withLock { $0 = faults } }

  private static let pool = FeelPool(FeelMotor(.phone))
}

extension FeelAnalysis {
  fileprivate mutating func faults<Failure>(
    _ events: FeelEvents, _ work: Work<Failure>
  ) throws(Failure) -> [Faults] {
    FeelAnalysis.faults(try FeelAnalysis.judge(events, on: &judges, work))
  }
}

/// A motor's analyses. Each caches responses, so threads reuse idle analyses.
package final class FeelPool: Sendable {
  private let motor: FeelMotor
  private let idle = Mutex<[FeelAnalysis]>([])

  package init(_ motor: FeelMotor) { self.motor = motor }

  package func using<Answer, Failure>(
    _ body: (inout FeelAnalysis) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    var analysis = idle.withLock { $0.popLast() } ?? FeelAnalysis(motor)
    defer { idle.withLock { $0.append(analysis) } }
    return try body(&analysis)
  }
}

extension Linter {
  /// Linter that also finds events too weak to be felt on the phone.
  package static var whole: Linter {
    var options = Options()
    options.weakEvents = { pattern in phone.using { $0.unfelt(FeelEvents(PatternGroup(pattern))) } }
    return Linter(options: options)
  }

  private static let phone = FeelPool(FeelMotor(.phone))
}
