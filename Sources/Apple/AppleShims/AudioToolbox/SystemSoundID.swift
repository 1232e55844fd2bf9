@_exported import Foundation
@_exported import ThrumCombine
import ThrumEngine
import ThrumFeedback
import ThrumPattern

/// A system sound's number.
public typealias SystemSoundID = UInt32
/// An Audio Toolbox result; 0 means success.
public typealias OSStatus = Int32

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The phone's plain vibration.
public let kSystemSoundID_Vibrate: SystemSoundID = 0x0000_0FFF

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Plays a system sound's vibration, if it has one (see `thrum presets`), but not the sound.
public func AudioServicesPlaySystemSound(_ inSystemSoundID: SystemSoundID) { play(inSystemSoundID) }

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Same as ``AudioServicesPlaySystemSound(_:)``.
public func AudioServicesPlayAlertSound(_ inSystemSoundID: SystemSoundID) { play(inSystemSoundID) }

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Plays a vibration, then calls `inCompletionBlock`.
public func AudioServicesPlaySystemSoundWithCompletion(
  _ inSystemSoundID: SystemSoundID, _ inCompletionBlock: (@Sendable () -> Void)?
) {
  let seconds = play(inSystemSoundID)
  if let inCompletionBlock { HapticEnvironment.current.delay(by: seconds, inCompletionBlock) }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Plays a vibration, then calls `inCompletionBlock`.
public func AudioServicesPlayAlertSoundWithCompletion(
  _ inSystemSoundID: SystemSoundID, _ inCompletionBlock: (@Sendable () -> Void)?
) { AudioServicesPlaySystemSoundWithCompletion(inSystemSoundID, inCompletionBlock) }

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Does nothing.
@discardableResult
public func AudioServicesDisposeSystemSoundID(_ inSystemSoundID: SystemSoundID) -> OSStatus { 0 }

/// Plays a vibration and returns its length in seconds.
@discardableResult
private func play(_ number: SystemSoundID) -> Double {
  guard let preset = Preset.systemSound(Int(number)) else {
    let reason = "system sound \(number) has no known vibration; `thrum presets` lists the sounds that have one"
    HapticEnvironment.current.noteFeedback("system-sound-\(number)", .withheld(reason))
    return 0
  }
  SystemFeedback.play(preset)
  return preset.pattern().duration
}
