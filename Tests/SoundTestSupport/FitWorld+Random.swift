import Foundation
import TestSupport
import ThrumAnalysis
import ThrumPattern

/// Random devices: linear motors with one resonance, with the model's taps or others, and three kinds that no actuator
/// file describes.
package enum FitKind: String, CaseIterable, Sendable {
  case linear = "linear motors"
  case taps = "taps of any shape"
  case friction = "dry friction"
  case second = "second resonance"
  case law = "frequency law"

  /// How many recordings `make fit-check` tries.
  package var count: Int {
    switch self {
    case .linear: 8
    case .taps: 12
    case .friction: 20
    case .second: 14
    case .law: 18
    }
  }

  /// What the reason for a rejection must contain.
  private var reason: String {
    switch self {
    case .linear, .taps, .friction: "dry friction"
    case .second: "second resonance"
    case .law: "neither law"
    }
  }

  /// What became of a recording. Weak defects that the ranges cover are right.
  package enum Outcome: String, CaseIterable, Sendable {
    case right
    case rejected = "rejected with the reason"
    case otherwise = "rejected for another reason"
    case wrong
  }

  package func outcome(_ result: Result<ActuatorFit, FitError>, of world: FitWorld) -> Outcome {
    switch result {
    case .failure where self == .linear || self == .taps: return .wrong
    case .failure(let error): return error.description.contains(reason) ? .rejected : .otherwise
    case .success(let fit):
      return FitVerdict.right(within: 1).problem(result, in: world) == nil && world.follows(fit) ? .right : .wrong
    }
  }
}

extension FitWorld {
  /// Random devices of one kind, from weak to strong.
  package static func random(_ kind: FitKind, count: Int, seed: UInt64) -> [FitWorld] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { index in
      FitWorld(random: kind, strength: (Double(index) + 0.5) / Double(max(1, count)), &random)
    }
  }

  /// Whether the driver's frequencies lie within the stated deviation from the fitted law.
  fileprivate func follows(_ fit: ActuatorFit) -> Bool {
    let map = SharpnessMap(
      lowestHertz: fit.lowestHertz, highestHertz: fit.highestHertz,
      law: SharpnessMap.Law(rawValue: fit.law) ?? .geometric)
    return fit.buzzes.allSatisfy { buzz in
      abs(1200 * log2(law(buzz.sharpness) / map.hertz(sharpness: buzz.sharpness))) < fit.lawErrorCents + 1
    }
  }

  private init(random kind: FitKind, strength: Double, _ random: inout SplitMix64) {
    /// Even on a logarithmic scale.
    func ratio(_ low: Double, _ high: Double) -> Double { low * pow(high / low, random.number(0...1)) }
    func chance(_ share: Double) -> Bool { random.number(0...1) < share }
    let (hertz, quality) = (ratio(60, 250), ratio(2, 15))
    var words = "\(Int(hertz)) Hz, Q \((quality * 10).rounded() / 10)"
    var made = FitWorld("")
    (made.hertz, made.quality, made.noise) = (hertz, quality, random.number(-40 ... -30))
    (made.isPlain, made.brakes, made.seed) = (chance(0.4), chance(0.6), random.next())
    made.cycles = [1, 1.5, 2][Int(random.number(0...2.99))]
    words += made.isPlain ? ", plain" : ""
    words += made.brakes ? "" : ", no brakes"
    words += ", \(made.cycles) cycles, \(Int(made.noise)) dB"
    switch kind {
    case .linear: break
    case .taps:
      let (shape, drive) = FitWorld.tap(Int(random.number(0...4.99)), ratio(0.3, 1), ratio(100, 250))
      made.tapDrive = drive
      words += ", \(shape)"
    case .friction:
      let share = 0.02 * pow(20, strength)
      made.friction = share * made.ratedForce
      words += ", friction \(Int((100 * share).rounded())) %"
    case .second:
      let level = (0.1 + 0.9 * strength) * (chance(0.5) ? 1 : -1)
      let (place, sharp) = (ratio(0.6, 1.7), ratio(3, 15))
      made.second = (hertz * place, sharp, level)
      made.isInertial = chance(0.5)
      words += ", second at \((100 * place).rounded() / 100), Q \((sharp * 10).rounded() / 10), \(Int(100 * level)) %"
      words += made.isInertial ? ", inertial" : ""
    case .law:
      let share = 0.01 * pow(20, strength)
      let (form, law) = FitWorld.law(share, Int(random.number(0...4.99)), ratio(60, 120), ratio(1.6, 3.5))
      made.law = law
      words += ", \(form) \((1000 * share).rounded() / 10) %"
    }
    made.name = words
    self = made
  }

  /// A drive that lasts at most 14 ms.
  private static func tap(
    _ shape: Int, _ share: Double, _ hertz: Double
  ) -> (String, @Sendable (Double, Double) -> Double) {
    switch shape {
    case 0: return ("rectangle", { time, _ in time < 0.006 * share ? 1 : 0 })
    case 1: return ("half a sine", { time, _ in time < 0.008 * share ? sin(.pi * time / (0.008 * share)) : 0 })
    case 2: return ("a cycle of \(Int(hertz)) Hz", { time, _ in time < 1 / hertz ? sin(2 * .pi * hertz * time) : 0 })
    case 3: return ("bell", { time, _ in exp(-pow((time - 0.006 * share) / (0.002 * share), 2)) })
    default: return ("push and pull", { time, _ in time < 0.003 ? 1 : time < 0.003 * (1 + share) ? -share : 0 })
    }
  }

  private static func law(
    _ share: Double, _ form: Int, _ low: Double, _ span: Double
  ) -> (String, @Sendable (Double) -> Double) {
    @Sendable func even(_ sharpness: Double) -> Double { low * pow(span, sharpness) }
    switch form {
    // Largest deviation from the geometric law: the share, except for steps and the logistic curve.
    case 0: return ("bent", { even($0) * pow(1 + share, $0 < 0.5 ? 2 * $0 : 2 - 2 * $0) })
    case 1: return ("quadratic", { even($0) * pow(1 + share, 4 * $0 * ($0 - 1)) })
    case 2:
      // Steps twice as wide as their greatest error.
      let step = 2 * log(1 + share)
      return ("steps", { low * exp((log(span) * $0 / step).rounded() * step) })
    case 3:
      return ("logistic", { low * pow(span, $0 + log(1 + share) / log(span) * sin(2 * .pi * $0)) })
    default:
      return ("two pieces", { even($0) * ($0 < 0.4 ? 1 : 1 + share) })
    }
  }
}
