import CoreHaptics
import Foundation

/// The ports in use.
public final class AVAudioSessionRouteDescription: NSObject, Sendable {
  /// Inputs: the phone's microphone.
  public let inputs: [AVAudioSessionPortDescription]
  /// Outputs.
  public let outputs: [AVAudioSessionPortDescription]

  init(_ output: AVAudioSession.Port) {
    inputs = [AVAudioSessionPortDescription(.builtInMic)]
    outputs = [AVAudioSessionPortDescription(output)]
  }
}

/// A port in use.
public final class AVAudioSessionPortDescription: NSObject, Sendable {
  /// Kind of port.
  public let portType: AVAudioSession.Port
  /// Name of the port.
  public var portName: String { portType.rawValue }
  /// Identifier of the port.
  public var uid: String { portType.rawValue }

  init(_ portType: AVAudioSession.Port) { self.portType = portType }
}
