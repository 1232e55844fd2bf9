import Foundation

/// A stand-in that lets code with an audio session compile. Linux has no audio session; tests simulate interruptions
/// with faults of their environment.
public final class AVAudioSession: NSObject, Sendable {
  private static let shared = AVAudioSession()

  /// The shared session, without any effect.
  public class func sharedInstance() -> AVAudioSession { shared }

  /// Creates a session without any effect.
  public override init() { super.init() }
}
