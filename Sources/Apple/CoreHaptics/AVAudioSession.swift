import Foundation

/// Stands in for the audio session of Apple's systems, so that calls which name one compile. Linux has none: it does
/// nothing, and an interruption is a fault of the test's environment.
public final class AVAudioSession: NSObject, Sendable {
  private static let shared = AVAudioSession()

  /// The app's session, always the same one; it does nothing.
  public class func sharedInstance() -> AVAudioSession { shared }

  /// Makes a session that does nothing.
  public override init() { super.init() }
}
