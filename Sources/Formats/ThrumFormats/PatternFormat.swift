import ThrumPattern

/// A pattern file format. To add one, add a folder here and an entry in ``all``.
public struct PatternFormat: Sendable {
  /// Identifier in arguments and JSON, such as `ahap`.
  public let id: String
  /// Name shown to users.
  public let title: String
  /// Lowercase file name endings, such as `.ahap`. Empty for formats detected by their text.
  public let endings: [String]
  package let refusal: String
  /// Writers, with the default for each ending first. Empty for AHAP, to which every document converts.
  package let writers: [PatternWriter]
  /// Examples for the help of `thrum convert`.
  package let examples: [String]
  /// Returns `nil` if the text is clearly in another format.
  let read: @Sendable (_ bytes: [UInt8], _ name: String, _ limits: ReadLimits) -> PatternContent?

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
  /// Compares the identifiers.
  public static func == (one: PatternFormat, other: PatternFormat) -> Bool { one.id == other.id }
}

// MARK: All formats

extension PatternFormat {
  /// Every format, the default first.
  public static let all: [PatternFormat] = [.ahap, .haptic, .richTap, .android, .openHarmony, .midi]

  /// Formats detected by file name.
  public static let named = all.filter { !$0.endings.isEmpty }

  /// Finds the format for a file name's ending, ignoring case.
  public init?(fileName: String) {
    let name = fileName.lowercased()
    guard let format = PatternFormat.named.first(where: { $0.endings.contains { name.hasSuffix($0) } }) else {
      return nil
    }
    self = format
  }

  /// Removes a format's ending from a file name.
  public static func stem(of fileName: String) -> String {
    let name = fileName.lowercased()
    let ending = named.flatMap { $0.endings }.first { name.hasSuffix($0) }
    return String(fileName.dropLast(ending?.count ?? 0))
  }

  /// All endings in words, such as `.ahap or .haptic`.
  public static var namedEndings: String { listed(named.flatMap { $0.endings }) }

  /// Lists words, such as `.xml, .json or .kt`.
  package static func listed(_ words: [String], _ conjunction: String = "or") -> String {
    guard words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(conjunction) " + words[words.count - 1]
  }
}
