import Foundation
import Testing

@testable import ThrumPattern

/// Published patterns; not part of the package.
@Suite(
  .enabled(
    if: !corpusFiles.isEmpty,
    "no corpus: set THRUM_CORPUS to its folder, or put it at ../shared/corpus beside the package"))
struct `corpus` {
  @Test func `every corpus file is either read or rejected for a known reason`() throws {
    for file in corpusFiles {
      let bytes = [UInt8](try Data(contentsOf: file))
      let document = AHAP.read(bytes, name: file.lastPathComponent)
      let isJSON = (try? JSONSerialization.jsonObject(with: Data(bytes))) != nil
      #expect(isJSON == (document.tape != nil), "\(file.path)")
      let refusals: Set<DiagnosticCode> = [.emptyFile, .noPattern]
      #expect(document.hasErrors == (document.pattern == nil), "\(document.diagnostics)")
      #expect(document.diagnostics.filter { $0.severity == .error }.allSatisfy { refusals.contains($0.code) })
    }
  }

  @Test func `every pattern survives a round trip`() throws {
    for file in corpusFiles {
      guard let pattern = AHAP.read([UInt8](try Data(contentsOf: file)), name: "").pattern else { continue }
      for style in [AHAP.Style.pretty, .compact] {
        #expect(AHAP.read(AHAP.write(pattern, style: style), name: "").pattern == pattern, "\(file.path)")
      }
    }
  }

  @Test func `shipped files produce only the expected kinds of finding`() throws {
    let expected: Set<DiagnosticCode> = [
      .emptyFile, .trailingComma, .noPattern, .missingVersion, .misspeltKey, .longEvent,
      .eventValueOutOfRange,
      .absolutePointTimes, .manyPoints, .transientsUnderCurve,
    ]
    for file in corpusFiles {
      let document = AHAP.read([UInt8](try Data(contentsOf: file)), name: file.lastPathComponent)
      let unexpected = Linter().lint(document).filter { !expected.contains($0.code) }
      #expect(unexpected.isEmpty, "\(unexpected)")
    }
  }
}
