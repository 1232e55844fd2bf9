import Foundation

/// Stands in for the audio session of Apple's systems, so that calls which name one compile. Linux has none: it does
/// nothing, and an interruption is a fault of the test's environment.
open class AVAudioSession: NSObject {
  /// A session that does nothing.
  open class func sharedInstance() -> AVAudioSession { AVAudioSession() }

  /// Makes a session that does nothing.
  public override init() { super.init() }
}
