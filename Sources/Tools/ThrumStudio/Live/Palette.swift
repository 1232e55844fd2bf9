import ThrumDevice
import ThrumEngine
import ThrumPattern

/// The touch pad: taps, and one long event whose dynamic parameters follow the finger.
struct Palette {
  /// An unanswered tap or hold. The engine's log provides the time of its first frame.
  private struct Begin {
    var id: Int
    var player: Int
    var arrived: Double
  }

  /// An unanswered move. It applies from the first frame not yet rendered.
  private struct Move {
    var id: Int
    var frame: SampleTime
    var arrived: Double
  }

  private var begins: [Begin] = []
  private var moves: [Move] = []
  private var taps: [Int: HapticPlayer] = [:]
  private var held: HapticPlayer?

  private static let holdSeconds = 20.0
  private static let tapLimit = 24

  var isHolding: Bool { held != nil }

  mutating func tap(_ touch: ClientMessage.Touch, on live: inout LiveEngine, arrived: Double) throws(EngineError) {
    guard taps.count < Palette.tapLimit else {
      throw EngineError(.noPlayerChannel, "at most \(Palette.tapLimit) taps can sound at once")
    }
    let event = Event(
      type: .hapticTransient, time: 0,
      parameters: [
        EventParameter(.hapticIntensity, touch.intensity), EventParameter(.hapticSharpness, touch.sharpness),
      ])
    let pattern = Pattern(entries: [.event(event)])
    let player = try live.start().withEngine { engine throws(EngineError) in
      let player = try engine.makePlayer(pattern)
      try player.start()
      return player
    }
    taps[player.number] = player
    note(touch, player, arrived)
  }

  mutating func hold(_ touch: ClientMessage.Touch, on live: inout LiveEngine, arrived: Double) throws(EngineError) {
    release()
    let controls = Palette.controls(touch)
    let event = Event(
      type: .hapticContinuous, time: 0, duration: Palette.holdSeconds,
      parameters: [EventParameter(.hapticIntensity, 1), EventParameter(.hapticSharpness, 0)])
    let pattern = Pattern(entries: [.event(event)])
    let player = try live.start().withEngine { engine throws(EngineError) in
      let player = try engine.makePlayer(pattern)
      try player.send(controls)
      try player.setLoopEnd(Palette.holdSeconds)
      try player.setLoops(true)
      try player.start()
      return player
    }
    held = player
    note(touch, player, arrived)
  }

  mutating func move(_ touch: ClientMessage.Touch, on live: LiveEngine, arrived: Double) throws(EngineError) {
    guard let held, let engine = live.engine else { return }
    let controls = Palette.controls(touch)
    let frame = try engine.withEngine { engine throws(EngineError) in
      try held.send(controls)
      return engine.meter.renderedFrames
    }
    if let id = touch.id, moves.count < 256 { moves.append(Move(id: id, frame: frame, arrived: arrived)) }
  }

  mutating func release() {
    try? held?.stop()
    held = nil
  }

  mutating func forget() { (begins, moves, taps, held) = ([], [], [:], nil) }

  /// Returns the touches that have reached their first frame, with their latencies, and discards finished taps.
  mutating func follow(_ entries: [TimelineEntry], _ live: LiveEngine) -> [(id: Int, milliseconds: Double)] {
    var done: [(id: Int, milliseconds: Double)] = []
    for entry in entries {
      guard let player = entry.player else { continue }
      if case .playerFinished = entry.fact { taps[player] = nil }
      guard case .playerStarted = entry.fact, let index = begins.firstIndex(where: { $0.player == player }) else {
        continue
      }
      let begin = begins.remove(at: index)
      done.append((begin.id, max(0, (entry.time - begin.arrived) * 1000)))
    }
    guard !moves.isEmpty else { return done }
    let (now, rendered) = (live.now, live.engine?.withEngine { $0.meter.renderedFrames } ?? 0)
    done += moves.filter { $0.frame < rendered }.map { ($0.id, max(0, (now - $0.arrived) * 1000)) }
    moves.removeAll { $0.frame < rendered }
    return done
  }

  private mutating func note(_ touch: ClientMessage.Touch, _ player: HapticPlayer, _ arrived: Double) {
    guard let id = touch.id else { return }
    if begins.count > 256 { begins.removeFirst(128) }
    begins.append(Begin(id: id, player: player.number, arrived: arrived))
  }

  private static func controls(_ touch: ClientMessage.Touch) -> [DynamicParameter] {
    [
      DynamicParameter(.hapticIntensityControl, value: touch.intensity, time: 0),
      DynamicParameter(.hapticSharpnessControl, value: touch.sharpness, time: 0),
    ]
  }
}
