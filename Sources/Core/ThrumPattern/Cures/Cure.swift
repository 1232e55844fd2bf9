/// A change to the text that removes a finding.
package struct Cure: Sendable {
  /// Title in the imperative, such as “Remove the comma”.
  package let title: String
  /// Edits sorted by range.
  package let edits: [TextEdit]

  /// Returns `nil` if the edits change nothing.
  init?(_ title: String, _ edits: [TextEdit]) {
    guard !edits.isEmpty else { return nil }
    self.title = title
    self.edits = edits.sorted()
  }

  package func applied(to text: [UInt8]) -> [UInt8] { TextEdit.apply(edits, to: text) }
}

extension AHAPDocument {
  /// Returns a cure for each finding, or `nil` if the finding, such as a missing sound file, needs a decision.
  package func cures(of findings: [Diagnostic], options: Linter.Options = Linter.Options()) -> [Cure?] {
    let made = tape?.withReader { reader in
      let finder = CureFinder(editor: TapeEditor(tape: reader, text: text), document: self, options: options)
      return findings.map(finder.cure)
    }
    return made ?? findings.map { _ in nil }
  }
}
