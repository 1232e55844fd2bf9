/// Generates a client that uses every row of a table, in ways that compile only if the row is right.
///
/// Every piece of code is attributed to its line of the table, so compiler errors point there.
struct Client {
  let path: String
  let rows: [Row]
  let protocols: Set<String>
  /// Source generated so far.
  private(set) var source = ["import CoreHaptics", "import Foundation"]
  /// Comparisons made at run time.
  private var comparisons: [String] = []
  private var count = 0

  init(path: String, rows: [Row]) {
    (self.path, self.rows) = (path, rows)
    let known = ["CHHapticPatternPlayer", "CHHapticAdvancedPatternPlayer", "CHHapticDeviceCapability"]
    protocols = Set(rows.filter { $0.kind == "protocol" }.map(\.name) + known)
  }

  /// Parameters available to expressions and statements of the table.
  static let surroundings =
    "_ engine: CHHapticEngine, _ pattern: CHHapticPattern, _ advanced: any CHHapticAdvancedPatternPlayer, _ url: URL, "
    + "_ error: any Error"

  // MARK: Pieces

  private mutating func emit(_ row: Row, _ code: String) {
    let lines = ["#sourceLocation(file: \"\(path)\", line: \(row.line))", code]
    source += row.isForSwift5 ? ["#if swift(<6)"] + lines + ["#endif"] : lines
  }

  /// Emits a function around `code`, one per check, so that one error hides no other.
  private mutating func check(_ row: Row, taking parameters: String = "", effects: String = "", _ code: String) {
    count += 1
    emit(row, "func check\(count)(\(parameters))\(effects) { \(code) }")
  }

  /// Code that compiles only if the value has exactly this type.
  private func exact(_ value: String, _ type: String) -> String {
    if type == "Void" { return "let value: Void = \(value); value" }
    return "var value = \(value); same(&value, Exactly<\(type)>())"
  }

  private func any(_ type: String) -> String { protocols.contains(type) ? "any \(type)" : type }

  private mutating func compare(_ row: Row, _ condition: String) {
    comparisons.append("      (\(row.line), \(condition)),")
  }

  // MARK: Rows

  /// Adds the checks of each row.
  mutating func addChecks() {
    source += ["struct Exactly<T> {}", "func same<T>(_ value: inout T, _ type: Exactly<T>) {}"]
    for row in rows {
      switch row.kind {
      case "alias": check(row, "let type: Exactly<\(row.type)> = Exactly<\(row.name)>(); _ = type")
      case "constant", "case", "static": checkValue(row)
      case "struct", "enum": checkConformances(row)
      case "class": check(row, taking: "_ it: \(row.name)", "let above: \(row.type) = it; _ = above")
      case "protocol": checkProtocol(row)
      case "get", "set": checkProperty(row)
      case "init", "method", "class method", "async method": checkResult(row)
      case "call":
        let effects = (row.name.contains("await ") ? " async" : "") + (row.name.contains("try ") ? " throws" : "")
        let code = row.type.isEmpty ? row.name : exact(row.name, row.type)
        check(row, taking: Client.surroundings, effects: effects, code)
      case "absent", "ours": break
      default: emit(row, "#error(\"no such kind: \(row.kind)\")")
      }
      if row.kind == "enum" { checkCases(row) }
    }
  }

  /// Adds only the statements that must not compile.
  mutating func addAbsent() {
    for row in rows where row.kind == "absent" {
      check(row, taking: Client.surroundings, effects: " throws", row.name)
    }
  }

  private mutating func checkConformances(_ row: Row) {
    for name in row.list { check(row, "func of<T: \(name)>(_: T.Type) {}; of(\(row.name).self)") }
  }

  private mutating func checkCases(_ row: Row) {
    let cases = rows.filter { $0.kind == "case" && $0.owner == row.name }.map { "case .\($0.member): return" }
    check(row, taking: "_ value: \(row.name)", "switch value { \(cases.joined(separator: "; ")) }")
    check(row, exact("\(row.name)(rawValue: 0)", "\(row.name)?"))
  }

