import Testing

@testable import thrum

/// How often a playback looks whether something has happened.
@Suite struct PaceTests {
  @Test func `a playback at rest looks once a second, one that plays every 20 ms`() {
    let pace = Pace()
    #expect(pace.milliseconds(isResting: false, now: 100) == 20)
    #expect(pace.milliseconds(isResting: true, now: 100) == 1_000)
  }

  @Test func `for half a second after something has happened it looks every 20 ms`() {
    var pace = Pace()
    pace.note(100)
    #expect(pace.milliseconds(isResting: true, now: 100.49) == 20)
    #expect(pace.milliseconds(isResting: true, now: 100.5) == 1_000)
  }
}
