import Glibc
import Testing

@testable import thrum

/// What ends the wait of an idle playback.
@Suite struct IdleWaitTests {
  @Test func `a wake-up ends a wait that has no timeout`() async {
    let idle = IdleWait()
    idle.wake()
    #expect(await idle.wait(milliseconds: -1, []))
    #expect(await !idle.wait(milliseconds: 0, []), "the call is used up")
  }

  @Test func `input ends a wait that has no timeout`() async throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let idle = IdleWait()
    #expect(await !idle.wait(milliseconds: 0, [ends[0], -1]))
    write(ends[1], "q", 1)
    #expect(await idle.wait(milliseconds: -1, [ends[0], -1]))
  }
}
