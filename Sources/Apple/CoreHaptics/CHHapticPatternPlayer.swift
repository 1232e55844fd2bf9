import Foundation
import ThrumEngine
import ThrumPattern
import Synchronization

/// Time 0: as soon as possible.
// swift-format-ignore: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
public var CHHapticTimeImmediate: TimeInterval { 0 }

/// Told how a playback ended.
public typealias CHHapticAdvancedPatternPlayerCompletionHandler = ((any Error)?) -> Void

/// Plays a pattern.
public protocol CHHapticPatternPlayer: NSObjectProtocol {
  /// Starts at an engine time; 0 and the past are now.
  func start(atTime time: TimeInterval) throws
  /// Stops at an engine time; 0 and the past are now.
  func stop(atTime time: TimeInterval) throws
  /// Sets controls at an engine time plus their own.
  func sendParameters(_ parameters: [CHHapticDynamicParameter], atTime time: TimeInterval) throws
  /// Moves a control along a curve that begins at an engine time.
  func scheduleParameterCurve(_ parameterCurve: CHHapticParameterCurve, atTime time: TimeInterval) throws
  /// Drops what waits, and stops as soon as possible.
  func cancel() throws
  /// Whether the player is silent.
  var isMuted: Bool { get set }
}

/// Plays a pattern, and can pause, seek, loop and change its rate.
public protocol CHHapticAdvancedPatternPlayer: CHHapticPatternPlayer {
  /// Holds at an engine time.
  func pause(atTime time: TimeInterval) throws
  /// Goes on at an engine time.
  func resume(atTime time: TimeInterval) throws
  /// Moves to a time of the pattern.
  func seek(toOffset offsetTime: TimeInterval) throws
  /// Whether the pattern begins again at its loop's end.
  var loopEnabled: Bool { get set }
  /// The loop's end in seconds; 0 sets it to the pattern's own end.
  var loopEnd: TimeInterval { get set }
  /// How fast times pass; pitch stays.
  var playbackRate: Float { get set }
  /// Whether the player is silent.
  var isMuted: Bool { get set }
  /// Called when a playback has ended.
  var completionHandler: CHHapticAdvancedPatternPlayerCompletionHandler { get set }
}

/// A player of an engine; the engine is the app's to keep.
class PatternPlayer: NSObject, CHHapticPatternPlayer {
  let player: HapticPlayer
  private let mute = Mutex(false)

  init(_ player: HapticPlayer) { self.player = player }

  /// Sets something of a player that may be lost; what cannot be set is let be, as a property has no errors.
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

/// An advanced player of an engine.
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
