import ThrumPattern

/// A format of pattern files: how it is recognised, read and written.
///
/// A format is a folder beside this file and a line of ``all``; no command and no route of the studio knows one by name.
public struct PatternFormat: Sendable {
  /// Its name in arguments, in JSON and between programs: `ahap`.
  public let id: String
  /// Its name for people.
  public let title: String
  /// What a file's name ends in that tells the format, in lower case: `.ahap`. None for a format that only its text tells,
  /// because others use its endings.
  public let endings: [String]
  /// What is said of a file with errors.
  package let refusal: String
  /// The files that can be written, the usual one of each ending first. None for AHAP, which every document can become.
  package let writers: [PatternWriter]
  /// Examples for the help, each with what it shows.
  package let examples: [String]
  /// Reads a text; `nil` when it is plainly of another format.
  let read: @Sendable (_ bytes: [UInt8], _ name: String, _ limits: ReadLimits) -> PatternContent?

  /// A format.
  ///
  /// - Parameters:
  ///   - id: its name between programs.
  ///   - title: its name for people.
  ///   - endings: what names end in that tell it.
  ///   - refusal: what is said of a file with errors.
  ///   - writers: the files that can be written.
  ///   - examples: lines for the help of `thrum convert`.
  ///   - read: reads a text; `nil` when it is plainly of another format.
  init(
    id: String, title: String, endings: [String], refusal: String, writers: [PatternWriter] = [],
    examples: [String] = [],
    read: @escaping @Sendable (_ bytes: [UInt8], _ name: String, _ limits: ReadLimits) -> PatternContent?
  ) {
    self.id = id
    self.title = title
    self.endings = endings
    self.refusal = refusal
    self.writers = writers
    self.examples = examples
    self.read = read
  }
}

extension PatternFormat: Equatable {
  /// Formats are the same when their names are.
  public static func == (one: PatternFormat, other: PatternFormat) -> Bool { one.id == other.id }
}

// MARK: All of them

extension PatternFormat {
  /// Every format; the first is the one of a name that says nothing.
  public static let all: [PatternFormat] = [.ahap, .haptic, .android]

  /// The formats that a file's name tells.
  public static let named = all.filter { !$0.endings.isEmpty }

  /// The format that a file's name ends in, in capitals or not; `nil` for other names.
  public init?(fileName: String) {
    let name = fileName.lowercased()
    guard let format = PatternFormat.named.first(where: { $0.endings.contains { name.hasSuffix($0) } }) else {
      return nil
    }
    self = format
  }

  /// A file's name without the ending of a format.
  public static func stem(of fileName: String) -> String {
    let name = fileName.lowercased()
    let ending = named.flatMap(\.endings).first { name.hasSuffix($0) }
    return String(fileName.dropLast(ending?.count ?? 0))
  }

  /// All endings that tell a format, as a person reads them: `.ahap or .haptic`.
  public static var namedEndings: String { listed(named.flatMap(\.endings)) }

  /// Endings as a person reads them: `.xml, .json or .kt`.
  package static func listed(_ endings: [String]) -> String {
    guard endings.count > 1 else { return endings.first ?? "" }
    return endings.dropLast().joined(separator: ", ") + " or " + endings[endings.count - 1]
  }
}
