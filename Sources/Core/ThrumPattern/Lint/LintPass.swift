/// One run of the linter: the rules that look at one entry each, and what the others need to know.
final class LintPass {
  let document: AHAPDocument
  let tape: TapeReader
  let options: Linter.Options
  var findings: Findings
  var summary = PatternSummary()
  /// How many more names are compared with the known ones; beyond, names are too many to be slips.
  var suggestions = 10_000

  init(document: AHAPDocument, tape: TapeReader, options: Linter.Options) {
    self.document = document
    self.tape = tape
    self.options = options
    findings = Findings(perCode: options.findingsPerCode)
  }

  /// Applies all rules.
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

  /// Adds a finding at a token; the texts are made only if it is listed.
  @inline(never)
  func report(
    _ code: DiagnosticCode, _ token: Int, _ path: @autoclosure () -> String,
    _ message: @autoclosure () -> String, _ remedy: @autoclosure () -> String
  ) {
    guard !options.disabled.contains(code) else { return }
    findings.add(code, at: tape[token].start, path: path(), message: message(), remedy: remedy())
  }

  /// The token of an entry's event, parameter or curve.
  func body(_ index: Int, _ kind: AHAPKey) -> Int { tape.member(kind, of: document.sources[index].token) }

  /// Where an entry's event, parameter or curve is in the document.
  func path(_ index: Int, _ kind: AHAPKey?) -> JSONPath { JSONPath(entry: document.sources[index].index, kind: kind) }

  /// Where an element of an entry's array is, or a member of it.
  ///
  /// Elements that could not be used are missing in the model; when there are any, the answer is the array.
  /// Going through the elements in order costs one step each.
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

  /// The element that was looked up last.
  private struct Cursor {
    var array = 0
    var number = 0
    var token = 0
  }
  private var cursor = Cursor()
}
