import CoreHaptics
@_exported import Foundation
import Synchronization
@_exported import ThrumCombine
import ThrumEngine
import ThrumNotifications
@_exported import class CoreHaptics.AVAudioSession

/// The audio session's settings.
extension AVAudioSession {
  /// An audio session category.
  public struct Category: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String
    /// Creates a category.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Mixes with other audio. Obeys the mute switch.
    public static let ambient = Self(rawValue: "AVAudioSessionCategoryAmbient")
    /// Excludes other audio. Obeys the mute switch.
    public static let soloAmbient = Self(rawValue: "AVAudioSessionCategorySoloAmbient")
    /// Playback.
    public static let playback = Self(rawValue: "AVAudioSessionCategoryPlayback")
    /// Recording.
    public static let record = Self(rawValue: "AVAudioSessionCategoryRecord")
    /// Playback and recording.
    public static let playAndRecord = Self(rawValue: "AVAudioSessionCategoryPlayAndRecord")
    /// Multiple audio routes.
    public static let multiRoute = Self(rawValue: "AVAudioSessionCategoryMultiRoute")
  }

  /// A category's mode.
  public struct Mode: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String
    /// Creates a mode.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Default mode.
    public static let `default` = Self(rawValue: "AVAudioSessionModeDefault")
    /// Voice chat in games.
    public static let gameChat = Self(rawValue: "AVAudioSessionModeGameChat")
    /// Measurement.
    public static let measurement = Self(rawValue: "AVAudioSessionModeMeasurement")
    /// Film playback.
    public static let moviePlayback = Self(rawValue: "AVAudioSessionModeMoviePlayback")
    /// Speech.
    public static let spokenAudio = Self(rawValue: "AVAudioSessionModeSpokenAudio")
    /// Voice calls.
    public static let voiceChat = Self(rawValue: "AVAudioSessionModeVoiceChat")
    /// Video recording.
    public static let videoRecording = Self(rawValue: "AVAudioSessionModeVideoRecording")
    /// Video chat.
    public static let videoChat = Self(rawValue: "AVAudioSessionModeVideoChat")
  }

  /// A category's options.
  public struct CategoryOptions: OptionSet, Sendable {
    /// Raw bits.
    public let rawValue: UInt
    /// Creates options.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Mixes with other audio.
    public static let mixWithOthers = Self(rawValue: 0x1)
    /// Lowers the volume of other audio.
    public static let duckOthers = Self(rawValue: 0x2)
    /// Allows hands-free headsets.
    public static let allowBluetooth = Self(rawValue: 0x4)
    /// Uses the loudspeaker.
    public static let defaultToSpeaker = Self(rawValue: 0x8)
    /// Interrupts other apps' speech.
    public static let interruptSpokenAudioAndMixWithOthers = Self(rawValue: 0x11)
    /// Allows Bluetooth headphones.
    public static let allowBluetoothA2DP = Self(rawValue: 0x20)
    /// Allows AirPlay.
    public static let allowAirPlay = Self(rawValue: 0x40)
  }

  /// Options for activating a session.
  public struct SetActiveOptions: OptionSet, Sendable {
    /// Raw bits.
    public let rawValue: UInt
    /// Creates options.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Lets interrupted apps resume playing.
    public static let notifyOthersOnDeactivation = Self(rawValue: 1)
  }

  /// Start or end of an interruption.
  public enum InterruptionType: UInt, Sendable {
    case ended = 0
    case began = 1
  }

  /// Options at the end of an interruption.
  public struct InterruptionOptions: OptionSet, Sendable {
    /// Raw bits.
    public let rawValue: UInt
    /// Creates options.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The app should resume playing.
    public static let shouldResume = Self(rawValue: 1)
  }

  /// Cause of a route change.
  public enum RouteChangeReason: UInt, Sendable {
    case unknown = 0
    case newDeviceAvailable = 1
    case oldDeviceUnavailable = 2
    case categoryChange = 3
    case override = 4
    case wakeFromSleep = 6
    case noSuitableRouteForCategory = 7
    case routeConfigurationChange = 8
  }

  /// Posted only in tests.
  public static var interruptionNotification: Notification.Name { .ofPhone("AVAudioSessionInterruptionNotification") }
  /// Posted only in tests.
  public static var routeChangeNotification: Notification.Name { .ofPhone("AVAudioSessionRouteChangeNotification") }
  /// Posted only in tests.
  public static var mediaServicesWereResetNotification: Notification.Name {
    .ofPhone("AVAudioSessionMediaServicesWereResetNotification")
  }
  /// Posted only in tests.
  public static var mediaServicesWereLostNotification: Notification.Name {
    .ofPhone("AVAudioSessionMediaServicesWereLostNotification")
  }

  /// Cause of an interruption.
  public enum InterruptionReason: UInt, Sendable {
    case `default` = 0
    case builtInMicMuted = 2
    case routeDisconnected = 4
  }

  /// A port of a route.
  public struct Port: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String
    /// Creates a port.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The phone's loudspeaker.
    public static let builtInSpeaker = Self(rawValue: "Speaker")
    /// The phone's receiver.
    public static let builtInReceiver = Self(rawValue: "Receiver")
    /// The phone's microphone.
    public static let builtInMic = Self(rawValue: "MicrophoneBuiltIn")
    /// Headphones with a cable.
    public static let headphones = Self(rawValue: "Headphones")
    /// Bluetooth headphones.
    public static let bluetoothA2DP = Self(rawValue: "BluetoothA2DPOutput")
    /// A Bluetooth headset.
    public static let bluetoothHFP = Self(rawValue: "BluetoothHFP")
    /// Bluetooth Low Energy.
    public static let bluetoothLE = Self(rawValue: "BluetoothLE")
    /// AirPlay.
    public static let airPlay = Self(rawValue: "AirPlay")
    /// A car.
    public static let carAudio = Self(rawValue: "CarAudio")
    /// USB.
    public static let usbAudio = Self(rawValue: "USBAudio")
  }

  /// The category.
  public var category: Category { Category(rawValue: settings { $0.category }) }
  /// The mode.
  public var mode: Mode { Mode(rawValue: settings { $0.mode }) }
  /// The options.
  public var categoryOptions: CategoryOptions { CategoryOptions(rawValue: settings { $0.options }) }
  /// Whether another app is playing audio (`Fault.beginOtherAudio`).
  public var isOtherAudioPlaying: Bool { HapticEnvironment.current.isOtherAudioPlaying }
  /// Same as ``isOtherAudioPlaying``.
  public var secondaryAudioShouldBeSilencedHint: Bool { isOtherAudioPlaying }
  /// The phone's loudspeaker, or headphones after `Fault.connectHeadphones`.
  public var currentRoute: AVAudioSessionRouteDescription {
    AVAudioSessionRouteDescription(HapticEnvironment.current.hasHeadphones ? .headphones : .builtInSpeaker)
  }
  /// Always 48 kHz.
  public var sampleRate: Double { 48_000 }
  /// As set.
  public var preferredSampleRate: Double { settings { $0.preferredSampleRate } }
  /// As set.
  public var preferredIOBufferDuration: TimeInterval { settings { $0.preferredBufferSeconds } }
  /// Always 1.
  public var outputVolume: Float { 1 }
  /// Whether haptics play during a recording.
  public var allowHapticsAndSystemSoundsDuringRecording: Bool { HapticEnvironment.current.allowsHapticsDuringRecording }

  /// Sets the category.
  public func setCategory(_ category: Category) throws { try setCategory(category, mode: .default) }

  /// Sets the category and its options.
  public func setCategory(_ category: Category, options: CategoryOptions = []) throws {
    try setCategory(category, mode: .default, options: options)
  }

  /// Sets the category, its mode and its options.
  public func setCategory(_ category: Category, mode: Mode, options: CategoryOptions = []) throws {
    settings { ($0.category, $0.mode, $0.options) = (category.rawValue, mode.rawValue, options.rawValue) }
  }

  /// Sets the category, its mode and its options. The policy changes nothing.
  public func setCategory(
    _ category: Category, mode: Mode, policy: RouteSharingPolicy, options: CategoryOptions = []
  ) throws { try setCategory(category, mode: mode, options: options) }

  /// Where an app's audio may be routed.
  public enum RouteSharingPolicy: UInt, Sendable {
    case `default` = 0
    case longFormAudio = 1
    case independent = 2
    case longFormVideo = 3
  }

  /// Sets the mode.
  public func setMode(_ mode: Mode) throws { settings { $0.mode = mode.rawValue } }

  /// Activates or deactivates the session. Unless the category mixes, an active session ends other audio.
  ///
  /// - Throws: `AVAudioSession.ErrorCode` `cannotInterruptOthers` during an interruption.
  public func setActive(_ active: Bool, options: SetActiveOptions = []) throws {
    let environment = HapticEnvironment.current
    if active, environment.isAudioInterrupted {
      throw NSError(domain: NSOSStatusErrorDomain, code: ErrorCode.cannotInterruptOthers.rawValue)
    }
    settings { $0.isActive = active }
    if active { environment.activateSharedSession() }
  }

  /// Error numbers.
  public enum ErrorCode: Int, Sendable {
    case cannotInterruptOthers = 560_557_684
    case cannotStartPlaying = 561_015_905
  }

  /// Stores a buffer duration.
  public func setPreferredIOBufferDuration(_ duration: TimeInterval) throws {
    settings { $0.preferredBufferSeconds = duration }
  }
  /// Stores a sample rate.
  public func setPreferredSampleRate(_ sampleRate: Double) throws { settings { $0.preferredSampleRate = sampleRate } }
  /// Sets whether haptics play during later recordings.
  public func setAllowHapticsAndSystemSoundsDuringRecording(_ inValue: Bool) throws {
    HapticEnvironment.current.setAllowsHapticsDuringRecording(inValue)
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Key for an interruption's type.
public let AVAudioSessionInterruptionTypeKey = "AVAudioSessionInterruptionTypeKey"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Key for an interruption's options.
public let AVAudioSessionInterruptionOptionKey = "AVAudioSessionInterruptionOptionKey"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Key for a route change's cause.
public let AVAudioSessionRouteChangeReasonKey = "AVAudioSessionRouteChangeReasonKey"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Key for an interruption's cause.
public let AVAudioSessionInterruptionReasonKey = "AVAudioSessionInterruptionReasonKey"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Key for the route before a change.
public let AVAudioSessionRouteChangePreviousRouteKey = "AVAudioSessionRouteChangePreviousRouteKey"

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
