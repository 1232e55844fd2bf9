import CoreHaptics
import Foundation
import Testing
import ThrumEngine
import ThrumTesting

/// Calls that throw, and the controls of patterns, appear in the timeline.
@Suite(.haptics()) struct PatternTimelineTests {
  private var errors: [EngineError.Code] {
    HapticEnvironment.current.timeline.entries.compactMap {
      if case .call(_, _, let error?) = $0.fact { error } else { nil }
    }
  }

  @Test func `a pattern that cannot be created appears in the timeline with its error`() throws {
    let endless = CHHapticEvent(eventType: .hapticTransient, parameters: [], relativeTime: -1)
    #expect(throws: CHHapticError.self) { try CHHapticPattern(events: [endless], parameters: []) }
    #expect(throws: CHHapticError.self) { try CHHapticPattern(events: [endless], parameterCurves: []) }
    #expect(throws: CHHapticError.self) { try CHHapticPattern(dictionary: ["Pattern": 1]) }
    let nowhere = URL(fileURLWithPath: "/nowhere.ahap")
    #expect(throws: CHHapticError.self) { try CHHapticPattern(contentsOf: nowhere) }
    #expect(errors.count == 4 && errors.last == .fileNotFound)
    expectError(.fileNotFound, times: 1)
  }

  @Test func `a failed export and failed attribute queries appear in the timeline`() throws {
    let sound = CHHapticEvent(audioResourceID: 1, parameters: [], relativeTime: 0)
    let pattern = try CHHapticPattern(events: [sound], parameters: [])
    #expect(throws: CHHapticError.self) { try pattern.exportDictionary() }
    let unknown = CHHapticDynamicParameter.ID(rawValue: "Loudness")
    let capabilities = CHHapticEngine.capabilitiesForHardware()
    #expect(throws: CHHapticError.self) { try capabilities.attributes(forDynamicParameter: unknown) }
    #expect(errors == [.operationNotPermitted, .invalidParameterType])
  }

  @Test func `a failed call to playPattern is recorded once`() throws {
    let engine = try CHHapticEngine()
    #expect(throws: CHHapticError.self) { try engine.playPattern(from: Data("{".utf8)) }
    #expect(errors == [.invalidPatternData])
  }

  @Test func `creating a pattern can be made to fail`() {
    HapticEnvironment.current.apply(.fail(.makePattern, code: .memoryError, times: 1))
    let error = #expect(throws: CHHapticError.self) { try CHHapticPattern(events: [], parameters: []) }
    #expect(error?.code == .memoryError)
    #expect(errors == [.memoryError])
  }

  @Test func `the timeline shows when a pattern's parameters and curves are applied`() async throws {
    let buzz = CHHapticEvent(eventType: .hapticContinuous, parameters: [], relativeTime: 0, duration: 2)
    let points = [(0, 1), (0.5, 0.2), (1, 0.6)].map {
      CHHapticParameterCurve.ControlPoint(relativeTime: $0.0, value: Float($0.1))
    }
    let curve = CHHapticParameterCurve(parameterID: .hapticIntensityControl, controlPoints: points, relativeTime: 0.25)
    let engine = try CHHapticEngine()
    try await engine.start()
    let player = try engine.makePlayer(with: CHHapticPattern(events: [buzz], parameterCurves: [curve]))
    try player.start(atTime: 0)
    await HapticEnvironment.current.advance(by: 3)
    expectApplied(.hapticIntensityControl, 1, at: 0.25)
    expectApplied(.hapticIntensityControl, 0.2, at: 0.75)
    expectApplied(.hapticIntensityControl, 0.6, at: 1.25)
    let jump = CHHapticDynamicParameter(parameterID: .hapticSharpnessControl, value: -0.5, relativeTime: 0.1)
    let other = try engine.makePlayer(with: CHHapticPattern(events: [buzz], parameters: [jump]))
    try other.start(atTime: 0)
    await HapticEnvironment.current.advance(by: 1)
    expectApplied(.hapticSharpnessControl, -0.5 ± 0.001, at: 3.1)
    let applied = HapticEnvironment.current.timeline.entries.count {
      if case .parameterApplied = $0.fact { true } else { false }
    }
    #expect(applied == 4)
  }
}
