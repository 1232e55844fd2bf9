import CoreHaptics
import Foundation

/// The object behind the bridge's opaque pointer.
private final class BridgedHaptics {
  let engine: CHHapticEngine
  private let lock = NSLock()
  private var isRunning = false

  init() throws {
    engine = try CHHapticEngine()
    engine.stoppedHandler = { [weak self] _ in self?.setRunning(false) }
    engine.resetHandler = { [weak self] in self?.setRunning(false) }
  }

  private func setRunning(_ value: Bool) { lock.withLock { isRunning = value } }

  func startIfNeeded() throws {
    guard !lock.withLock({ isRunning }) else { return }
    try engine.start()
    setRunning(true)
  }
}

/// Runs a body with a handle's object. Returns 0 or the error code.
private func attempt(_ handle: UnsafeMutableRawPointer?, _ body: (BridgedHaptics) throws -> Void) -> Int32 {
  guard let handle else { return Int32(CHHapticError.invalidEngineParameter.rawValue) }
  do {
    // Safety: the caller guarantees that the handle comes from `haptics_create` and has not been destroyed.
    try body(Unmanaged<BridgedHaptics>.fromOpaque(handle).takeUnretainedValue())
    return 0
  } catch {
    return Int32(truncatingIfNeeded: (error as NSError).code)
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
func haptics_create() -> UnsafeMutableRawPointer? {
  guard let haptics = try? BridgedHaptics() else { return nil }
  // Safety: the caller owns the object until it calls `haptics_destroy`.
  return Unmanaged.passRetained(haptics).toOpaque()
}

// swift-format-ignore: AlwaysUseLowerCamelCase
func haptics_play(_ handle: UnsafeMutableRawPointer?, _ intensity: Float, _ sharpness: Float, _ seconds: Double)
  -> Int32
{
  attempt(handle) { haptics in
    let parameters = [
      CHHapticEventParameter(parameterID: .hapticIntensity, value: intensity),
      CHHapticEventParameter(parameterID: .hapticSharpness, value: sharpness),
    ]
    let event =
      seconds > 0
      ? CHHapticEvent(eventType: .hapticContinuous, parameters: parameters, relativeTime: 0, duration: seconds)
      : CHHapticEvent(eventType: .hapticTransient, parameters: parameters, relativeTime: 0)
    try haptics.startIfNeeded()
    let pattern = try CHHapticPattern(events: [event], parameters: [])
    try haptics.engine.makePlayer(with: pattern).start(atTime: CHHapticTimeImmediate)
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
func haptics_play_ahap(_ handle: UnsafeMutableRawPointer?, _ text: UnsafePointer<CChar>) -> Int32 {
  attempt(handle) { try $0.engine.playPattern(from: Data(String(cString: text).utf8)) }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
func haptics_destroy(_ handle: UnsafeMutableRawPointer?) {
  guard let handle else { return }
  // Safety: balances the retain in `haptics_create`; the caller no longer uses the handle.
  let haptics = Unmanaged<BridgedHaptics>.fromOpaque(handle).takeRetainedValue()
  haptics.engine.stoppedHandler = { _ in }
  haptics.engine.stop()
}