  private mutating func checkValue(_ row: Row) {
    check(row, exact(row.name, row.type))
    compare(row, row.kind == "constant" ? "\(row.name) == \(row.more)" : "\(row.name).rawValue == \(row.more)")
  }

  private mutating func checkProtocol(_ row: Row) {
    let above = row.type == "AnyObject" ? row.type : "any \(row.type)"
    check(row, taking: "_ it: any \(row.name)", "let above: \(above) = it; _ = above")
    check(row, taking: "_ it: any \(row.name)", "weak let object: AnyObject? = it; _ = object")
  }

  private mutating func checkProperty(_ row: Row) {
    check(row, taking: "_ it: \(any(row.owner))", exact("it.\(row.member)", row.type))
    if row.kind == "set" {
      check(row, taking: "_ it: \(any(row.owner)), _ new: [\(row.type)]", "it.\(row.member) = new[0]")
    }
    guard !protocols.contains(row.owner), !row.isForSwift5 else { return }
    let kind = row.kind == "set" ? "ReferenceWritableKeyPath" : "KeyPath"
    compare(row, "type(of: \\\(row.owner).\(row.member) as AnyKeyPath) == \(kind)<\(row.owner), \(row.type)>.self")
  }

  private mutating func checkResult(_ row: Row) {
    let arguments = row.passedArguments()
    let target: (taken: String, call: String) =
      switch row.kind {
      case "init": ("", "\(row.owner)(\(arguments))")
      case "method", "async method": ("_ it: \(any(row.owner))", "it.\(row.member)(\(arguments))")
      default: ("_ it: \(row.owner).Type", "it.\(row.member)(\(arguments))")
      }
    check(
      row, taking: row.takenArguments(after: target.taken), effects: row.effect,
      exact(row.attempt + target.call, row.result))
  }

  // MARK: Classes of the client's

  /// Adds a subclass of every class that overrides everything, and a class for every protocol with all its
  /// requirements. A member of another type is an error, and so is one that is missing or cannot be overridden.
  mutating func addClasses() {
    let heads = rows.filter { ["class", "protocol"].contains($0.kind) }
    for (index, owner) in Set(rows.map(\.owner) + heads.map(\.name)).sorted().enumerated() {
      let members = rows.filter { $0.owner == owner }
      let first = heads.first { $0.name == owner } ?? members.first { $0.canBeOverridden }
      guard let first else { continue }
      let isProtocol = protocols.contains(owner)
      emit(first, "final class Client\(index): \(isProtocol ? "NSObject, " : "")\(owner) {")
      for row in members { addMember(row, isProtocol: isProtocol) }
      source.append("}")
    }
  }

  private mutating func addMember(_ row: Row, isProtocol: Bool) {
    let base = isProtocol ? "fatalError()" : "super.\(row.member)"
    let override = isProtocol ? "" : "override "
    switch row.kind {
    case "method", "class method":
      let call = isProtocol ? base : "\(row.attempt)\(base)(\(row.passedArguments()))"
      let head = "\(override)\(row.kind == "method" ? "func" : "class func") \(row.member)"
      emit(row, "\(head)(\(row.declaredArguments()))\(row.effect) -> \(row.result) { \(call) }")
    case "init" where row.canBeOverridden:
      let call = "\(row.attempt)super.init(\(row.passedArguments()))"
      emit(row, "override init(\(row.declaredArguments()))\(row.effect) { \(call) }")
    case "get", "set":
      let set = row.kind == "get" ? "" : " set { \(isProtocol ? "" : "\(base) = newValue") }"
      emit(row, "\(override)var \(row.member): \(row.type) { get { \(base) }\(set) }")
    default: break
    }
  }

  // MARK: Running

  /// Adds a main program that compares values.
  mutating func addMain() {
    source += ["#sourceLocation()", "@main struct Table {", "  static func main() {"]
    source += ["    let rows: [(line: Int, isRight: Bool)] = ["] + comparisons + ["    ]"]
    source.append(
      """
          let wrong = rows.filter { !$0.isRight }
          for row in wrong { print("\(path):\\(row.line): error: another value, or it can be set and should not") }
          if !wrong.isEmpty { exit(1) }
        }
      }
      """)
  }
}
