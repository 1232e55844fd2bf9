// Managers ported from Objective-C: NSObject subclasses, implicitly unwrapped, weak selves, queues and notifications.
import CoreHaptics
import Foundation

enum AppEvents {
  static let background = Notification.Name("background")
  static let foreground = Notification.Name("foreground")
}

class HapticObject: NSObject {
  private var engine: CHHapticEngine!
  private var continuousPlayer: CHHapticAdvancedPatternPlayer!
  private var tapPlayer: CHHapticPatternPlayer?
  private var engineNeedsStart = true
  private var observers: [NSObjectProtocol] = []
  private lazy var supportsHaptics: Bool = {
    return CHHapticEngine.capabilitiesForHardware().supportsHaptics
  }()
  private lazy var tapPattern: CHHapticPattern? = try? CHHapticPattern(
    events: [CHHapticEvent(eventType: .hapticTransient, parameters: [], relativeTime: 0)], parameters: [])
  var onReset: CHHapticEngine.ResetHandler?
  var onFinish: CHHapticEngine.FinishedHandler = { _ in .leaveEngineRunning }
  var onStop: CHHapticEngine.StoppedHandler?
  var onStart: CHHapticEngine.CompletionHandler?

  override init() {
    super.init()
    guard supportsHaptics else { return }
    createEngine()
    observeLife()
  }

  deinit {
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
    engine?.stop(completionHandler: nil)
  }

  func summary() -> String { "haptics, \(engineNeedsStart ? "stopped" : "running")" }

  private func createEngine() {
    do {
      engine = try CHHapticEngine()
    } catch let error {
      fatalError("Engine Creation Error: \(error)")
    }
    engine.stoppedHandler = { [weak self] reason in
      guard let self = self else { return }
      print("Stop Handler: The engine stopped for reason: \(reason.rawValue)")
      switch reason {
      case .audioSessionInterrupt:
        print("Audio session interrupt")
      case .applicationSuspended:
        print("Application suspended")
      case .idleTimeout:
        print("Idle timeout")
      case .systemError:
        print("System error")
      case .notifyWhenFinished:
        print("Playback finished")
      case .gameControllerDisconnect, .engineDestroyed:
        print("Gone")
      default:
        print("Unknown error")
      }
      self.engineNeedsStart = true
      self.onStop?(reason)
    }
    engine.resetHandler = { [weak self] in
      print("Reset Handler: Restarting the engine.")
      do {
        try self?.engine.start()
        self?.engineNeedsStart = false
        try self?.createContinuousPlayer()
        self?.onReset?()
      } catch {
        print("Failed to restart the engine: \(error)")
      }
    }
    engine.start(completionHandler: { error in
      if let error = error { print("Haptic Engine Startup Error: \(error)") }
    })
    engineNeedsStart = false
    onStart?(nil)
  }

  private func createContinuousPlayer() throws {
    let intensity = CHHapticEventParameter(parameterID: .hapticIntensity, value: 0.8)
    let event = CHHapticEvent(
      eventType: CHHapticEvent.EventType.hapticContinuous, parameters: [intensity], relativeTime: 0.0, duration: 100)
    let pattern = try CHHapticPattern(events: [event], parameters: [])
    continuousPlayer = try engine.makeAdvancedPlayer(with: pattern)
    continuousPlayer.completionHandler = { _ in
      DispatchQueue.main.async { print("finished") }
    }
  }

  private func observeLife() {
    observers = [
      NotificationCenter.default.addObserver(forName: AppEvents.background, object: nil, queue: nil, using: stopped),
      NotificationCenter.default.addObserver(forName: AppEvents.foreground, object: nil, queue: .main, using: started),
    ]
  }

  private var stopped: @Sendable (Notification) -> Void { { _ in print("background") } }
  private var started: @Sendable (Notification) -> Void { { _ in print("foreground") } }

  func playTap(completion: ((Bool) -> Void)? = nil) {
    guard supportsHaptics, let pattern = tapPattern else {
      completion?(false)
      return
    }
    do {
      if engineNeedsStart { try engine.start() }
      tapPlayer = try engine.makePlayer(with: pattern)
      engine.notifyWhenPlayersFinished(finishedHandler: onFinish)
      engine.notifyWhenPlayersFinished { [weak self] _ in
        self?.tapPlayer = nil
        completion?(true)
        return .stopEngine
      }
      try tapPlayer?.start(atTime: CHHapticTimeImmediate)
    } catch let error as NSError {
      print("\(error.domain) \(error.code) \(error.userInfo)")
      completion?(false)
    }
  }

  func togglePause(_ isPaused: Bool) {
    let now = engine.currentTime
    try? isPaused ? continuousPlayer?.pause(atTime: now) : continuousPlayer?.resume(atTime: now + 0.05)
  }

  func isSame(_ other: CHHapticPatternPlayer) -> Bool {
    other === continuousPlayer || other.isEqual(tapPlayer) || (other as? NSObject) == engine
  }
}

/// An engine passed through C code.
func retain(_ engine: CHHapticEngine) -> UnsafeMutableRawPointer { Unmanaged.passRetained(engine).toOpaque() }
func borrow(_ pointer: UnsafeMutableRawPointer) -> CHHapticEngine {
  Unmanaged<CHHapticEngine>.fromOpaque(pointer).takeUnretainedValue()
}
func release(_ pointer: UnsafeMutableRawPointer) { Unmanaged<CHHapticEngine>.fromOpaque(pointer).release() }
