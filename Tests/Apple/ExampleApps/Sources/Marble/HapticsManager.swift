// An app's own code is not documented.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AVFoundation
import CoreHaptics
import Foundation
import os

private let logger = Logger(subsystem: "com.example.marble", category: "haptics")

/// The haptics of a game in which a marble rolls over a board. Its own queue does all the work, so that no frame waits
/// for the haptic server.
public final class HapticsManager: @unchecked Sendable {
  public static let shared = HapticsManager()

  private let queue = DispatchQueue(label: "com.example.marble.haptics", qos: .userInteractive)
  // Safety: what is private below is used on the queue only.
  private var engine: CHHapticEngine?
  private var effects: Effects?
  private var board = Board.wood
  private var isRunning = false
  private var isRolling = false
  private var mutes = false

  /// Used on the main thread only.
  public var isMuted = false {
    didSet {
      let mutes = isMuted
      queue.async {
        self.mutes = mutes
        self.engine?.isMutedForHaptics = mutes
        self.engine?.isMutedForAudio = mutes
      }
    }
  }

  private init() {}

  // MARK: The level

  /// Call while a level is loading.
  public func loadLevel(on board: Board = .wood) {
    queue.async {
      self.board = board
      self.openEngine()
    }
  }

  /// Call when the level is left. Nothing is felt in the menus, so no engine is kept.
  public func leaveLevel() {
    queue.async {
      if self.isRolling, self.isRunning { try? self.effects?.endRoll() }
      self.isRolling = false
      self.effects = nil
      self.isRunning = false
      self.engine?.stop()
      self.engine = nil
    }
  }

  private func openEngine() {
    guard CHHapticEngine.capabilitiesForHardware().supportsHaptics else { return }
    do {
      // The player's music keeps playing.
      try AVAudioSession.sharedInstance().setCategory(.ambient)
      let engine = try CHHapticEngine(audioSession: .sharedInstance())
      engine.isMutedForHaptics = mutes
      engine.isMutedForAudio = mutes
      engine.stoppedHandler = { [weak self] reason in self?.engineStopped(reason) }
      engine.resetHandler = { [weak self] in self?.engineWasReset() }
      self.engine = engine
      _ = try readyEffects(engine)
    } catch { logger.error("no haptics: \(error.localizedDescription)") }
  }

  // MARK: What the game calls

  public func use(_ board: Board) {
    perform { _ in
      self.board = board
      try self.effects?.use(board)
    }
  }

  /// Call when the marble hits a wall at a speed of 0…1.
  public func hit(speed: Float) { perform { try $0.hit(speed: speed) } }

  public func countDown() { perform { try $0.countDown() } }

  public func beginRoll() {
    perform {
      try $0.beginRoll()
      self.isRolling = true
    }
  }

  /// Call with the marble's speed, 0…1, as it changes.
  public func roll(speed: Float) { perform { if self.isRolling { try $0.follow(speed: speed) } } }

  public func endRoll() {
    perform {
      if self.isRolling { try $0.endRoll() }
      self.isRolling = false
    }
  }

  /// Call when the game is paused.
  public func pause() { perform { if self.isRolling { try $0.pauseRoll() } } }

  public func resume() { perform { if self.isRolling { try $0.resumeRoll() } } }

  /// Plays the goal's haptics, and calls `completion` on the main queue when they have ended.
  public func goal(inSlowMotion: Bool = false, completion: @escaping @Sendable () -> Void = {}) {
    perform { try $0.goal(inSlowMotion: inSlowMotion) { DispatchQueue.main.async(execute: completion) } }
  }

  // MARK: The engine's life

  private func perform(_ body: @escaping (Effects) throws -> Void) {
    queue.async {
      guard let engine = self.engine else { return }
      do { try body(try self.readyEffects(engine)) } catch {
        logger.error("not felt: \(error.localizedDescription)")
      }
    }
  }

  /// Starts the engine if it has stopped, and creates the effects again after a reset.
  private func readyEffects(_ engine: CHHapticEngine) throws -> Effects {
    if !isRunning {
      try engine.start()
      isRunning = true
    }
    if let effects { return effects }
    let made = try Effects(engine: engine, board: board)
    effects = made
    return made
  }

  /// After a call, or a while in the background, the next effect starts the engine again.
  private func engineStopped(_ reason: CHHapticEngine.StoppedReason) {
    logger.info("stopped: \(reason.rawValue)")
    queue.async {
      self.isRunning = false
      self.isRolling = false
    }
  }

  private func engineWasReset() {
    queue.async {
      self.isRunning = false
      self.isRolling = false
      self.effects = nil
    }
  }
}
