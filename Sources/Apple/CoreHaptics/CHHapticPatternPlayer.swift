import Foundation
import Synchronization
import ThrumEngine
import ThrumPattern
import ThrumSystem

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Time 0, which means as soon as possible.
public var CHHapticTimeImmediate: TimeInterval { 0 }

/// Receives the result of playing a pattern.
public typealias CHHapticAdvancedPatternPlayerCompletionHandler = ((any Error)?) -> Void

/// Plays a pattern. Times are engine times in seconds. 0 and past times mean now.
public protocol CHHapticPatternPlayer: NSObjectProtocol {
  /// Starts the pattern.
  func start(atTime time: TimeInterval) throws
  /// Stops the pattern.
  func stop(atTime time: TimeInterval) throws
  /// Changes controls, each at `time` plus its parameter's relative time.
  func sendParameters(_ parameters: [CHHapticDynamicParameter], atTime time: TimeInterval) throws
  /// Changes a control along a curve that starts at `time`, not at its relative time.
  func scheduleParameterCurve(_ parameterCurve: CHHapticParameterCurve, atTime time: TimeInterval) throws
  /// Drops scheduled commands and stops as soon as possible.
  func cancel() throws
  /// Whether the player is silent.
  var isMuted: Bool { get set }
}

/// A player, which the app must retain.
class PatternPlayer: NSObject, CHHapticPatternPlayer {
  let player: HapticPlayer
  private let mute = Mutex(false)

  init(_ player: HapticPlayer) { self.player = player }

  /// Calls `body` and ignores its errors, since a setter cannot throw.
  func set(_ body: () throws(EngineError) -> Void) {
    do throws(EngineError) { try body() } catch {}
  }

  func start(atTime time: TimeInterval) throws {
    try CHHapticError.translating { () throws(EngineError) in try player.start(at: time) }
  }

  func stop(atTime time: TimeInterval) throws {
    try CHHapticError.translating { () throws(EngineError) in try player.stop(at: time) }
  }

  func sendParameters(_ parameters: [CHHapticDynamicParameter], atTime time: TimeInterval) throws {
    let converted = try parameters.map { try $0.converted() }
    try CHHapticError.translating { () throws(EngineError) in try player.send(converted, at: time) }
  }

  func scheduleParameterCurve(_ parameterCurve: CHHapticParameterCurve, atTime time: TimeInterval) throws {
    let converted = try parameterCurve.converted()
    try CHHapticError.translating { () throws(EngineError) in try player.schedule(converted, at: time) }
  }

  func cancel() throws { try CHHapticError.translating { () throws(EngineError) in try player.cancel() } }

  var isMuted: Bool {
    get { mute.withLock { $0 } }
    set {
      mute.withLock { $0 = newValue }
      player.isMuted = newValue
    }
  }
}

final class AdvancedPatternPlayer: PatternPlayer, CHHapticAdvancedPatternPlayer {
  private struct State {
    var loops = false
    var rate: Float = 1
    var completion: @Sendable ((any Error)?) -> Void = { _ in }
  }

  private let state = Mutex(State())

  func pause(atTime time: TimeInterval) throws {
    try CHHapticError.translating { () throws(EngineError) in try player.pause(at: time) }
  }

  func resume(atTime time: TimeInterval) throws {
    try CHHapticError.translating { () throws(EngineError) in try player.resume(at: time) }
  }

  func seek(toOffset offsetTime: TimeInterval) throws {
    try CHHapticError.translating { () throws(EngineError) in try player.seek(to: offsetTime) }
  }

  var loopEnabled: Bool {
    get { state.withLock { $0.loops } }
    set {
      state.withLock { $0.loops = newValue }
      set { () throws(EngineError) in try player.setLoops(newValue) }
    }
  }

  var loopEnd: TimeInterval {
    get { player.loopEnd }
    set { set { () throws(EngineError) in try player.setLoopEnd(newValue) } }
  }

  var playbackRate: Float {
    get { state.withLock { $0.rate } }
    set {
      guard newValue > 0, newValue.isFinite else { return }
      state.withLock { $0.rate = newValue }
      set { () throws(EngineError) in try player.setRate(Double(newValue)) }
    }
  }

  var completionHandler: CHHapticAdvancedPatternPlayerCompletionHandler {
    get {
      let state = state.withLock { $0 }
      return state.completion
    }
    set {
      let handler = sendable(newValue)
      state.withLockReleasing { state in
        defer { state.completion = handler }
        return state.completion
      }
      player.setCompletionHandler(translated(handler))
    }
  }
}
