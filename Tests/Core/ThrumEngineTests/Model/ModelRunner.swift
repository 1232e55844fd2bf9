import ThrumEngine

/// Runs the engine and the model through the same steps and reports where they differ.
enum ModelRunner {
  /// A step after which the engine and the model differ.
  struct Mismatch: CustomStringConvertible {
    let steps: [Step]
    let isController: Bool
    let expected: String
    let seen: String
    let timeline: String

    /// The steps as input for `thrum simulate`.
    var scenario: String {
      ((isController ? ["profile controller"] : []) + Sample.allCases.map(\.line) + steps.map(\.description))
        .joined(separator: "\n")
    }

    /// The scenario and the differing observations.
    var description: String {
      """
      \(scenario)

      expected: \(expected)
      seen:     \(seen)

      \(timeline)
      """
    }
  }

  enum Outcome {
    case same
    /// The sequence cannot be compared.
    case ambiguous
    case different(Mismatch)
  }

  static func run(_ steps: [Step], isController: Bool) -> Outcome {
    var model = Model(isController: isController)
    guard let subject = try? Subject(isController: isController) else { return .ambiguous }
    for (index, step) in steps.enumerated() {
      let expected = model.take(step).canonical
      if model.isAmbiguous { return .ambiguous }
      let seen = subject.take(step).canonical
      if expected != seen {
        return .different(
          Mismatch(
            steps: Array(steps[...index]), isController: isController, expected: "\(expected)", seen: "\(seen)",
            timeline: last(of: subject.environment.timeline)))
      }
    }
    guard subject.environment.problems.isEmpty else {
      return .different(
        Mismatch(
          steps: steps, isController: isController, expected: "no problems",
          seen: subject.environment.problems.joined(separator: "; "), timeline: ""))
    }
    return end(model, subject, steps, isController)
  }

  /// Releases the engine at the end: pending handlers run, and a running engine's stopped handler is called.
  private static func end(_ model: Model, _ subject: Subject, _ steps: [Step], _ isController: Bool) -> Outcome {
    var model = model
    let expected = model.letGo()
    if model.isAmbiguous { return .ambiguous }
    let seen = subject.letGo()
    guard expected != seen else { return .same }
    return .different(
      Mismatch(
        steps: steps, isController: isController, expected: "after letting go of the engine: \(expected)",
        seen: "\(seen)", timeline: last(of: subject.environment.timeline)))
  }

  private static func last(of timeline: Timeline) -> String {
    timeline.entries.suffix(60).map(\.description).joined(separator: "\n")
  }

  /// Shortest sequence that still shows a mismatch: drops steps as long as one remains.
  static func shrink(_ mismatch: Mismatch) -> Mismatch {
    var best = mismatch
    var width = max(1, best.steps.count / 2)
    while width >= 1 {
      var first = 0
      var hasShrunk = false
      while first < best.steps.count {
        var steps = best.steps
        steps.removeSubrange(first..<min(first + width, steps.count))
        if case .different(let smaller) = run(steps, isController: best.isController) {
          best = smaller
          hasShrunk = true
        } else {
          first += width
        }
      }
      if width == 1, !hasShrunk { break }
      width = hasShrunk ? width : width / 2
    }
    return best
  }
}
