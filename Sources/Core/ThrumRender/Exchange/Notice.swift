import ThrumDevice

/// A fact from the renderer, or its device, to the engine: a plain value.
package struct Notice: BitwiseCopyable, Sendable {
  /// What happened.
  package enum Fact: BitwiseCopyable, Sendable {
    /// The player began to play.
    case playerStarted
    /// The player ended: on its own, by a stop or by a cancel, which may have come before its start. Of its starts up to a
    /// serial, `waiting` still wait for their frame, and the others are over.
    case playerFinished(upTo: UInt64, waiting: Int32)
    /// The player went back to its beginning; of several times in one quantum only the first is posted.
    case playerLooped
    /// The player's slot is free again, and its schedule may be freed.
    case playerReleased
    /// An event began: its place in the pattern, and its values as rendered. Sent when the settings ask for it.
    case eventStarted(index: Int32, intensity: Float, sharpness: Float)
    /// The pattern has begun to move a control, by its index: from a value, NaN being the one that it had, to one that is
    /// reached at a frame; a jump when that is not later. Sent when the settings ask for it.
    case controlMoved(index: Int32, from: Float, to: Float, end: SampleTime)
    /// No voice was free for an event, by its place in the pattern; it is not heard.
    case voiceRefused(index: Int32)
    /// A command was applied, or a stop or cancel flag with this serial.
    case commandApplied(UInt64)
    /// A command did not act: it was cancelled, a later path has its control, or its player does not exist.
    case commandRefused(UInt64)
    /// The player was muted or unmuted by its flag, at the first frame of a quantum.
    case muteChanged(Bool)
    /// All haptics were muted or unmuted by their flag, at the first frame of a quantum.
    case hapticsMuteChanged(Bool)
    /// All audio was muted or unmuted by its flag, at the first frame of a quantum.
    case audioMuteChanged(Bool)
    /// Something happened to the device.
    case device(DeviceEvent)
  }

  /// What happened.
  package var fact: Fact
  /// Index of the player's slot, or −1.
  package var player: Int32
  /// When.
  package var frame: SampleTime

  /// Makes a notice.
  @_noLocks
  package init(_ fact: Fact, player: Int32 = -1, frame: SampleTime) {
    self.fact = fact
    self.player = player
    self.frame = frame
  }
}

extension Notice {
  /// A value to fill memory with; never sent.
  static var filler: Notice { Notice(.playerReleased, frame: 0) }

  /// Whether the engine cannot do without it: players would never end, slots never come back.
  var isEssential: Bool {
    @_noLocks get {
      switch fact {
      case .playerFinished, .playerReleased: true
      default: false
      }
    }
  }
}
