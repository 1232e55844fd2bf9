import ArgumentParser

/// How often a pattern is played: `--loop` forever, `--loop=4` four times.
struct LoopCount: ExpressibleByArgument {
  /// `nil` is forever.
  let count: Int?

  /// The word that stands for an option without a number.
  static let endless = "endless"

  static let forEver = LoopCount(count: nil)

  private init(count: Int?) { self.count = count }

  init?(argument: String) {
    if argument == LoopCount.endless {
      count = nil
    } else {
      guard let number = Int(argument), number >= 1, number <= 1_000_000 else { return nil }
      count = number
    }
  }

  /// Gives a bare `--loop` its value, so that a file may follow it.
  static func completing(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.count
    return arguments.enumerated().map { $0 < end && $1 == "--loop" ? "--loop=\(endless)" : $1 }
  }
}
