import ArgumentParser
import ThrumPattern
import ThrumStudio

/// The value of `thrum studio --phone`.
enum PhoneOption: ExpressibleByArgument, CustomStringConvertible {
  /// This machine's only local address.
  case anyAddress
  case place(PhonePlace)
  /// A word that is not an address.
  case other(String)

  init(argument: String) {
    self = PhonePlace(argument).map { .place($0) } ?? .other(argument)
  }

  /// Returns what is wrong with a word that was meant as an address, or `nil` for the name of a folder.
  static func fault(of word: String) -> String? {
    let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, PhonePlace(String(parts[0])) != nil {
      return "--phone: “\(quoted(parts[1]))” is not a port: use a number from 0 to 65535"
    }
    guard word.contains(where: { ".:".contains($0) }), word.allSatisfy({ "0123456789.:".contains($0) }) else {
      return nil
    }
    return needsAddress
  }

  static let needsAddress =
    "--phone needs an address of this machine, such as 192.168.1.5 or 192.168.1.5:8080"

  var description: String { "this machine's only local address" }

  var place: PhonePlace {
    get throws {
      if case .place(let place) = self { return place }
      return try PhonePlace()
    }
  }
}
