import CoreHaptics
@_exported import Foundation
import Synchronization
@_exported import ThrumCombine
import ThrumEngine
import ThrumNotifications

@_exported import class CoreHaptics.AVAudioSession

/// The audio session's settings. Only ``setAllowHapticsAndSystemSoundsDuringRecording(_:)`` has an effect.
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

  private struct State {
    var category = Category.soloAmbient
    var mode = Mode.default
    var options: CategoryOptions = []
  }

  private static let state = Mutex(State())

  /// Stored category.
  public var category: Category { AVAudioSession.state.withLock { $0.category } }
  /// Stored mode.
  public var mode: Mode { AVAudioSession.state.withLock { $0.mode } }
  /// Stored options.
  public var categoryOptions: CategoryOptions { AVAudioSession.state.withLock { $0.options } }
  /// Whether another app is playing audio (`Fault.beginOtherAudio`).
  public var isOtherAudioPlaying: Bool { HapticEnvironment.current.isOtherAudioPlaying }
  /// Same as ``isOtherAudioPlaying``.
  public var secondaryAudioShouldBeSilencedHint: Bool { isOtherAudioPlaying }
  /// Always 48 kHz.
  public var sampleRate: Double { 48_000 }
  /// Always 1.
  public var outputVolume: Float { 1 }
  /// Whether haptics play during a recording.
  public var allowHapticsAndSystemSoundsDuringRecording: Bool { HapticEnvironment.current.allowsHapticsDuringRecording }

  /// Stores a category.
  public func setCategory(_ category: Category) throws { try setCategory(category, mode: .default) }

  /// Stores a category and its options.
  public func setCategory(_ category: Category, options: CategoryOptions = []) throws {
    try setCategory(category, mode: .default, options: options)
  }

  /// Stores a category, its mode and its options.
  public func setCategory(_ category: Category, mode: Mode, options: CategoryOptions = []) throws {
    AVAudioSession.state.withLock { $0 = State(category: category, mode: mode, options: options) }
  }

  /// Stores a mode.
  public func setMode(_ mode: Mode) throws { AVAudioSession.state.withLock { $0.mode = mode } }
  /// Does nothing.
  public func setActive(_ active: Bool, options: SetActiveOptions = []) throws {}
  /// Does nothing.
  public func setPreferredIOBufferDuration(_ duration: TimeInterval) throws {}
  /// Does nothing.
  public func setPreferredSampleRate(_ sampleRate: Double) throws {}
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
