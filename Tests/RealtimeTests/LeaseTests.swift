import HapticRender
import Testing

@Suite struct LeaseTests {
  @Test func `after a revocation only the new holder enters`() throws {
    let old = RenderLease()
    defer { old.deallocate() }
    #expect(old.enter())
    old.leave()
    let new = try #require(old.revoke())
    #expect(!old.enter())
    #expect(new.enter())
    new.leave()
    #expect(old.revoke() == nil, "what is gone cannot be given away again")
  }
}
