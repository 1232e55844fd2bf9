import Foundation
import TestSupport
import Testing

@testable import ThrumPattern

/// Cases that the studio's page must solve alike: `Tests/Tools/Page/text-edits.test.mjs` reads the same table.
@Suite struct TextEditCaseTests {
  private struct Case: Decodable {
    let name: String
    let text: String
    let result: String
    var replace: Int?
    var with: String?
    var append: [String]?
    var remove: [Int]?
  }

  @Test func `edits of a text leave the rest of it alone, as in the page`() throws {
    let table = try Data(contentsOf: PackageFolder.root.appendingPathComponent("Tests/SharedCases/text-edits.json"))
    for test in try JSONDecoder().decode([Case].self, from: table) {
      let result = try edited(test)
      #expect(result == test.result, "\(test.name)")
    }
  }

  private func edited(_ test: Case) throws -> String {
    let text = Array(test.text.utf8)
    let tape = try JSONTape(reading: text, limits: ReadLimits())
    return try #require(
      tape.withReader { reader in
        let editor = TapeEditor(tape: reader, text: text)
        var edits: [TextEdit] = []
        if let number = test.replace {
          edits = [editor.replaced(editor.parts(of: 0)[number].value, with: test.with ?? "")]
        }
        if let elements = test.append { edits = editor.appended(elements: elements, to: 0) }
        if let numbers = test.remove { edits = editor.removed(Set(numbers), from: 0) }
        return editor.source(TapeEditor.Place(container: 0, name: nil, value: 0, number: 0), with: edits)
      })
  }
}
