@_exported import class CoreHaptics.AVAudioSession
@_exported import Foundation
import CoreHaptics
import Synchronization
import ThrumEngine

/// What an app asks of its audio session. It is kept and otherwise without effect, but for
/// ``setAllowHapticsAndSystemSoundsDuringRecording(_:)``, which the caller's environment heeds, and ``isOtherAudioPlaying``, which it says.
extension AVAudioSession {
  /// What a session is for.
  public struct Category: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String
    /// Any name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Mixes with others, silenced by the switch.
    public static let ambient = Self(rawValue: "AVAudioSessionCategoryAmbient")
    /// The only one, silenced by the switch.
    public static let soloAmbient = Self(rawValue: "AVAudioSessionCategorySoloAmbient")
    /// Plays.
    public static let playback = Self(rawValue: "AVAudioSessionCategoryPlayback")
    /// Records.
    public static let record = Self(rawValue: "AVAudioSessionCategoryRecord")
    /// Plays and records.
    public static let playAndRecord = Self(rawValue: "AVAudioSessionCategoryPlayAndRecord")
    /// Several routes.
    public static let multiRoute = Self(rawValue: "AVAudioSessionCategoryMultiRoute")
  }

  /// How a category is used.
  public struct Mode: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String
    /// Any name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// As usual.
    public static let `default` = Self(rawValue: "AVAudioSessionModeDefault")
    /// A game's voices.
    public static let gameChat = Self(rawValue: "AVAudioSessionModeGameChat")
    /// Measurements.
    public static let measurement = Self(rawValue: "AVAudioSessionModeMeasurement")
    /// Films.
    public static let moviePlayback = Self(rawValue: "AVAudioSessionModeMoviePlayback")
    /// Speech.
    public static let spokenAudio = Self(rawValue: "AVAudioSessionModeSpokenAudio")
    /// Calls.
    public static let voiceChat = Self(rawValue: "AVAudioSessionModeVoiceChat")
  }

  /// Choices for a category.
  public struct CategoryOptions: OptionSet, Sendable {
    /// Apple's number.
    public let rawValue: UInt
    /// Any number.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Others play on.
    public static let mixWithOthers = Self(rawValue: 0x1)
    /// Others play more quietly.
    public static let duckOthers = Self(rawValue: 0x2)
    /// Headsets for calls.
    public static let allowBluetooth = Self(rawValue: 0x4)
    /// The loudspeaker instead of the receiver.
    public static let defaultToSpeaker = Self(rawValue: 0x8)
    /// Speech of others is interrupted.
    public static let interruptSpokenAudioAndMixWithOthers = Self(rawValue: 0x11)
    /// Headphones for music.
    public static let allowBluetoothA2DP = Self(rawValue: 0x20)
    /// Other rooms.
    public static let allowAirPlay = Self(rawValue: 0x40)
  }

  /// Choices for an activation.
  public struct SetActiveOptions: OptionSet, Sendable {
    /// Apple's number.
    public let rawValue: UInt
    /// Any number.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Others hear that they may continue.
    public static let notifyOthersOnDeactivation = Self(rawValue: 1)
  }

  /// The two ends of an interruption.
  public enum InterruptionType: UInt, Sendable {
    case ended = 0
    case began = 1
  }

  /// What to do after an interruption.
  public struct InterruptionOptions: OptionSet, Sendable {
    /// Apple's number.
    public let rawValue: UInt
    /// Any number.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Continue.
    public static let shouldResume = Self(rawValue: 1)
  }

  /// Why the route has changed.
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

  /// Posted by tests, which play the system.
  public static let interruptionNotification = Notification.Name("AVAudioSessionInterruptionNotification")
  /// Posted by tests, which play the system.
  public static let routeChangeNotification = Notification.Name("AVAudioSessionRouteChangeNotification")
  /// Posted by tests, which play the system.
  public static let mediaServicesWereResetNotification = Notification.Name(
    "AVAudioSessionMediaServicesWereResetNotification")
  /// Posted by tests, which play the system.
  public static let mediaServicesWereLostNotification = Notification.Name(
    "AVAudioSessionMediaServicesWereLostNotification")

  private struct State {
    var category = Category.soloAmbient
    var mode = Mode.default
    var options: CategoryOptions = []
  }

  private static let state = Mutex(State())

  /// What the app has set.
  public var category: Category { AVAudioSession.state.withLock { $0.category } }
  /// What the app has set.
  public var mode: Mode { AVAudioSession.state.withLock { $0.mode } }
  /// What the app has set.
  public var categoryOptions: CategoryOptions { AVAudioSession.state.withLock { $0.options } }
  /// Whether the environment says so (`Fault.beginOtherAudio`).
  public var isOtherAudioPlaying: Bool { HapticEnvironment.current.isOtherAudioPlaying }
  /// Whether the environment says so (`Fault.beginOtherAudio`).
  public var secondaryAudioShouldBeSilencedHint: Bool { isOtherAudioPlaying }
  /// Frames per second.
  public var sampleRate: Double { 48_000 }
  /// The loudest.
  public var outputVolume: Float { 1 }
  /// Whether haptics are felt while the microphone records, in the caller's environment.
  public var allowHapticsAndSystemSoundsDuringRecording: Bool { HapticEnvironment.current.allowsHapticsDuringRecording }

  /// Sets what the session is for.
  public func setCategory(_ category: Category) throws { try setCategory(category, mode: .default) }

  /// Sets what the session is for.
  public func setCategory(_ category: Category, options: CategoryOptions = []) throws {
    try setCategory(category, mode: .default, options: options)
  }

  /// Sets what the session is for.
  public func setCategory(_ category: Category, mode: Mode, options: CategoryOptions = []) throws {
    AVAudioSession.state.withLock { $0 = State(category: category, mode: mode, options: options) }
  }

  /// Sets how the category is used.
  public func setMode(_ mode: Mode) throws { AVAudioSession.state.withLock { $0.mode = mode } }
  /// Takes or gives back the device; without effect.
  public func setActive(_ active: Bool, options: SetActiveOptions = []) throws {}
  /// Without effect.
  public func setPreferredIOBufferDuration(_ duration: TimeInterval) throws {}
  /// Without effect.
  public func setPreferredSampleRate(_ sampleRate: Double) throws {}
  /// Lets haptics be felt while the microphone records, from the next recording on.
  public func setAllowHapticsAndSystemSoundsDuringRecording(_ inValue: Bool) throws {
    HapticEnvironment.current.setAllowsHapticsDuringRecording(inValue)
  }
}

/// In an interruption's notification: which end it is.
// swift-format-ignore: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
public let AVAudioSessionInterruptionTypeKey = "AVAudioSessionInterruptionTypeKey"
/// In an interruption's notification: what to do.
// swift-format-ignore: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
public let AVAudioSessionInterruptionOptionKey = "AVAudioSessionInterruptionOptionKey"
/// In a route change's notification: why.
// swift-format-ignore: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
public let AVAudioSessionRouteChangeReasonKey = "AVAudioSessionRouteChangeReasonKey"
