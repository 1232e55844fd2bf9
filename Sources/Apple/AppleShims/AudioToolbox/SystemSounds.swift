@_exported import Foundation
import ThrumEngine
import ThrumFeedback
import ThrumPattern

/// Names a system sound.
public typealias SystemSoundID = UInt32
/// What a call of Audio Toolbox returns; 0 is success.
public typealias OSStatus = Int32

/// The phone's plain vibration.
// swift-format-ignore: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
public let kSystemSoundID_Vibrate: SystemSoundID = 0x0000_0FFF

/// Plays the vibration behind a system sound's number, if it has one (`thrum presets`), in the caller's environment; sounds themselves are not
/// here. What is not felt is in the timeline.
// swift-format-ignore: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
public func AudioServicesPlaySystemSound(_ inSystemSoundID: SystemSoundID) { play(inSystemSoundID) }

/// The same as an alert.
// swift-format-ignore: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
public func AudioServicesPlayAlertSound(_ inSystemSoundID: SystemSoundID) { play(inSystemSoundID) }

/// The same; calls back when the vibration is over.
// swift-format-ignore: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
public func AudioServicesPlaySystemSoundWithCompletion(
  _ inSystemSoundID: SystemSoundID, _ inCompletionBlock: (@Sendable () -> Void)?
) {
  let seconds = play(inSystemSoundID)
  if let inCompletionBlock { HapticEnvironment.current.delay(by: seconds, inCompletionBlock) }
}

/// The same as an alert; calls back when the vibration is over.
// swift-format-ignore: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
public func AudioServicesPlayAlertSoundWithCompletion(
  _ inSystemSoundID: SystemSoundID, _ inCompletionBlock: (@Sendable () -> Void)?
) { AudioServicesPlaySystemSoundWithCompletion(inSystemSoundID, inCompletionBlock) }

/// Forgets a sound: there is none.
// swift-format-ignore: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
@discardableResult
public func AudioServicesDisposeSystemSoundID(_ inSystemSoundID: SystemSoundID) -> OSStatus { 0 }

/// Returns how long it is felt, s.
@discardableResult
private func play(_ number: SystemSoundID) -> Double {
  guard let preset = Preset.systemSound(Int(number)) else {
    let reason = "system sound \(number) has no vibration that is known; the presets list those that have"
    HapticEnvironment.current.noteFeedback("system-sound-\(number)", .withheld(reason))
    return 0
  }
  SystemFeedback.play(preset)
  return preset.pattern().duration
}
