import ThrumDevice

/// A notice from the renderer or its device to the engine.
package struct Notice: BitwiseCopyable, Sendable {
  package enum Fact: BitwiseCopyable, Sendable {
    case playerStarted
    /// The player finished, by itself or because of a stop or cancel, possibly before its start. Of its starts up to
    /// this serial number, `waiting` have not reached their frame.
    case playerFinished(upTo: UInt64, waiting: Int32)
    /// The player looped; posted once per quantum.
    case playerLooped
    /// The slot is free, and its schedule may be freed.
    case playerReleased
    /// An event started, with its index in the pattern and values as rendered. Sent only if the settings enable it.
    case eventStarted(index: Int32, intensity: Float, sharpness: Float)
    /// The pattern changed the control with this index from a value (NaN means the current one) to another, reached at
    /// `end`; a jump if that is not later. Sent only if the settings enable it.
    case controlMoved(index: Int32, from: Float, to: Float, end: SampleTime)
    /// No voice was free for the event with this index in the pattern, which is not played.
    case voiceRefused(index: Int32)
    /// A command, or a stop or cancel flag, with this serial number took effect.
    case commandApplied(UInt64)
    /// A command had no effect: it was cancelled, a later path holds its control, or its player does not exist.
    case commandRefused(UInt64)
    /// The player was muted or unmuted, at the first frame of a quantum.
    case muteChanged(Bool)
    /// Likewise for all haptics.
    case hapticsMuteChanged(Bool)
    /// Likewise for all audio.
    case audioMuteChanged(Bool)
    case device(DeviceEvent)
  }

  package var fact: Fact
  /// Slot of the player, or −1.
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
  /// Fills unused memory; is never sent.
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
