import Foundation
import Testing

@testable import CoreHaptics

/// A sound's options, in every form that bridging allows.
@Suite struct AudioResourceOptionsTests {
  @Test func `an option's key may be a String or an NSString, and its value may have any type that bridges to Bool`() {
    let typed: [CHHapticAudioResourceKey: Any] = [CHHapticAudioResourceKeyLoopEnabled as NSString: true]
    let spellings: [[AnyHashable: Any]] = [
      typed, [CHHapticAudioResourceKeyLoopEnabled: true], [CHHapticAudioResourceKeyLoopEnabled: 1],
      [CHHapticAudioResourceKeyLoopEnabled: NSNumber(value: true), "another": 3],
      NSDictionary(object: NSNumber(value: 1), forKey: CHHapticAudioResourceKeyLoopEnabled as NSString)
        as? [AnyHashable: Any] ?? [:],
    ]
    for spelling in spellings {
      let options = AudioResourceOptions(spelling)
      #expect(options.loops == true && options.usesVolumeEnvelope == nil, "\(spelling)")
    }
    let off = AudioResourceOptions([CHHapticAudioResourceKeyUseVolumeEnvelope: NSNumber(value: false)])
    #expect(off.usesVolumeEnvelope == false && off.loops == nil)
    #expect(AudioResourceOptions([:]).loops == nil)
  }
}
