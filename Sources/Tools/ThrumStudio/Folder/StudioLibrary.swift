import CStudioFiles
import ThrumPattern

/// What is inside the program: the page, and the patterns that can always be opened.
enum StudioLibrary {
  /// A file as it lies in the repository: `page/index.html`, `library/heartbeat.ahap`.
  static func file(_ name: String) -> [UInt8]? {
    guard let number = numbers[name], let file = studio_file_at(number) else { return nil }
    return Array(UnsafeBufferPointer(start: file.pointee.bytes, count: file.pointee.size))
  }

  /// The files' places in the table, by name.
  private static let numbers: [String: Int] = {
    var numbers: [String: Int] = [:]
    while let file = studio_file_at(numbers.count) { numbers[String(cString: file.pointee.name)] = numbers.count }
    return numbers
  }()

  /// The names of all files.
  static var names: [String] { numbers.keys.sorted() }

  /// A pattern of the library.
  struct Entry: Encodable, Equatable {
    var path: String
    var title: String
    var about: String
  }

  /// The patterns, those of the library and the presets.
  static let entries: [Entry] = {
    let patterns = names.filter { $0.hasPrefix("library/") && $0.hasSuffix(".ahap") }.map { name in
      let title = String(name.dropFirst("library/".count).dropLast(".ahap".count))
      return Entry(path: "library:\(title)", title: title, about: about(file(name) ?? []))
    }
    return patterns + Preset.all.map { Entry(path: "preset:\($0.name)", title: $0.name, about: $0.summary) }
  }()

  private static func about(_ bytes: [UInt8]) -> String {
    guard let value = AHAP.read(bytes, name: "").pattern?.metadata?["Description"] else { return "" }
    if case .string(let text) = value { return text }
    return ""
  }

  /// The text behind a `library:` or `preset:` path; `nil` when there is none.
  static func text(_ path: String) -> [UInt8]? {
    if path.hasPrefix("library:") { return file("library/\(path.dropFirst("library:".count)).ahap") }
    guard path.hasPrefix("preset:") else { return nil }
    return Preset.named(String(path.dropFirst("preset:".count))).map { AHAP.write($0.pattern()) }
  }

  /// A sound that lies beside the library's patterns.
  static func sound(_ path: String) -> [UInt8]? { file("library/\(path)") }
}
