import Foundation
import Sketch
import Testing
import ThrumTesting

@Suite(.haptics(.exclusive, .strict)) @MainActor struct FeedbackTests {
  private let phone = HapticEnvironment.current
  private let document = SketchDocument()
  private let feedback: SketchFeedback

  init() { feedback = SketchFeedback(document: document) }

  // MARK: The system's feedback

  @Test func `each tool has its weight`() async {
    feedback.picked(.pencil)
    await phone.advance(by: 1)
    feedback.picked(.brush)
    await phone.advance(by: 1)
    feedback.picked(.eraser)
    await phone.advance(by: 1)
    expectFeedback(.impactLight, at: 0)
    expectFeedback(.impactMedium, at: 1)
    expectFeedback(.impactHeavy, at: 2)
    expectFeedback(times: 3)
  }

  @Test func `a line of the grid is felt at once, but at most 20 times a second`() async {
    feedback.penHovers()
    await phone.advance(by: 1)
    for _ in 0..<100 {
      feedback.snapped()
      await phone.advance(by: 0.01)
    }
    await phone.advance(by: 10)
    feedback.snapped()
    expectFeedbackPrepared(.selection)
    expectFeedback(.selection, at: 1)
    expectFeedback(.selection, times: 21)
  }

  @Test func `a save is felt as a success or as a failure`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    document.save(to: folder)
    await phone.advance(by: 1)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    document.save(to: folder)
    await phone.advance(by: 1)
    expectFeedback(.notificationError, at: 0)
    expectFeedback(.notificationSuccess, at: 1)
    expectFeedback(times: 2)
  }

  @Test func `nothing is felt when feedback is switched off`() async {
    feedback.strokeBegan()
    await phone.advance(by: 1)
    feedback.isEnabled = false
    await phone.advance(by: 0.1)
    feedback.picked(.brush)
    feedback.snapped()
    feedback.penHovers()
    feedback.strokeBegan()
    feedback.strokeMoved(speed: 1)
    document.save(to: FileManager.default.temporaryDirectory)
    await phone.advance(by: 2)
    expectFeedback(times: 0)
    expectSilence(from: 1.1, to: 3)
  }

  // MARK: Paper

  @Test func `paper is felt while the pen is down`() async {
    feedback.penHovers()
    await phone.advance(by: 1)
    feedback.strokeBegan()
    await phone.advance(to: 31)
    feedback.strokeEnded()
    await phone.advance(to: 33)
    expectEvent(.hapticContinuous, at: 1, intensity: 0.1, sharpness: 0.6)
    expectEvent(.hapticContinuous, at: 21)
    expectSilence(from: 31.1, to: 33)
    expectPrewarmed()
    expectNoErrors()
  }

  @Test func `paper follows the pen, but not each of its samples`() async {
    feedback.penHovers()
    await phone.advance(by: 1)
    feedback.strokeBegan()
    await phone.advance(by: 0.5)
    for sample in 1...240 {
      feedback.strokeMoved(speed: Float(sample) / 240)
      await phone.advance(by: 1.0 / 240)
    }
    await phone.advance(by: 1)
    feedback.strokeEnded()
    await phone.advance(by: 1)
    expectApplied(.hapticIntensityControl, 0.6 ± 0.05, at: 2, within: 0.03)
    expectApplied(.hapticSharpnessControl, 0.15 ± 0.02, at: 2, within: 0.03)
    expectApplied(.hapticIntensityControl, 1, at: 2.55, within: 0.06)
    let sent = phone.timeline.entries.count { if case .parameterSent = $0.fact { true } else { false } }
    #expect(sent < 70)
  }

  @Test func `a short touch is not felt after the pen has left`() async {
    feedback.strokeBegan()
    feedback.strokeEnded()
    await phone.advance(by: 2)
    expectSilence(from: 0.1, to: 2)
  }

  @Test func `drawing never waits for the haptics`() async {
    feedback.penHovers()
    await phone.advance(by: 1)
    for _ in 0..<20 {
      feedback.strokeBegan()
      await phone.advance(by: 0.3)
      feedback.strokeEnded()
      await phone.advance(by: 0.1)
    }
    expectNoHitch()
    expectEngines(exactly: 1)
    expectEvents(.hapticContinuous, exactly: 20)
    expectNoErrors()
  }

  @Test func `the engine rests when nobody draws, and paper is felt again`() async {
    feedback.strokeBegan()
    await phone.advance(by: 1)
    feedback.strokeEnded()
    await phone.advance(to: 600)
    expectRunning(forLessThan: 150)
    feedback.penHovers()
    await phone.advance(to: 601)
    feedback.strokeBegan()
    await phone.advance(to: 602)
    feedback.strokeEnded()
    expectEvent(.hapticContinuous, at: 601)
    expectNoErrors()
  }

  @Test func `paper is felt again after a call and after a while in the background`() async {
    feedback.strokeBegan()
    await phone.advance(to: 1)
    phone.apply(.interruptAudio)
    await phone.advance(to: 10)
    phone.apply(.endInterruption)
    feedback.strokeBegan()
    await phone.advance(to: 11)
    phone.apply(.suspendApp)
    await phone.advance(to: 20)
    phone.apply(.resumeApp)
    feedback.strokeBegan()
    await phone.advance(to: 21)
    feedback.strokeEnded()
    await phone.advance(to: 22)
    expectEvent(.hapticContinuous, at: 10, within: 0.1)
    expectEvent(.hapticContinuous, at: 20, within: 0.1)
    expectSilence(from: 21.1, to: 22)
    expectNo(error: .operationNotPermitted)
  }

  @Test func `paper is felt again after a failure of the haptic server`() async {
    feedback.strokeBegan()
    await phone.advance(to: 1)
    phone.apply(.resetServer)
    await phone.advance(to: 2)
    feedback.strokeBegan()
    await phone.advance(to: 3)
    feedback.strokeEnded()
    expectEvent(.hapticContinuous, at: 2)
    expectNo(error: .invalidPatternPlayer)
  }

  @Test func `music keeps playing while drawing`() async {
    phone.apply(.beginOtherAudio)
    feedback.strokeBegan()
    await phone.advance(by: 1)
    feedback.strokeEnded()
    expectEvents(.hapticContinuous, exactly: 1)
    expectNoErrors()
  }

  @Test func `drawing is felt during a voice note`() async throws {
    try feedback.voiceNoteBegins()
    phone.apply(.beginRecording)
    feedback.strokeBegan()
    await phone.advance(to: 0.4)
    feedback.strokeMoved(speed: 1)
    await phone.advance(to: 2)
    expectLevel(-40...0, from: 0.5, to: 2)
    phone.apply(.endRecording)
    feedback.strokeEnded()
  }

  // MARK: Layers

  @Test func `choosing a layer is felt, and merging two more so`() async {
    let list = LayerList(chosen: 1, count: 3)
    list.update(to: LayerList(chosen: 2, count: 3))
    await phone.advance(by: 1)
    LayerList(chosen: 2, count: 3).update(to: LayerList(chosen: 2, count: 2))
    await phone.advance(by: 1)
    LayerList(chosen: 2, count: 2).update(to: LayerList(chosen: 2, count: 4))
    LayerList(chosen: 2, count: 4, hasFeedback: false).update(to: LayerList(chosen: 1, count: 1, hasFeedback: false))
    await phone.advance(by: 1)
    expectFeedback(.selection, at: 0)
    expectFeedback(.impactHeavy, at: 1, intensity: 0.8)
    expectFeedback(times: 2)
  }
}

@Suite(.haptics(profile: .noHaptics, strict: true)) @MainActor struct FallbackTests {
  @Test func `without Core Haptics, the pen's touch is an impact`() async {
    let feedback = SketchFeedback(document: SketchDocument())
    feedback.penHovers()
    feedback.strokeBegan()
    feedback.strokeMoved(speed: 1)
    feedback.strokeEnded()
    await HapticEnvironment.current.advance(by: 1)
    expectEngines(exactly: 0)
    expectNoErrors()
  }

  @Test(.haptics(.strict, profile: .iPhone7)) func `on a phone without Core Haptics, the pen's touch is felt`() async {
    let feedback = SketchFeedback(document: SketchDocument())
    feedback.penHovers()
    feedback.strokeBegan()
    await HapticEnvironment.current.advance(by: 1)
    expectFeedback(.impactSoft, at: 0, intensity: 0.6 ± 0.01)
    expectEngines(exactly: 0)
  }
}
