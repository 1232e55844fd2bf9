import Foundation
import Synchronization
import ThrumEngine

/// An audio session. Each test has its own shared one. Tests simulate interruptions with faults.
public final class AVAudioSession: NSObject, Sendable {
  /// What the app has set. The raw values are Apple's.
  package struct Settings: Sendable {
    package var category = "AVAudioSessionCategorySoloAmbient"
    package var mode = "AVAudioSessionModeDefault"
    package var options: UInt = 0
    package var isActive = false
    package var preferredSampleRate = 0.0
    package var preferredBufferSeconds = 0.0

    /// Whether other audio plays while the session is active.
    var mixes: Bool { category == "AVAudioSessionCategoryAmbient" || options & 1 != 0 }
  }

  private let settings = Mutex(Settings())
  package let isShared: Bool

  /// The shared session.
  public class func sharedInstance() -> AVAudioSession {
    HapticEnvironment.current.object { AVAudioSession(isShared: true) }
  }

  /// Creates a session.
  public override init() {
    isShared = false
    super.init()
  }

  private init(isShared: Bool) {
    self.isShared = isShared
    super.init()
  }

  /// Reads or changes the settings.
  package func settings<Result: Sendable>(_ body: (inout Settings) -> Result) -> Result {
    let (result, mixes) = settings.withLock { settings in
      let result = body(&settings)
      return (result, settings.mixes)
    }
    if isShared { HapticEnvironment.current.setSharedSessionMixes(mixes) }
    return result
  }
}

extension ProcessInfo {
  /// Whether the environment's device is saving power (`Fault.savePower`).
  public var isLowPowerModeEnabled: Bool { HapticEnvironment.current.isSavingPower }
}
