import ThrumPattern
import ThrumDevice

/// Turns the schedules of its players into samples, 64 frames at a time: the same for a sound card, a file or a test.
///
/// One thread renders; another sends ``commands`` and takes ``notices``. All memory is allocated here; rendering
/// allocates nothing, locks nothing, waits for nothing. Same settings, schedules and applied frames give the same
/// samples, bit for bit.
///
/// - Thread: the one that renders, but for its ends of the rings.
package struct Renderer: ~Copyable {
  /// What the samples were shaped by.
  package let settings: RenderSettings
  /// The engine's end of what the renderer is notified.
  package let commands: RingProducer<Command>
  /// The engine's end of what the renderer reports.
  package let notices: RingConsumer<Notice>
  /// The render thread's end of what the renderer is notified.
  let incoming: RingConsumer<Command>
  /// Flags and meters.
  package let controls: RendererControls
  /// Frames by which ``left`` and ``right`` lag behind the events.
  package let latency: FrameCount

  var queue: CommandQueue
  let players: UnsafeMutablePointer<Player>
  private let playerControls: UnsafeMutablePointer<ControlState>
  private let fades: FadeFrames
  let playerCapacity: Int
  var context: RenderContext
  var actuator: ActuatorState
  var output: OutputStage
  var forward: ForwardDrive
  let weights: SmoothWeights
  let chain: SmoothChain
  /// Whether actuator and monitor are what ``chain`` is made for.
  let isSmoothPossible: Bool
  let taps: UnsafeMutablePointer<SignalTaps>
  let driveVolts: UnsafeMutablePointer<Double>
  let accelerations: UnsafeMutablePointer<Double>
  let displacements: UnsafeMutablePointer<Double>
  let work: UnsafeMutablePointer<Double>
  let quantaOfLatency: Int
  /// First frame not yet rendered.
  package internal(set) var now: SampleTime = 0
  var hapticsGain: Float = 1
  var audioGain: Float = 1
  var quietQuanta: Int
  /// Slots of the players that play or sound, in the order of their starts.
  let activeSlots: UnsafeMutablePointer<Int32>
  private(set) var activeCount = 0
  /// The stops and cancels that have been obeyed, and the mutes: counts of ``RendererControls/flagCount``.
  var seenFlags: UInt64 = 0
  var seenMutes: UInt64 = 0
  /// What the engine's own mutes were at the start of the quantum.
  var isHapticsMuted = false
  var isAudioMuted = false

  /// Allocates everything. The settings must have no ``RenderSettings/problem``; unusable ones are replaced by the
  /// defaults.
  package init(_ wanted: RenderSettings) {
    let settings = wanted.problem == nil ? wanted : RenderSettings()
    self.settings = settings
    let commandRing = Ring<Command>(capacity: settings.commandCapacity)
    let noticeRing = Ring<Notice>(capacity: max(1024, 4 * settings.voiceCapacity))
    commands = commandRing.producer
    incoming = commandRing.consumer
    notices = noticeRing.consumer
    controls = RendererControls(
      playerCapacity: settings.playerCapacity, sampleRate: settings.sampleRate,
      gain: Float(gain(decibels: settings.gainDecibels)))
    queue = CommandQueue(capacity: settings.commandCapacity)
    playerCapacity = settings.playerCapacity
    players = .allocate(capacity: playerCapacity)
    playerControls = .allocate(capacity: playerCapacity * Player.controlCount)
    playerControls.initialize(repeating: ControlState(0), count: playerCapacity * Player.controlCount)
    fades = FadeFrames(sampleRate: settings.sampleRate)
    for slot in 0..<playerCapacity {
      (players + slot).initialize(
        to: Player(slot: Int32(slot), controls: playerControls + slot * Player.controlCount, fades: fades))
    }
    activeSlots = .allocate(capacity: playerCapacity)
    activeSlots.initialize(repeating: 0, count: playerCapacity)
    forward = ForwardDrive(LinearInverse(settings))
    context = RenderContext(settings, forward.inverse, notices: noticeRing.producer)
    actuator = ActuatorState(settings)
    output = OutputStage(settings, clipVolts: actuator.clipVolts)
    latency = output.latency
    weights = SmoothWeights()
    chain = output.smoothChain(actuator.linear)
    isSmoothPossible = actuator.isLinear && output.isPlain
    taps = .allocate(capacity: 1)
    taps.initialize(to: SignalTaps())
    driveVolts = Renderer.makeBus()
    accelerations = Renderer.makeBus()
    displacements = Renderer.makeBus()
    work = Renderer.makeBus()
    quantaOfLatency = (output.latency + quantumFrames - 1) / quantumFrames + 1
    quietQuanta = quantaOfLatency
  }

  private static func makeBus() -> UnsafeMutablePointer<Double> {
    let bus = UnsafeMutablePointer<Double>.allocate(capacity: quantumFrames)
    bus.initialize(repeating: 0, count: quantumFrames)
    return bus
  }

  deinit {
    incoming.deallocate()
    notices.deallocate()
    controls.deallocate()
    queue.deallocate()
    players.deallocate()
    playerControls.deallocate()
    activeSlots.deallocate()
    context.deallocate()
    output.deallocate()
    forward.deallocate()
    weights.deallocate()
    chain.deallocate()
    taps.deallocate()
    driveVolts.deallocate()
    accelerations.deallocate()
    displacements.deallocate()
    work.deallocate()
  }

  /// The last quantum: left channel, full scale ±1.
  package var left: UnsafePointer<Float> { @_noLocks get { UnsafePointer(context.left) } }
  /// The last quantum: right channel.
  package var right: UnsafePointer<Float> { @_noLocks get { UnsafePointer(context.right) } }
  /// The last quantum: volts at the coil, after the clamp.
  ///
  /// - Thread: render thread only; the bus is drawn when it is asked for.
  package var drive: UnsafePointer<Double> {
    @_noLocks get {
      drawTaps()
      return UnsafePointer(driveVolts)
    }
  }
  /// The last quantum: acceleration of the device, m/s².
  ///
  /// - Thread: render thread only; the bus is drawn when it is asked for.
  package var acceleration: UnsafePointer<Double> {
    @_noLocks get {
      drawTaps()
      return UnsafePointer(accelerations)
    }
  }
  /// The last quantum: displacement of the mass, mm; 0 unless the settings tap it.
  package var displacement: UnsafePointer<Double> { @_noLocks get { UnsafePointer(displacements) } }
  /// Events that were dropped: no free voice, since the beginning.
  package var refusedEvents: Int { context.refusedEvents }
  /// Notices that found their ring full.
  package var lostNotices: Int { context.lostNotices }
  /// Posts what the device reports; `false` when the ring is full.
  ///
  /// - Thread: render thread only.
  /// - Real-time: yes.
  @_noLocks
  package func post(_ notice: Notice) -> Bool { context.notices.push(notice) }

  /// Whether nothing sounds, and no player is under way or paused.
  package var isSilent: Bool { @_noLocks get { quietQuanta > quantaOfLatency } }

  /// Renders the next 64 frames into the buses.
  ///
  /// - Thread: render thread only.
  /// - Real-time: yes. The caller has set the thread to flush denormals (`thrum_flush_denormals`).
  @_noLocks
  package mutating func renderQuantum() {
    context.flushDeferredNotices()
    takeCommands()
    let end = now + SampleTime(quantumFrames)
    if isSilent, activeCount == 0, queue.nextTime >= end { return rest(until: end) }
    if context.synthesises { context.clear() }
    var frame = now
    while frame < end {
      applyDueCommands(at: frame)
      let next = queue.nextTime < end ? queue.nextTime : end
      if activeCount > 0 { renderPlayers(from: frame, to: next) }
      frame = next
    }
    if context.synthesises { finishQuantum() } else { countQuiet(1) }
    now = end
    publish()
  }

  /// Over a quantum in which nothing moves and nothing begins: the channels hold silence already.
  @_noLocks
  private mutating func rest(until end: SampleTime) {
    if context.synthesises {
      output.setGain(controls.gain)
      output.clearMeters()
    } else {
      countQuiet(1)
    }
    now = end
    publish()
  }

  /// Shows the latest values.
  @_noLocks
  mutating func publish() {
    controls.status.publish(
      rendered: now, peak: output.peak, meanSquare: output.meanSquare, refusedEvents: context.refusedEvents,
      isSilent: isSilent && queue.startCount == 0 && !incoming.hasContent)
  }

  /// Renders the active players and forgets those that have become idle and silent.
  @_noLocks
  private mutating func renderPlayers(from: SampleTime, to: SampleTime) {
    var kept = 0
    for position in 0..<activeCount {
      let slot = activeSlots[position]
      let player = players + Int(slot)
      if player.pointee.status == .free { continue }
      player.pointee.render(from: from, to: to, origin: now, &context)
      if player.pointee.status == .idle, player.pointee.isSilent {
        if player.pointee.isReleased { free(Int(slot), at: to) }
        continue
      }
      activeSlots[kept] = slot
      kept += 1
    }
    activeCount = kept
  }

  /// A player has something to do.
  @_noLocks
  mutating func activate(_ slot: Int32) {
    for position in 0..<activeCount where activeSlots[position] == slot { return }
    guard activeCount < playerCapacity else { return }
    activeSlots[activeCount] = slot
    activeCount += 1
  }

  /// A player's slot goes back to the engine.
  @_noLocks
  mutating func free(_ slot: Int, at frame: SampleTime) {
    let isMuted = players[slot].isMuted
    let cancelledUpTo = players[slot].cancelledUpTo
    players[slot] = Player(
      slot: Int32(slot), controls: playerControls + slot * Player.controlCount, fades: fades)
    players[slot].isMuted = isMuted
    players[slot].cancelledUpTo = cancelledUpTo
    context.post(Notice(.playerReleased, player: Int32(slot), frame: frame))
  }
}
