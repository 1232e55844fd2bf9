/// JavaScript modules joined into one script, which loads faster.
///
/// Each module becomes a function that returns its exports, placed after the modules that it imports. Line numbers
/// within a module do not change. A module may use only these forms, each at the start of a line:
/// `import { a, b as c } from "./x.js";`, also with a path such as `"../pattern/x.js"`, and `export` before a
/// function, class or constant.
struct ScriptBundle {
  struct Unsupported: Error, CustomStringConvertible {
    let module: String
    let problem: String

    var description: String { "\(module): \(problem)" }
  }

  private(set) var text = ""
  /// Names of the joined modules, in evaluation order.
  private(set) var modules: [String] = []
  private let read: (String) -> [UInt8]?
  private var begun: Set<String> = []
  private var numbers: [String: Int] = [:]

  init(main: String, read: @escaping (String) -> [UInt8]?) throws(Unsupported) {
    self.read = read
    _ = try add(main)
  }

  /// Adds a module after its imports, and returns its number.
  private mutating func add(_ name: String) throws(Unsupported) -> Int {
    if let number = numbers[name] { return number }
    guard begun.insert(name).inserted else {
      throw Unsupported(module: name, problem: "imports itself through other modules")
    }
    guard let bytes = read(name) else { throw Unsupported(module: name, problem: "is missing") }
    var module = Module(name)
    var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = lines.popFirst() {
      if line.hasPrefix("import ") {
        var statement = String(line)
        while !statement.hasSuffix(";"), let more = lines.popFirst() { statement += "\n" + more }
        let (names, source) = try module.parts(of: statement)
        module.lines.append(try "const {\(names)} = $\(add(source));")
      } else {
        try module.add(line)
      }
    }
    let number = modules.count
    numbers[name] = number
    modules.append(name)
    text += module.joined(as: number)
    return number
  }
}

private struct Module {
  let name: String
  var lines: [String] = []
  private var exports: [Substring] = []

  init(_ name: String) { self.name = name }

  mutating func add(_ line: Substring) throws(ScriptBundle.Unsupported) {
    guard line.hasPrefix("export ") else { return lines.append(String(line)) }
    let declaration = line.dropFirst("export ".count)
    var words = declaration.split(separator: " ", maxSplits: 3)[...]
    if words.first == "async" { words.removeFirst() }
    guard let kind = words.popFirst(), ["function", "class", "const"].contains(kind),
      let exported = words.first?.prefix(while: { $0.isLetter || $0.isNumber || $0 == "_" }), !exported.isEmpty
    else { throw problem("uses an unsupported form of export: \(line)") }
    exports.append(exported)
    lines.append(String(declaration))
  }

  /// Returns the imported names, as a destructuring pattern with the statement's line breaks, and the module's name.
  func parts(of statement: String) throws(ScriptBundle.Unsupported) -> (names: String, source: String) {
    let halves = statement.split(separator: "} from \"")
    guard halves.count == 2, halves[0].hasPrefix("import {"), halves[1].hasSuffix("\";"),
      let source = resolved(halves[1].dropLast(2))
    else { throw problem("uses an unsupported form of import: \(statement)") }
    let names = halves[0].dropFirst("import {".count).split(separator: " as ").joined(separator: ": ")
    return (names, source)
  }

  /// Returns the path of a module that this one names by a relative path; `nil` for any other path.
  private func resolved(_ path: Substring) -> String? {
    guard path.hasPrefix("./") || path.hasPrefix("../") else { return nil }
    var parts = Array(name.split(separator: "/").dropLast())
    for part in path.split(separator: "/", omittingEmptySubsequences: false) where part != "." {
      guard !part.isEmpty, part != ".." || !parts.isEmpty else { return nil }
      if part == ".." { parts.removeLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }

  func joined(as number: Int) -> String {
    "const $\(number) = (() => { // \(name)\n\(lines.joined(separator: "\n"))\n"
      + "return { \(exports.joined(separator: ", ")) };\n})();\n"
  }

  private func problem(_ words: String) -> ScriptBundle.Unsupported {
    ScriptBundle.Unsupported(module: name, problem: words)
  }
}

/// The page's files for a host that only serves files, where the module answers instead of this server.
package enum StudioPageParts {
  /// Scripts that run by themselves: the page, its worker and its worklet.
  private static let scripts = ["main.js", "module/module-worker.js", "player/block-worklet.js"]

  /// Names and bytes of all files; scripts are joined with the modules that they import.
  ///
  /// - Throws: ``StudioError`` if a script cannot be joined.
  package static func all() throws(StudioError) -> [(name: String, bytes: [UInt8])] {
    var parts: [(name: String, bytes: [UInt8])] = []
    for name in scripts {
      do throws(ScriptBundle.Unsupported) {
        let bundle = try ScriptBundle(main: name) { StudioLibrary.file("page/\($0)") }
        parts.append((name, Array(bundle.text.utf8)))
      } catch { throw StudioError(error.description, kind: .library) }
    }
    for name in StudioLibrary.names {
      guard let bytes = StudioLibrary.file(name) else { continue }
      if name.hasPrefix("library/") { parts.append((name, bytes)) }
      let page = name.dropFirst("page/".count)
      if name.hasPrefix("page/"), [".html", ".css", ".svg"].contains(where: page.hasSuffix) {
        parts.append((String(page), bytes))
      }
    }
    return parts
  }
}
