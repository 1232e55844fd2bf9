import ThrumDevice
import ThrumPattern

// How the renderer works.
//
// `renderQuantum` produces 64 frames. It takes commands from the ring: those that are due take effect, the others wait
// in `CommandQueue`. It then cuts the quantum at every waiting command and lets each active player render the pieces:
// players start voices, and voices add to the buses of `RenderContext`. At the end, `finishQuantum` turns the sum of
// the drives into acceleration (`ActuatorState`) and into sound (`OutputStage`), and `publish` writes position and
// meters.
//
// A quantum in which nothing has a corner takes a short cut: `SmoothPath`, one matrix instead of 64 frames. Both
// ways give the same samples within the error that decision 0023 states, and the way depends on schedule and commands
// only.
//
// Callers: a device's thread through `RenderFeed`, inside the lease (`RenderLease`); `OfflineRenderer` and
// `RenderJournal` on the caller's thread. The engine's executor uses only its ends of the rings and `RendererControls`.
//
// What must never happen: an allocation, a lock or a system call after `init` (`@_noLocks`, `InterposerTests`, `make
// sanitize SANITIZERS=realtime`); two threads inside (`LeaseTests`); a sample that depends on the device, the block
// size, a clock or the processor (`DeterminismTests`, `OfflineTests`, `make bits`). Decisions 0002, 0009, 0023.

/// Renders the schedules of its players, 64 frames at a time, for sound cards, files and tests.
///
/// All memory is allocated up front: rendering never allocates, locks or waits. Equal settings, schedules and command
/// frames give bit-identical samples.
///
/// - Thread: the render thread, except for the engine's ends of the rings.
package struct Renderer: ~Copyable {
  package let settings: RenderSettings
  package let commands: RingProducer<Command>
  package let notices: RingConsumer<Notice>
  let incoming: RingConsumer<Command>
  package let controls: RendererControls
  /// Frames by which ``left`` and ``right`` lag behind events.
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
  let path: SmoothPath
  let driveVolts: UnsafeMutablePointer<Double>
  let accelerations: UnsafeMutablePointer<Double>
  let displacements: UnsafeMutablePointer<Double>
  let work: UnsafeMutablePointer<Double>
  let quantaOfLatency: Int
  /// First unrendered frame.
  package internal(set) var now: SampleTime = 0
  var hapticsGain: Float = 1
  var audioGain: Float = 1
  var quietQuanta: Int
  /// Slots of active players, in order of start.
  let activeSlots: UnsafeMutablePointer<Int32>
  private(set) var activeCount = 0
  /// Flag counts up to which stops and mutes have been applied.
  var seenFlags: UInt64 = 0
  var seenMutes: UInt64 = 0
  var isHapticsMuted = false
  var isAudioMuted = false

  /// Settings with a ``RenderSettings/problem`` are replaced by the defaults.
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
    path = SmoothPath(actuator, output)
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

  /// Allocates a renderer that several owners reach. Free it with ``free(_:)``.
  package static func allocate(_ settings: RenderSettings) -> UnsafeMutablePointer<Renderer> {
    let renderer = UnsafeMutablePointer<Renderer>.allocate(capacity: 1)
    renderer.initialize(to: Renderer(settings))
    return renderer
  }

  /// Frees a renderer made by ``allocate(_:)`` once nobody uses it.
  package static func free(_ renderer: UnsafeMutablePointer<Renderer>) {
    renderer.deinitialize(count: 1)
    renderer.deallocate()
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
    path.deallocate()
    driveVolts.deallocate()
    accelerations.deallocate()
    displacements.deallocate()
    work.deallocate()
  }

  /// The last quantum (full scale: ±1).
  package var left: UnsafePointer<Float> { @_noLocks get { UnsafePointer(context.left) } }
  package var right: UnsafePointer<Float> { @_noLocks get { UnsafePointer(context.right) } }
  /// Volts at the coil, after clamping. Computed on request.
  package var drive: UnsafePointer<Double> {
    @_noLocks get {
      fillBuses()
      return UnsafePointer(driveVolts)
    }
  }
  /// Acceleration of the device, m/s². Computed on request.
  package var acceleration: UnsafePointer<Double> {
    @_noLocks get {
      fillBuses()
      return UnsafePointer(accelerations)
    }
  }
  /// Displacement of the mass, mm; 0 unless the settings request it.
  package var displacement: UnsafePointer<Double> { @_noLocks get { UnsafePointer(displacements) } }
  package var refusedEvents: Int { context.refusedEvents }
  /// Notices dropped because the ring was full.
  package var lostNotices: Int { context.lostNotices }
  /// Returns `false` if the ring is full.
  @_noLocks
  package func post(_ notice: Notice) -> Bool { context.notices.push(notice) }

  /// Whether nothing is sounding and no player is playing or paused.
  package var isSilent: Bool { @_noLocks get { quietQuanta > quantaOfLatency } }

  /// Renders the next 64 frames into the buses.
  ///
  /// - Thread: render thread only, with denormals flushed (`thrum_flush_denormals`).
  @_noLocks
  package mutating func renderQuantum() {
    context.flushDeferredNotices()
    takeCommands()
    let end = now + SampleTime(quantumFrames)
    if isSilent, activeCount == 0, queue.nextTime >= end { return skipSilentQuantum(until: end) }
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

  /// The channels already contain silence.
  @_noLocks
  private mutating func skipSilentQuantum(until end: SampleTime) {
    if context.synthesises {
      output.setGain(controls.gain)
      output.clearMeters()
    } else {
      countQuiet(1)
    }
    now = end
    publish()
  }

  @_noLocks
  mutating func publish() {
    controls.status.publish(
      rendered: now, peak: output.peak, meanSquare: output.meanSquare, refusedEvents: context.refusedEvents,
      isSilent: isSilent && queue.startCount == 0 && !incoming.hasContent)
  }

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

  @_noLocks
  mutating func activate(_ slot: Int32) {
    for position in 0..<activeCount where activeSlots[position] == slot { return }
    guard activeCount < playerCapacity else { return }
    activeSlots[activeCount] = slot
    activeCount += 1
  }

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
