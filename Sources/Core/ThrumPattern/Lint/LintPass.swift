final class LintPass {
  let document: AHAPDocument
  let tape: TapeReader
  let options: Linter.Options
  var findings: Findings
  var summary = PatternSummary()
  /// Remaining budget for comparing unknown names with known ones.
  var suggestions = 10_000

  init(document: AHAPDocument, tape: TapeReader, options: Linter.Options) {
    self.document = document
    self.tape = tape
    self.options = options
    findings = Findings(perCode: options.findingsPerCode)
  }

  func run(_ pattern: Pattern, waveformExists: ((String) -> Bool)?) {
    checkTop(pattern)
    for (index, entry) in pattern.entries.enumerated() {
      if tape[document.sources[index].token].count > 1 { checkSeveralKeys(index) }
      switch entry {
      case .event(let event):
        summary.add(event, index)
        check(event, index, waveformExists)
      case .parameter(let parameter):
        summary.add(parameter)
        check(parameter, index)
      case .curve(let curve):
        summary.add(curve, index)
        check(curve, index)
      case .unknown(let object): check(object, index)
      }
    }
    checkWhole(pattern)
  }

  @inline(never)
  func report(
    _ code: DiagnosticCode, _ token: Int, _ path: @autoclosure () -> String,
    _ message: @autoclosure () -> String, _ remedy: @autoclosure () -> String
  ) {
    guard !options.disabled.contains(code) else { return }
    findings.add(code, at: tape[token].start, path: path(), message: message(), remedy: remedy())
  }

  func body(_ index: Int, _ kind: AHAPKey) -> Int { tape.member(kind, of: document.sources[index].token) }

  func path(_ index: Int, _ kind: AHAPKey?) -> JSONPath { JSONPath(entry: document.sources[index].index, kind: kind) }

  /// Finds the token of an array's element, or of a member of that element.
  ///
  /// Returns the array's token if some elements are unusable, since the model omits those.
  func element(
    _ number: Int, _ member: AHAPKey?, of list: AHAPKey, _ index: Int, _ kind: AHAPKey, count: Int
  ) -> (token: Int, path: String) {
    var path = path(index, kind)
    let array = tape.member(list, of: body(index, kind))
    guard tape[array].kind == .array, tape[array].count == count else { return (array, path.to(list)) }
    if cursor.array != array || cursor.number > number { cursor = Cursor(array: array, token: array &+ 1) }
    while cursor.number < number {
      cursor.token = tape.next(cursor.token)
      cursor.number &+= 1
    }
    path.list = list
    path.element = number
    return (member.map { tape.member($0, of: cursor.token) } ?? cursor.token, path.to(member))
  }

  private struct Cursor {
    var array = 0
    var number = 0
    var token = 0
  }
  private var cursor = Cursor()
}
