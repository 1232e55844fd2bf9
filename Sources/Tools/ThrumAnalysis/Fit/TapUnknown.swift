import ThrumDevice
import ThrumPattern

struct TapUnknown: Sendable {
  let path: WritableKeyPath<TapModel, Double> & Sendable
  /// First step, in octaves if `isRatio`, otherwise in the property's own unit.
  let step: Double
  let isRatio: Bool
  let range: ClosedRange<Double>

  static let motor = [
    TapUnknown(path: \.hertz, step: 0.1, isRatio: true, range: 25...450),
    TapUnknown(path: \.quality, step: 0.3, isRatio: true, range: 0.6...80),
  ]
  static let drive = [
    TapUnknown(path: \.cycles, step: 0.1, isRatio: false, range: 0.5...5),
    TapUnknown(path: \.brakeRatio, step: 0.1, isRatio: true, range: 0.4...2.5),
  ]
  static let highPass = TapUnknown(path: \.highPassHertz, step: 0.5, isRatio: true, range: 5...2_000)
  static let lowPass = TapUnknown(path: \.lowPassHertz, step: 0.5, isRatio: true, range: 20...2_000)
  static let friction = TapUnknown(path: \.friction, step: 0.4, isRatio: true, range: 0...(.infinity))
  static let second = [
    TapUnknown(path: \.secondHertz, step: 0.1, isRatio: true, range: 20...900),
    TapUnknown(path: \.secondQuality, step: 0.4, isRatio: true, range: 0.6...80),
    TapUnknown(path: \.secondLevel, step: 0.15, isRatio: false, range: -20...20),
    TapUnknown(path: \.secondSlope, step: 0.15, isRatio: false, range: -20...20),
  ]
  static let echo = [
    TapUnknown(path: \.echoGain, step: 0.1, isRatio: false, range: -0.9...0.9),
    TapUnknown(path: \.echoSeconds, step: 0.05, isRatio: true, range: 0.001...0.06),
  ]

  func moved(_ model: TapModel, by steps: Double) -> TapModel {
    var moved = model
    let old = model[keyPath: path]
    set(&moved, isRatio ? old * exponentialBase2(steps * step) : old + steps * step)
    return moved
  }

  /// Repeats the step that led from an earlier model to this one.
  func continued(_ model: inout TapModel, from earlier: TapModel) {
    let (old, new) = (earlier[keyPath: path], model[keyPath: path])
    set(&model, isRatio ? new * new / old : 2 * new - old)
  }

  private func set(_ model: inout TapModel, _ value: Double) {
    model[keyPath: path] = min(range.upperBound, max(range.lowerBound, value))
  }
}
