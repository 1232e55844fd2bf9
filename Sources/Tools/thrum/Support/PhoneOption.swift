import ArgumentParser
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

  /// Whether a word was meant as an address.
  static func isLikeAddress(_ word: String) -> Bool {
    word.contains { ".:".contains($0) } && word.allSatisfy { "0123456789.:".contains($0) }
  }

  var description: String { "this machine's only local address" }

  var place: PhonePlace {
    get throws {
      if case .place(let place) = self { return place }
      return try PhonePlace()
    }
  }
}
