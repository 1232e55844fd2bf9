import TestSupport
import Testing

/// What people felt on devices.
@Suite struct GroundTruthTests {
  @Test func `Feel.md says how verdicts agree with what people felt`() throws {
    let (written, found) = (try GroundTruth.written(), try GroundTruth.table())
    #expect(written == found, "run `make ground-truth WRITE=1`")
  }

  @Test func `every row can be read, and most chose no number`() throws {
    let rows = try GroundTruth.rows()
    let read = rows.compactMap { $0 }
    #expect(read.count == rows.count && read.allSatisfy { $0.strongest != nil })
    #expect(read.count >= 40 && read.count { !$0.isFitted } >= 20)
  }
}
