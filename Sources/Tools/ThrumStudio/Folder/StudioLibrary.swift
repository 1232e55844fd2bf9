import CPage
import FoundationEssentials
import ThrumAnalysis
import ThrumDevice
import ThrumFormats
import ThrumPattern

/// The built-in files: the page, the library's patterns and their sounds.
package enum StudioLibrary {
  /// Returns a file, such as `page/index.html` or `library/heartbeat.ahap`.
  package static func file(_ name: String) -> [UInt8]? {
    guard let number = numbers[name], let file = studio_file_at(number) else { return nil }
    #if DEBUG
      if let source = source(name) { return source }
    #endif
    return Array(UnsafeBufferPointer(start: file.pointee.bytes, count: file.pointee.size))
  }

  /// The page's modules as one script. `nil` if they cannot be joined.
  #if DEBUG
    static var pageScript: [UInt8]? { joined }
  #else
    static let pageScript = joined
  #endif

  private static var joined: [UInt8]? { try? Array(ScriptBundle(main: "main.js") { file("page/\($0)") }.text.utf8) }

  #if DEBUG
    /// A debug build serves the page from its folder, so that a change is seen on reload.
    private static func source(_ name: String) -> [UInt8]? {
      guard name.hasPrefix("page/"), let page else { return nil }
      return (try? Data(contentsOf: page.appendingPathComponent(String(name.dropFirst("page/".count))))).map {
        Array($0)
      }
    }

    /// The folder of the package in which this program was built, if it is still there.
    private static let page: URL? = {
      var folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      while folder.path != "/" {
        let page = folder.appendingPathComponent("Sources/Tools/ThrumStudio/Page")
        if FileManager.default.fileExists(atPath: page.path) { return page }
        folder.deleteLastPathComponent()
      }
      return nil
    }()
  #endif

  private static let numbers: [String: Int] = {
    var numbers: [String: Int] = [:]
    while let file = studio_file_at(numbers.count) { numbers[String(cString: file.pointee.name)] = numbers.count }
    return numbers
  }()

  static var names: [String] { numbers.keys.sorted() }

  struct Entry: Encodable, Equatable {
    var path: String
    var title: String
    var about: String
  }

  /// Patterns, then presets. A pattern with a preset's name is listed only as the preset.
  static let entries: [Entry] = {
    let patterns = names.filter { $0.hasPrefix("library/") && $0.hasSuffix(".ahap") }.compactMap { name -> Entry? in
      let title = String(name.dropFirst("library/".count).dropLast(".ahap".count))
      guard Preset.named(title) == nil else { return nil }
      return Entry(path: "library:\(title)", title: title, about: about(file(name) ?? []))
    }
    return patterns + Preset.all.map { Entry(path: "preset:\($0.name)", title: $0.name, about: $0.summary) }
  }()

  private static func about(_ bytes: [UInt8]) -> String {
    guard let value = AHAP.read(bytes, name: "").pattern?.metadata?["Description"] else { return "" }
    if case .string(let text) = value { return text }
    return ""
  }

  static func text(_ path: String) -> [UInt8]? {
    if path.hasPrefix("library:") { return file("library/\(path.dropFirst("library:".count)).ahap") }
    guard path.hasPrefix("preset:") else { return nil }
    return Preset.named(String(path.dropFirst("preset:".count))).map { AHAP.write($0.pattern()) }
  }

  static func sound(_ path: String) -> [UInt8]? { file("library/\(path)") }
}
