import ThrumPattern

/// A class of levels, 2 dB wide. Stretches of a class share renderings.
struct LevelClass: Comparable {
  private let number: Int

  private static let width = 2.0
  /// What is not felt even in a run.
  static let hopeless = LevelClass(number: -21)

  private init(number: Int) { self.number = number }

  /// - Parameter level: in dB.
  init(level: Double) {
    number = max(LevelClass.hopeless.number, Int(saturating: (level / LevelClass.width).rounded(.down)))
  }

  var next: LevelClass { LevelClass(number: number + 1) }
  /// The first class above those that belong to runs of this one: up to 4 dB stronger.
  var afterSimilar: LevelClass { LevelClass(number: number + 3) }

  /// Returns the classes that occur, in order, and where.
  static func places(of classes: [LevelClass]) -> [(class: LevelClass, places: [Int])] {
    let first = hopeless.number
    let last = classes.reduce(first) { max($0, $1.number) }
    var places = [[Int]](repeating: [], count: last - first + 1)
    for (place, one) in classes.enumerated() { places[one.number - first].append(place) }
    return places.indices.filter { !places[$0].isEmpty }.map { (LevelClass(number: first + $0), places[$0]) }
  }

  static func < (one: LevelClass, other: LevelClass) -> Bool { one.number < other.number }
}

/// The drives of each class of levels, which add up to those of parts.
struct PartDrives {
  /// Sums of the classes up to and with each.
  private var sums: [(last: LevelClass, drives: MotorRendering.Drives)] = []

  /// Adds a class that is above all others.
  mutating func add(_ next: LevelClass, _ drives: MotorRendering.Drives) {
    sums.append((next, everything + drives))
  }

  var everything: MotorRendering.Drives { sums.last?.drives ?? MotorRendering.Drives() }

  func below(_ limit: LevelClass) -> MotorRendering.Drives {
    sums.last { $0.last < limit }?.drives ?? MotorRendering.Drives()
  }
}
