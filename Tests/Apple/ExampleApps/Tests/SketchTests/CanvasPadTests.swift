import Sketch
import Testing
import ThrumTesting

@Suite(.haptics(profile: .controller, strict: true)) @MainActor struct CanvasPadTests {
  private let phone = HapticEnvironment.current

  private func handles() -> [String?] {
    phone.timeline.entries.filter { if case .event = $0.fact { true } else { false } }.map(\.locality)
  }

  @Test func `each edge is felt in its own handle`() async {
    let pad = CanvasPad()
    await phone.advance(by: 1)
    pad.canvasReached(.left)
    await phone.advance(by: 1)
    pad.canvasReached(.right)
    await phone.advance(by: 1)
    expectEvent(.hapticContinuous, at: 1, intensity: 0.9, duration: 0.1)
    expectEvent(.hapticContinuous, at: 2, intensity: 0.9, duration: 0.1)
    #expect(handles() == ["left handle", "right handle"])
    expectEngines(exactly: 2)
    expectNoHitch()
  }

  @Test func `a pad that is connected again is felt again`() async {
    let pad = CanvasPad()
    await phone.advance(by: 1)
    phone.apply(.disconnectController)
    await phone.advance(by: 1)
    pad.canvasReached(.left)
    await phone.advance(by: 1)
    expectNoErrors()
    phone.apply(.connectController)
    await phone.advance(by: 1)
    pad.canvasReached(.left)
    await phone.advance(by: 1)
    expectEvents(exactly: 1)
    expectEvent(.hapticContinuous, at: 4)
    expectNoErrors()
  }
}
