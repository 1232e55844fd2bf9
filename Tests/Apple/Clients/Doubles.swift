// An app's own protocols over the engine and its players, with test doubles.
import CoreHaptics
import Foundation

protocol HapticEngineType: AnyObject {
  var isAutoShutdownEnabled: Bool { get set }
  var currentTime: TimeInterval { get }
  var stoppedHandler: CHHapticEngine.StoppedHandler { get set }
  var resetHandler: CHHapticEngine.ResetHandler { get set }
  func start() throws
  func stop(completionHandler: (@Sendable ((any Error)?) -> Void)?)
  func makePlayer(with pattern: CHHapticPattern) throws -> any CHHapticPatternPlayer
  func makeAdvancedPlayer(with pattern: CHHapticPattern) throws -> CHHapticAdvancedPatternPlayer
}

extension CHHapticEngine: HapticEngineType {}

final class FakeCapability: NSObject, CHHapticDeviceCapability {
  final class Attributes: NSObject, CHHapticParameterAttributes {
    let minValue: Float = 0
    var maxValue: Float { 1 }
    var defaultValue: Float = 0.5
  }
  var supportsHaptics = true
  let supportsAudio = false
  func attributes(
    forEventParameter inParameter: CHHapticEvent.ParameterID, eventType type: CHHapticEvent.EventType
  ) throws -> CHHapticParameterAttributes { Attributes() }
  func attributes(forDynamicParameter inParameter: CHHapticDynamicParameter.ID) throws -> CHHapticParameterAttributes {
    throw CHHapticError(.invalidParameterType)
  }
}

class FakePlayer: NSObject, CHHapticPatternPlayer {
  private(set) var calls: [String] = []
  var isMuted = false
  var failure: CHHapticError.Code?

  private func note(_ call: String) throws {
    calls.append(call)
    if let failure = failure { throw CHHapticError(failure) }
  }
  func start(atTime time: TimeInterval) throws { try note("start \(time)") }
  func stop(atTime time: TimeInterval) throws { try note("stop \(time)") }
  func sendParameters(_ parameters: [CHHapticDynamicParameter], atTime time: TimeInterval) throws {
    try note(parameters.map { "\($0.parameterID.rawValue)=\($0.value)@\($0.relativeTime)" }.joined())
  }
  func scheduleParameterCurve(_ parameterCurve: CHHapticParameterCurve, atTime time: TimeInterval) throws {
    try note("\(parameterCurve.controlPoints.map(\.value))")
  }
  func cancel() throws { try note("cancel") }
}

final class FakeAdvancedPlayer: FakePlayer, CHHapticAdvancedPatternPlayer {
  var loopEnabled = false
  var loopEnd: TimeInterval = 0
  var playbackRate: Float = 1
  var completionHandler: CHHapticAdvancedPatternPlayerCompletionHandler = { _ in }
  func pause(atTime time: TimeInterval) throws {}
  func resume(atTime time: TimeInterval) throws {}
  func seek(toOffset offsetTime: TimeInterval) throws { completionHandler(nil) }
}

final class FakeEngine: HapticEngineType {
  var isAutoShutdownEnabled = false
  var currentTime: TimeInterval = 1
  var stoppedHandler: CHHapticEngine.StoppedHandler = { _ in }
  var resetHandler: CHHapticEngine.ResetHandler = {}
  func start() throws {}
  func stop(completionHandler: (@Sendable ((any Error)?) -> Void)?) { completionHandler?(nil) }
  func makePlayer(with pattern: CHHapticPattern) throws -> any CHHapticPatternPlayer { FakePlayer() }
  func makeAdvancedPlayer(with pattern: CHHapticPattern) throws -> CHHapticAdvancedPatternPlayer {
    FakeAdvancedPlayer()
  }
}

final class Rumbler<Engine: HapticEngineType> {
  private let engine: Engine
  private weak var last: CHHapticPatternPlayer?
  private var players: [ObjectIdentifier: CHHapticPatternPlayer] = [:]

  init(engine: Engine, capability: CHHapticDeviceCapability = CHHapticEngine.capabilitiesForHardware()) {
    self.engine = engine
    engine.isAutoShutdownEnabled = capability.supportsHaptics
    engine.resetHandler = { [unowned self] in self.players.removeAll() }
  }

  func play(_ pattern: CHHapticPattern, after delay: TimeInterval = .zero) throws {
    let player = try engine.makePlayer(with: pattern)
    players[ObjectIdentifier(player)] = player
    last = player
    try player.start(atTime: delay == .zero ? .zero : engine.currentTime + delay)
  }

  func mute(_ isMuted: Bool) {
    for player in players.values { player.isMuted = isMuted }
    last?.isMuted = isMuted
    if let advanced = last as? CHHapticAdvancedPatternPlayer { advanced.loopEnabled.toggle() }
  }
}

func loop(_ player: some CHHapticAdvancedPatternPlayer, to end: TimeInterval) {
  player.loopEnd = end
  player.loopEnabled = end > 0
}

func stopAll(_ players: [any CHHapticPatternPlayer], at time: TimeInterval = CHHapticTimeImmediate) {
  for player in players { try? player.stop(atTime: time) }
}
