import Foundation

/// Identifier of a registered sound, never 0.
public typealias CHHapticAudioResourceID = Int
/// Key of a sound's options.
public typealias CHHapticAudioResourceKey = NSString
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Key of a Boolean: whether the envelope shapes the sound (default: on).
public let CHHapticAudioResourceKeyUseVolumeEnvelope: String = "CHHapticAudioResourceKeyUseVolumeEnvelope"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Key of a Boolean: whether the sound repeats until its event ends (default: off).
public let CHHapticAudioResourceKeyLoopEnabled: String = "CHHapticAudioResourceKeyLoopEnabled"

/// A sound's options, converted from any type that Apple's bridging accepts. `nil` means unspecified.
struct AudioResourceOptions: Sendable {
  private(set) var usesVolumeEnvelope: Bool?
  private(set) var loops: Bool?

  init(_ options: [AnyHashable: Any]) {
    // On Linux, `AnyHashable` treats an `NSString` and an equal `String` as different.
    for (key, value) in options {
      switch (key.base as? String) ?? (key.base as? NSString)?.description {
      case CHHapticAudioResourceKeyUseVolumeEnvelope: usesVolumeEnvelope = AudioResourceOptions.truth(value)
      case CHHapticAudioResourceKeyLoopEnabled: loops = AudioResourceOptions.truth(value)
      default: break
      }
    }
  }

  private static func truth(_ value: Any) -> Bool? {
    (value as? Bool) ?? (value as? NSNumber)?.boolValue ?? (value as? Int).map { $0 != 0 }
  }
}
