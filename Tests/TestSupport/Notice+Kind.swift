import ThrumDevice
import ThrumRender

extension Notice {
  /// A notice's fact without its values.
  package enum Kind: Equatable, Sendable {
    case playerStarted, playerFinished, playerLooped, playerReleased, eventStarted, controlMoved, voiceRefused,
      commandApplied,
      commandRefused, muteChanged, hapticsMuteChanged, audioMuteChanged, underrun, stalled, recovered, deviceLost
  }

  /// The kind of this notice.
  package var kind: Kind {
    switch fact {
    case .playerStarted: .playerStarted
    case .playerFinished: .playerFinished
    case .playerLooped: .playerLooped
    case .playerReleased: .playerReleased
    case .eventStarted: .eventStarted
    case .controlMoved: .controlMoved
    case .voiceRefused: .voiceRefused
    case .commandApplied: .commandApplied
    case .commandRefused: .commandRefused
    case .muteChanged: .muteChanged
    case .hapticsMuteChanged: .hapticsMuteChanged
    case .audioMuteChanged: .audioMuteChanged
    case .device(.underrun): .underrun
    case .device(.stalled): .stalled
    case .device(.recovered): .recovered
    case .device(.lost): .deviceLost
    }
  }

  /// The serial in the notice; 0 without one.
  package var serial: UInt64 {
    switch fact {
    case .playerFinished(let serial, _), .commandApplied(let serial), .commandRefused(let serial): serial
    default: 0
    }
  }

  /// The event index, or the number of pending starts; −1 without one.
  package var index: Int32 {
    switch fact {
    case .eventStarted(let index, _, _), .voiceRefused(let index), .playerFinished(_, let index): index
    default: -1
    }
  }

  /// The new mute state; `nil` for other notices.
  package var isMuted: Bool? {
    switch fact {
    case .muteChanged(let isMuted), .hapticsMuteChanged(let isMuted), .audioMuteChanged(let isMuted): isMuted
    default: nil
    }
  }

  /// Intensity and sharpness of a started event.
  package var values: [Float] {
    if case .eventStarted(_, let intensity, let sharpness) = fact { [intensity, sharpness] } else { [] }
  }
}
