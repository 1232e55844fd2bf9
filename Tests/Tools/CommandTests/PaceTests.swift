import Testing

@testable import thrum

/// How often playback polls for events.
@Suite struct PaceTests {
  @Test func `an idle playback polls once a second, and an active one every 20 ms`() {
    let pace = Pace()
    #expect(pace.milliseconds(isResting: false, now: 100) == 20)
    #expect(pace.milliseconds(isResting: true, now: 100) == 1_000)
  }

  @Test func `playback polls every 20 ms for half a second after an event`() {
    var pace = Pace()
    pace.note(100)
    #expect(pace.milliseconds(isResting: true, now: 100.49) == 20)
    #expect(pace.milliseconds(isResting: true, now: 100.5) == 1_000)
  }
}
