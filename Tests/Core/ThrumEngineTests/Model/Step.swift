import ThrumEngine

/// Frames at 48 kHz, the model's only unit of time.
typealias Frames = Int

/// An app's call or a fault. Players are numbered by order of creation, from 1; steps for a player that does not exist
/// do nothing.
enum Step: Equatable, Sendable {
  /// Time argument of a call.
  enum When: Equatable, Sendable {
    case now
    case past(Frames)
    case ahead(Frames)
    case invalid
  }

  case start(hasCompletion: Bool)
  case stop(hasCompletion: Bool)
  case notifyWhenFinished(stops: Bool)
  case autoShutdown(Bool)
  case hapticsOnly(Bool)
  /// From now on the stopped or reset handler restarts the engine.
  case restartsWhenStopped(Bool)
  case restartsWhenReset(Bool)
  case makePlayer(Sample, isAdvanced: Bool)
  case playPattern(Sample)
  case registerSound
  case unregisterSound(Int)
  case drop(Int)
  case playerStart(Int, When)
  case startTogether([Int], When, offset: Frames)
  case playerStop(Int, When)
  case cancel(Int)
  case pause(Int, When)
  case resume(Int, When)
  case seek(Int, Frames)
  case loop(Int, Bool)
  case loopEnd(Int, Frames)
  case rate(Int, Double)
  case mute(Int, Bool)
  case parameter(Int, When)
  case curve(Int, When)
  case advance(Frames)
  case fault(Fault)
  case faultLater(Fault, Frames)
}

extension Step: CustomStringConvertible {
  /// A scenario line as `thrum simulate` reads it. The only place where steps become text.
  var description: String {
    switch self {
    case .start(let hasCompletion): hasCompletion ? "start later" : "start"
    case .stop: "stop"
    case .notifyWhenFinished(let stops): "notify \(stops ? "stop" : "leave")"
    case .autoShutdown(let isOn): "auto shutdown \(isOn.onOrOff)"
    case .hapticsOnly(let isOn): "haptics only \(isOn.onOrOff)"
    case .restartsWhenStopped(let isOn): "on stopped \(isOn ? "start" : "nothing")"
    case .restartsWhenReset(let isOn): "on reset \(isOn ? "start" : "nothing")"
    case .makePlayer(let sample, let isAdvanced): "player next = \(isAdvanced ? "" : "basic ")\(sample.rawValue)"
    case .playPattern(let sample): "play \(sample.rawValue)"
    case .registerSound: "register sound.wav"
    case .unregisterSound(let id): "unregister \(id)"
    case .drop(let player): "player \(player) drop"
    case .playerStart(let player, let when): "player \(player) start\(when)"
    case .startTogether(let players, let when, let offset):
      "players \(players.map(String.init).joined(separator: " ")) start\(when)"
        + (offset == 0 ? "" : " offset \(offset.seconds)")
    case .playerStop(let player, let when): "player \(player) stop\(when)"
    case .cancel(let player): "player \(player) cancel"
    case .pause(let player, let when): "player \(player) pause\(when)"
    case .resume(let player, let when): "player \(player) resume\(when)"
    case .seek(let player, let offset): "player \(player) seek \(offset.seconds)"
    case .loop(let player, let isOn): "player \(player) loop \(isOn.onOrOff)"
    case .loopEnd(let player, let end): "player \(player) loop end \(end.seconds)"
    case .rate(let player, let rate): "player \(player) rate \(rate)"
    case .mute(let player, let isOn): "player \(player) mute \(isOn.onOrOff)"
    case .parameter(let player, let when): "player \(player) send HapticIntensityControl 0.5\(when)"
    case .curve(let player, let when): "player \(player) curve HapticIntensityControl 0:1 0.2:0.25\(when)"
    case .advance(let frames): "advance \(frames.seconds)"
    case .fault(let fault): fault.description
    case .faultLater(let fault, let delay): "after \(delay.seconds) \(fault)"
    }
  }
}

extension Step.When: CustomStringConvertible {
  var description: String {
    switch self {
    case .now: ""
    case .past(let frames): " ago \(frames.seconds)"
    case .ahead(let frames): " in \(frames.seconds)"
    case .invalid: " raw nan"
    }
  }
}

extension Bool {
  fileprivate var onOrOff: String { self ? "on" : "off" }
}

extension Frames {
  /// Seconds with six decimals.
  var seconds: String { TimelineText.seconds(Double(self) / 48_000) }
}
