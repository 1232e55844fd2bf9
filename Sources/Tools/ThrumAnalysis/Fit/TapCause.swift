import ThrumDevice
import ThrumPattern

/// Dry friction or a second resonance that explains taps better than a motor alone.
struct TapCause {
  private let model: TapModel
  private let explained: Double
  /// Friction relative to the force of the drive.
  private let friction: Double

  init(_ model: TapModel, explained: Double, drive: Double) {
    (self.model, self.explained) = (model, explained)
    friction = drive > 0 ? model.friction / drive : 0
  }

  var isSecond: Bool { model.secondHertz > 0 }

  /// Resonances closer than this ratio cannot be told apart: either may be the motor's.
  private static let closest = 2.0

  /// The model with the cause may fall short of the truth by half of what it corrects.
  private static let reserve = 1.5

  /// How well the model with the cause is known, as a share.
  private static let doubt = (hertz: 0.01, quality: 0.05)

  /// Why a result without the cause is wrong by more than its uncertainty, or `nil`.
  func problem(_ hertz: Estimate, _ quality: Estimate, explained without: Double) -> String? {
    let share = Contrast(100 * explained, 100 * without, decimals: 1)
    let shares = "the model explains \(share.first) % of the taps, without it \(share.second) %"
    if isSecond {
      let ratio = model.secondHertz / model.hertz
      guard isOff(hertz, \.hertz) || isOff(quality, \.quality) || max(ratio, 1 / ratio) < TapCause.closest else {
        return nil
      }
      let places = Contrast(model.hertz, model.secondHertz, decimals: 0)
      return
        "there is a second resonance: with resonances at \(places.first) and \(places.second) Hz, \(shares); the cause is the housing or the mounting, and either may be the motor's"
    }
    guard isOff(hertz, \.hertz) || isOff(quality, \.quality) else { return nil }
    let qualities = Contrast(model.quality, quality.value, decimals: 1)
    return
      "the motor has dry friction: with \(percent) % of the drive's force, \(shares); Q would be \(qualities.first) instead of \(qualities.second)"
  }

  /// Friction in percent, never 0.
  private var percent: String { Contrast(100 * friction, 0, decimals: 0).first }

  private func isOff(_ estimate: Estimate, _ path: KeyPath<TapModel, Double>) -> Bool {
    TapCause.reserve * abs(model[keyPath: path] - estimate.value) > estimate.range
  }

  /// An estimate whose range covers the value with the cause.
  func widened(_ estimate: Estimate, _ path: KeyPath<TapModel, Double>) -> Estimate {
    let value = model[keyPath: path]
    let doubt = path == \TapModel.hertz ? TapCause.doubt.hertz : TapCause.doubt.quality
    return Estimate(
      value: estimate.value, range: max(estimate.range, TapCause.reserve * abs(value - estimate.value) + doubt * value))
  }

  var note: String {
    isSecond
      ? "the taps look like those of two resonances, at \(fixed(model.hertz, 0)) and \(fixed(model.secondHertz, 0)) Hz; the ± ranges cover the effect"
      : "dry friction of \(percent) % of the drive's force; the ± ranges cover its effect"
  }
}

/// Searches for what a motor on a spring leaves unexplained in taps: a sensor, an echo, dry friction or a second
/// resonance.
struct TapCauses {
  private let search: TapSearch
  private let noise: Double

  init(_ search: TapSearch, noise: Double) { (self.search, self.noise) = (search, noise) }

  /// A cause explains the taps if at most this share of the unexplained energy remains.
  static let share = 0.25
  /// The search may miss the best of many unknowns. Above 3 %, what a motor leaves is more than a flaw of its driver.
  private static let large = 0.03, largeShare = 0.6
  /// Linear motors with one resonance leave at most 0.02 %, noise apart.
  private var least: Double { max(0.0005, 0.1 * noise) }

  private func excess(_ match: TapMatch) -> Double { max(0, match.unexplained - noise) }

