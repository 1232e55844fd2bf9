import Foundation
import TestSupport
import Testing

@testable import thrum

/// Thousands of files as arguments.
@Suite struct FileBundleTests {
  private let many = (0..<200).map { "p\($0).ahap" }

  @Test func `long runs of files are one argument for the parser, and options keep their values`() {
    let given = ["lint", "a.ahap", "--json", "--list", "names"] + many + ["-", "--strict"]
    let bundled = FileBundle.bundled(given, for: Thrum.configuration.subcommands)
    #expect(bundled.count == 8 && bundled[4] == "names" && bundled[6] == "-" && bundled.last == "--strict")
    #expect(bundled[5].utf8.split(separator: 0).count == many.count)
    for command in ["diff", "studio", "convert"] {
      #expect(FileBundle.bundled([command] + many, for: Thrum.configuration.subcommands).count == 201)
    }
  }

  @Test func `every file of many is read`() async throws {
    let folder = try TemporaryFolder()
    let files = try many.map { try folder.write(#"{"Version": 1, "Pattern": []}"#, $0) }
    let result = try await ThrumProcess.run(["lint", "--json"] + files)
    let document = try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any]
    #expect(document?["files"] as? Int == many.count)
  }
}
