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

  private var isSecond: Bool { model.secondHertz > 0 }

  /// Resonances closer than this ratio cannot be told apart: either may be the motor's.
  private static let closest = 2.0

  /// The model with the cause may fall short of the truth by half of what it corrects.
  private static let reserve = 1.5

  /// How well the model with the cause is known, as a share.
  private static let doubt = (hertz: 0.01, quality: 0.05)

  /// Why a result without the cause is wrong by more than its uncertainty, or `nil`.
  func problem(_ hertz: Estimate, _ quality: Estimate, explained without: Double) -> String? {
    let shares =
      "the model explains \(fixed(100 * explained, 1)) % of the taps, without it \(fixed(100 * without, 1)) %"
    if isSecond {
      let ratio = model.secondHertz / model.hertz
      guard isOff(hertz, \.hertz) || isOff(quality, \.quality) || max(ratio, 1 / ratio) < TapCause.closest else {
        return nil
      }
      return
        "there is a second resonance: with resonances at \(fixed(model.hertz, 0)) and \(fixed(model.secondHertz, 0)) Hz, \(shares); the cause is the housing or the mounting, and either may be the motor's"
    }
    guard isOff(hertz, \.hertz) || isOff(quality, \.quality) else { return nil }
    return
      "the motor has dry friction: with \(fixed(100 * friction, 0)) % of the drive's force, \(shares); Q would be \(fixed(model.quality, 1)) instead of \(fixed(quality.value, 1))"
  }

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
      : "dry friction of \(fixed(100 * friction, 0)) % of the drive's force; the ± ranges cover its effect"
  }
}
