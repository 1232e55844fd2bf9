import Foundation

/// Names a registered sound; never 0.
public typealias CHHapticAudioResourceID = Int
/// A key of a sound's options.
public typealias CHHapticAudioResourceKey = NSString
/// Whether envelopes shape the sound; yes unless said otherwise.
// swift-format-ignore: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
public let CHHapticAudioResourceKeyUseVolumeEnvelope: String = "CHHapticAudioResourceKeyUseVolumeEnvelope"
/// Whether the sound repeats until its event ends; no unless said otherwise.
// swift-format-ignore: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
public let CHHapticAudioResourceKeyLoopEnabled: String = "CHHapticAudioResourceKeyLoopEnabled"

/// A sound's options, in every spelling that Apple's bridging allows; `nil` is what was not said.
struct AudioResourceOptions: Sendable {
  private(set) var usesVolumeEnvelope: Bool?
  private(set) var loops: Bool?

  init(_ options: [AnyHashable: Any]) {
    // Here `AnyHashable` does not hold an `NSString` and a `String` of the same letters for equal.
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
