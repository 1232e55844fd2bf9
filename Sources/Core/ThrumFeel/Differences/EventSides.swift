import ThrumPattern

/// The events of two versions, reduced to what they are compared by.
struct EventSides {
  let old: [Features]
  let new: [Features]
  /// Number of events with each shape, in the version that has more of them.
  let shapeCounts: [Int]
  /// The same for events that share everything but time and level.
  let restCounts: [Int]

  struct Features {
    /// Seconds, finite.
    let time: Double
    /// Number that events of the same type and sound share.
    let kind: Int
    /// Number that events share which are equal, except in their time.
    let shape: Int
    /// Number that events share which are equal, except in their time and level.
    let rest: Int
    let intensity: Double
    let sharpness: Double
    /// Binary logarithm of the duration.
    let length: Double

    /// Sum of the differences in level, sharpness and length. From 3 on, two events count as different.
    func distance(_ other: Features) -> Double {
      abs(other.intensity - intensity) / 0.4 + abs(other.sharpness - sharpness) / 0.4 + abs(other.length - length)
    }

    /// Number of those that differ.
    func changes(_ other: Features) -> Int {
      [intensity != other.intensity, sharpness != other.sharpness, length != other.length].count { $0 }
    }
  }

  init(_ old: [Event], _ new: [Event]) {
    var numbers = Numbers()
    self.old = old.map { numbers.features($0) }
    self.new = new.map { numbers.features($0) }
    let sides = [self.old, self.new]
    shapeCounts = EventSides.counts(sides.map { $0.map { $0.shape } }, numbers.shapes.count)
    restCounts = EventSides.counts(sides.map { $0.map { $0.rest } }, numbers.rests.count)
  }

  private static func counts(_ sides: [[Int]], _ numbers: Int) -> [Int] {
    var most = [Int](repeating: 0, count: numbers)
    for side in sides {
      var counts = [Int](repeating: 0, count: numbers)
      for number in side { counts[number] += 1 }
      for (number, count) in counts.enumerated() { most[number] = max(most[number], count) }
    }
    return most
  }

  private struct Shape: Hashable {
    let type: EventType
    let sound: String?
    let values: [Double]
  }

  /// Numbers equal shapes alike, so that they are compared and hashed as integers.
  private struct Numbers {
    var kinds: [Shape: Int] = [:]
    var rests: [Shape: Int] = [:]
    var shapes: [Shape: Int] = [:]

    mutating func features(_ event: Event) -> Features {
      let duration = event.duration.map { $0.isNaN ? -2 : $0 } ?? -1
      let values = EventParameterID.allCases.map { event.value(of: $0) }
      let levels = zip(EventParameterID.allCases, values).map { id, value in
        id == .hapticIntensity || id == .audioVolume ? 0 : value
      }
      return Features(
        time: event.time.isNaN ? 1e9 : min(1e9, max(-1e9, event.time)), kind: Numbers.number(event, [], &kinds),
        shape: Numbers.number(event, values + [duration], &shapes),
        rest: Numbers.number(event, levels + [duration], &rests), intensity: event.value(of: .hapticIntensity),
        sharpness: event.value(of: .hapticSharpness),
        length: logarithmBase2(max(0.01, min(1e9, event.duration ?? 0.01))))
    }

    private static func number(_ event: Event, _ values: [Double], _ numbers: inout [Shape: Int]) -> Int {
      let shape = Shape(type: event.type, sound: event.waveformPath, values: values)
      if let known = numbers[shape] { return known }
      numbers[shape] = numbers.count
      return numbers.count - 1
    }
  }
}
