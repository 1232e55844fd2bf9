import Foundation

/// A stand-in that lets code with an audio session compile. Linux has none; tests simulate interruptions with faults in
/// their environment.
public final class AVAudioSession: NSObject, Sendable {
  private static let shared = AVAudioSession()

  /// The shared session, which has no effect.
  public class func sharedInstance() -> AVAudioSession { shared }

  /// Creates a session, which has no effect.
  public override init() { super.init() }
}
