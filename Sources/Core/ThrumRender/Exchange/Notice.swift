import ThrumDevice
import ThrumPattern

package struct Notice: BitwiseCopyable, Sendable {
  package enum Fact: BitwiseCopyable, Sendable {
    case playerStarted
    /// The player finished, possibly without starting. `waiting` of its starts up to this serial number have not
    /// reached their frames.
    case playerFinished(upTo: UInt64, waiting: Int32)
    /// Posted at most once per quantum.
    case playerLooped
    /// The slot's schedule can now be freed.
    case playerReleased
    /// An event started: its index, and its values as rendered. Sent only if the settings enable it.
    case eventStarted(index: Int32, intensity: Float, sharpness: Float)
    /// The pattern changed a control from a value (NaN means the current one) to another, reached at `end`. The change
    /// is a jump if `end` is not after the notice's frame. Sent only if the settings enable it.
    case controlMoved(index: Int32, from: Float, to: Float, end: SampleTime)
    /// The event was dropped because no voice was free.
    case voiceRefused(index: Int32)
    /// A command or flag with this serial number took effect.
    case commandApplied(UInt64)
    /// A command had no effect: it was cancelled, a later curve has taken over its control, or its player does not
    /// exist.
    case commandRefused(UInt64)
    /// A player was muted or unmuted, starting with the first frame of a quantum.
    case muteChanged(Bool)
    case hapticsMuteChanged(Bool)
    case audioMuteChanged(Bool)
    case device(DeviceEvent)
  }

  package var fact: Fact
  /// −1 for no player.
  package var player: Int32
  package var frame: SampleTime

  @_noLocks
  package init(_ fact: Fact, player: Int32 = -1, frame: SampleTime) {
    self.fact = fact
    self.player = player
    self.frame = frame
  }
}

extension Notice {
  static var filler: Notice { Notice(.playerReleased, frame: 0) }

  /// Whether the engine needs the notice to end a player or release a slot.
  var isEssential: Bool {
    @_noLocks get {
      switch fact {
      case .playerFinished, .playerReleased: true
      default: false
      }
    }
  }
}
