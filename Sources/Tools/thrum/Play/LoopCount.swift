import ArgumentParser
import Glibc
import ThrumDevice
import ThrumEngine

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

  /// Adds the value to a bare `--loop`, so that a file name may follow it. A number that names no file is the value.
  /// `--loop` of `render` has no value.
  static func completing(_ arguments: [String]) -> [String] {
    guard arguments.first != Render.configuration.commandName else { return arguments }
    let end = arguments.firstIndex(of: "--") ?? arguments.count
    var reversed = Array(arguments[end...].reversed())
    for argument in arguments[..<end].reversed() {
      guard argument == "--loop" else {
        reversed.append(argument)
        continue
      }
      let times = reversed.last.flatMap { LoopCount(argument: $0) != nil && access($0, F_OK) != 0 ? $0 : nil }
      if times != nil { reversed.removeLast() }
      reversed.append("--loop=\(times ?? endless)")
    }
    return reversed.reversed()
  }
}