  /// Dry friction or a second resonance, if it explains the taps far better than a motor alone, and better than the
  /// best match yet.
  func found(in simple: TapMatch, against best: TapMatch) -> TapCause? {
    guard excess(best) > least else { return nil }
    let left = (best.unexplained < simple.unexplained ? 0.5 : 1) * excess(best)
    let bound = min(TapCauses.share * excess(simple), left)
    let rubbing = rubbing(like: simple)
    let friction = TapCause(rubbing.model, explained: 1 - excess(rubbing), drive: search.drive(rubbing))
    // A second resonance has four unknowns, friction one.
    if excess(rubbing) < 0.5 * bound { return friction }
    let doubled = doubled(like: simple, until: 0.3 * bound)
    if excess(rubbing) < bound, excess(rubbing) < 2 * excess(doubled) { return friction }
    let isLarge = excess(simple) > TapCauses.large
    guard excess(doubled) < (isLarge ? min(TapCauses.largeShare * excess(simple), left) : bound) else { return nil }
    return TapCause(doubled.model, explained: 1 - excess(doubled), drive: 0)
  }

  /// Adds dry friction to the model.
  private func rubbing(like simple: TapMatch) -> TapMatch {
    let drive = search.drive(simple)
    let unknowns = TapUnknown.motor + [TapUnknown.friction]
    let found = [0.02, 0.08].map { share in
      var model = simple.model
      model.friction = share * drive
      model.quality *= 1 + 4 * share
      return search.refined(search.match(model, near: simple.starts), unknowns, until: 1.0 / 8)
    }
    let best = found.min { $0.unexplained < $1.unexplained } ?? simple
    return search.refined(best, unknowns + TapUnknown.drive, from: 1.0 / 8)
  }

  /// Adds a second resonance to the model.
  private func doubled(like simple: TapMatch, until enough: Double) -> TapMatch {
    let rough = search.rough
    let unknowns = TapUnknown.motor + TapUnknown.second
    var found: [TapMatch] = []
    // The number of cycles that suits one resonance need not suit two.
    for cycles in [simple.model.cycles, 1, 1.5, 2] where found.allSatisfy({ excess($0) > enough }) {
      var group: [TapMatch] = []
      for ratio in [0.65, 0.85, 1.2, 1.6] {
        for (level, slope) in [(0.3, 0.0), (-0.3, 0), (0, 0.3), (0, -0.3)] {
          var model = simple.model
          model.cycles = cycles
          (model.secondHertz, model.secondLevel, model.secondSlope) = (model.hertz * ratio, level, slope)
          group.append(rough.refined(rough.placed(model), unknowns, until: 1.0 / 2))
        }
      }
      for (count, step) in [(4, 0.5), (2, 1)] {
        group.sort { $0.unexplained < $1.unexplained }
        group = group.prefix(count).map { rough.refined($0, unknowns + TapUnknown.drive, from: step, until: step / 16) }
      }
      found += group
    }
    found.sort { $0.unexplained < $1.unexplained }
    var best = simple
    for match in found.prefix(2) where excess(best) > enough {
      let near = search.match(match.model, near: match.starts)
      let refined = search.refined(near, unknowns + TapUnknown.drive, from: 0.25, until: 1.0 / 32)
      if refined.unexplained < best.unexplained { best = refined }
    }
    return best
  }

  /// Adds a sensor's high-pass or low-pass or an echo to the model.
  func disturbed(like simple: TapMatch) -> TapMatch {
    let rough = search.rough
    let filtered = [40.0, 120, 400].map { hertz in
      var model = simple.model
      model.highPassHertz = hertz
      let found = rough.find(model)
      return search.refined(search.match(found.model, near: found.starts), TapUnknown.motor + [TapUnknown.highPass])
    }
    let dulled = [80.0, 250].map { hertz in
      var model = simple.model
      model.lowPassHertz = hertz
      let found = rough.find(model)
      return search.refined(search.match(found.model, near: found.starts), TapUnknown.motor + [TapUnknown.lowPass])
    }
    let echoing = [0.003, 0.005, 0.008, 0.012, 0.018, 0.027].flatMap { seconds in
      [-0.3, 0.3].map { gain in
        var model = simple.model
        (model.echoSeconds, model.echoGain) = (seconds, gain)
        return rough.refined(
          rough.match(model, near: simple.starts), TapUnknown.motor + TapUnknown.echo, until: 1.0 / 4)
      }
    }.sorted { $0.unexplained < $1.unexplained }.prefix(3).map { match in
      search.refined(search.match(match.model, near: match.starts), TapUnknown.motor + TapUnknown.echo)
    }
    return (filtered + dulled + echoing).min { $0.unexplained < $1.unexplained } ?? simple
  }
}
