import ArgumentParser

struct LoopCount: ExpressibleByArgument {
  let count: Int?

  /// Value of a bare `--loop`.
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

  /// Adds the value to a bare `--loop`, so that a file name may follow it.
  static func completing(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.count
    return arguments.enumerated().map { $0 < end && $1 == "--loop" ? "--loop=\(endless)" : $1 }
  }
}
