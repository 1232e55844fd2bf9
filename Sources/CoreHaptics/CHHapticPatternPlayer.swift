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
  let id: PlayerID
  private weak var weakEngine: HapticEngine?
  private let mute = Mutex(false)

  init(_ id: PlayerID, _ engine: HapticEngine) {
    self.id = id
    weakEngine = engine
  }

  deinit {
    let id = id
    weakEngine?.enter { $0.drop(id) }
  }

  /// The engine, while the app keeps it.
  func engine() throws -> HapticEngine {
    guard let weakEngine else { throw CHHapticError(.engineNotRunning) }
    return weakEngine
  }

  func perform(_ body: @Sendable (isolated HapticEngine) throws(EngineError) -> Void) throws {
    let engine = try engine()
    try CHHapticError.translating { () throws(EngineError) in try engine.enter(body) }
  }

  /// Sets something of a player that may be lost; what cannot be set is let be, as a property has no errors.
  func set(_ body: @Sendable (isolated HapticEngine) throws(EngineError) -> Void) {
    guard let weakEngine else { return }
    do throws(EngineError) { try weakEngine.enter(body) } catch {}
  }

  func start(atTime time: TimeInterval) throws {
    let id = id
    try perform { (engine) throws(EngineError) in try engine.start(id, atTime: time) }
  }

  func stop(atTime time: TimeInterval) throws {
    let id = id
    try perform { (engine) throws(EngineError) in try engine.stop(id, atTime: time) }
  }

  func sendParameters(_ parameters: [CHHapticDynamicParameter], atTime time: TimeInterval) throws {
    let id = id
    let converted = try parameters.map { try $0.converted() }
    try perform { (engine) throws(EngineError) in try engine.sendParameters(converted, to: id, atTime: time) }
  }

  func scheduleParameterCurve(_ parameterCurve: CHHapticParameterCurve, atTime time: TimeInterval) throws {
    let id = id
    let converted = try parameterCurve.converted()
    try perform { (engine) throws(EngineError) in
      try engine.scheduleParameterCurve(converted, on: id, atTime: time)
    }
  }

  func cancel() throws {
    let id = id
    try perform { (engine) throws(EngineError) in try engine.cancel(id) }
  }

  var isMuted: Bool {
    get { mute.withLock { $0 } }
    set {
      mute.withLock { $0 = newValue }
      let id = id
      set { $0.setMuted(newValue, id) }
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
    let id = id
    try perform { (engine) throws(EngineError) in try engine.pause(id, atTime: time) }
  }

  func resume(atTime time: TimeInterval) throws {
    let id = id
    try perform { (engine) throws(EngineError) in try engine.resume(id, atTime: time) }
  }

  func seek(toOffset offsetTime: TimeInterval) throws {
    let id = id
    try perform { (engine) throws(EngineError) in try engine.seek(id, toOffset: offsetTime) }
  }

  var loopEnabled: Bool {
    get { state.withLock { $0.loops } }
    set {
      state.withLock { $0.loops = newValue }
      let id = id
      set { (engine) throws(EngineError) in try engine.setLooping(id, newValue) }
    }
  }

  var loopEnd: TimeInterval {
    get {
      let id = id
      return (try? engine().enter { $0.loopEnd(of: id) }) ?? 0
    }
    set {
      let id = id
      set { (engine) throws(EngineError) in try engine.setLoopEnd(id, newValue) }
    }
  }

  var playbackRate: Float {
    get { state.withLock { $0.rate } }
    set {
      guard newValue > 0, newValue.isFinite else { return }
      state.withLock { $0.rate = newValue }
      let id = id
      set { (engine) throws(EngineError) in try engine.setPlaybackRate(id, Double(newValue)) }
    }
  }

  var completionHandler: CHHapticAdvancedPatternPlayerCompletionHandler {
    get {
      let state = state.withLock { $0 }
      return state.completion
    }
    set {
      let handler = sendable(newValue)
      state.withLock { $0.completion = handler }
      let id = id
      let told = translated(handler)
      set { $0.setCompletionHandler(id, told) }
    }
  }
}
