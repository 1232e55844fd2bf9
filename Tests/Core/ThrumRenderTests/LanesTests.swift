import Foundation
import Testing

@testable import ThrumRender

@Suite struct LanesTests {
  @Test func `eight sines computed together are accurate to 6e-7`() {
    for step in -20_000...20_000 {
      let turns = Float(step) * 1e-4
      let lanes = sineOfTurns(Lanes(repeating: turns))
      #expect(abs(Double(lanes[3]) - sin(2 * .pi * Double(turns))) < 6e-7, "\(turns)")
    }
  }
}
