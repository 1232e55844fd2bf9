import FoundationEssentials
import Synchronization

/// The device that engines live on: its time, its hardware and their faults, its log.
///
/// An app's engines find theirs on their own: an explicit one, else the task's ``scoped`` one, else the exclusive one
/// of the process, else ``process``. In a ``virtual(profile:timelineCapacity:)`` environment nothing moves until a
/// test moves it, and no sound is made.
///
/// - Thread: any, for all members.
public final class HapticEnvironment: Sendable {
  /// The environment of the tasks below a ``withScope(_:)-(()->Result)``.
  @TaskLocal public static var scoped: HapticEnvironment?

  /// Seconds of an engine's clock at the environment's beginning, or at its last restart.
  public var origin: Double { Double(bitPattern: beginning.load(ordering: .acquiring)) }
  /// Stored by ``restart(profile:)`` alone, which pairs with ``origin``.
  private let beginning: Atomic<UInt64>
  let time: any Timekeeper
  let virtualTime: VirtualTime?
  /// Whether engines open devices; in virtual time their renderers are usually driven by time itself.
  let opensDevices: Bool
  /// What an engine's sound goes to when its configuration does not say; silence, paced in real time.
  let defaults: EngineDefaults
  private let state: Mutex<State>

  private struct State {
    var hardware: HardwareState
    var log: TimelineLog
    var engines: [EngineLink] = []
    var engineCount = 0
    var problems: [String] = []
    var problemHandler: (@Sendable (String) -> Void)?
    var activity: UInt64 = 0
    /// Counts the beginnings: what was scheduled before one does not happen after it.
    var generation = 0
  }

  /// How faults reach an engine, which the environment does not keep alive.
  struct EngineLink: Sendable {
    let number: Int
    let apply: @Sendable (Fault) -> Void
    let entries: @Sendable () -> Void
    /// Says in a new timeline that it lives on.
    let introduce: @Sendable () -> Void
    let sampleRate: Double
    let samples: @Sendable (ClosedRange<Double>) -> [Float]
  }

  init(
    time: any Timekeeper, virtual: VirtualTime?, profile: HardwareProfile, timelineCapacity: Int,
    defaults: EngineDefaults = EngineDefaults(), opensDevices: Bool = true
  ) {
    self.time = time
    self.opensDevices = opensDevices
    virtualTime = virtual
    self.defaults = defaults
    beginning = Atomic((virtual == nil ? time.now : VirtualTime.origin).bitPattern)
    state = Mutex(
      State(hardware: HardwareState(profile: profile), log: TimelineLog(capacity: timelineCapacity)))
  }

  /// An environment whose time stands still until it is moved; see `advance(by:)`.
  public static func virtual(profile: HardwareProfile = .phone, timelineCapacity: Int = 200_000)
    -> HapticEnvironment
  { virtual(profile: profile, timelineCapacity: timelineCapacity, opensDevices: false) }

  /// The same, for engines that open the devices of their configurations: their calls, and the deadlines of these, are in
  /// virtual time too.
  static func virtual(
    profile: HardwareProfile = .phone, timelineCapacity: Int = 200_000, opensDevices: Bool
  ) -> HapticEnvironment {
    let reports = ReportBox()
    let time = VirtualTime { reports.environment?.report($0) }
    let environment = HapticEnvironment(
      time: time, virtual: time, profile: profile, timelineCapacity: timelineCapacity, opensDevices: opensDevices)
    reports.set(environment)
    return environment
  }

  /// An environment in real time.
  public static func realTime(
    profile: HardwareProfile = .phone, timelineCapacity: Int = 4096, defaults: EngineDefaults = EngineDefaults()
  ) -> HapticEnvironment {
    HapticEnvironment(
      time: SystemTime(), virtual: nil, profile: profile, timelineCapacity: timelineCapacity, defaults: defaults)
  }

  /// Whether time is moved by hand.
  public var isVirtual: Bool { virtualTime != nil }

  /// Seconds on the engines' clock: positive, never less than before, going on while engines are stopped.
  public var now: Double { time.now }

  /// Seconds since the environment's beginning.
  public var elapsed: Double { time.now - origin }

  // MARK: Log

  /// What happened so far.
  public var timeline: Timeline {
    let links = state.withLock { $0.engines }
    for link in links { link.entries() }
    return state.withLock { $0.log.timeline(end: elapsed) }
  }

  /// What has come since the entry of a number, in the order in which it came, and the number to ask for next: for who
  /// follows the log while it grows. The first number is 0.
  package func entries(since number: Int) -> (entries: [TimelineEntry], next: Int) {
    let links = state.withLock { $0.engines }
    for link in links { link.entries() }
    return state.withLock { $0.log.entries(from: number) }
  }

  /// Adds an entry at an engine time, or now.
  func log(
    _ fact: TimelineFact, engine: Int, player: Int? = nil, locality: String? = nil, at time: Double? = nil
  ) {
    let time = (time ?? self.time.now) - origin
    state.withLock { state in
      state.activity += 1
      state.log.append(
        TimelineEntry(time: time, engine: engine, player: player, locality: locality, fact))
    }
  }

  /// Grows with everything that happens.
  var activity: UInt64 { state.withLock { $0.activity } }

  /// What a test should know: misuse of the environment, starvation, engines that were born elsewhere.
  public var problems: [String] { state.withLock { $0.problems } }

  /// Called with every problem from now on, besides keeping it in ``problems``.
  package func setProblemHandler(_ handler: @escaping @Sendable (String) -> Void) {
    state.withLockReleasing { state in
      defer { state.problemHandler = handler }
      return state.problemHandler
    }
  }

  /// Notes a problem.
  package func report(_ problem: String) {
    let handler = state.withLock { state in
      state.problems.append(problem)
      return state.problemHandler
    }
    log(.note(problem), engine: 0)
    handler?(problem)
  }

  /// The monitor's samples of all engines that exist, mixed: interleaved left and right, full scale 1. The same bits
  /// each time; empty in real time, unless engines keep journals.
  ///
  /// `range` counts in seconds since the environment's beginning; `nil` is from there to now. Engines of another rate
  /// are left out, which is noted as a problem. Cost: rendering it. Not from a handler's own engine queue.
  public func samples(_ range: ClosedRange<Double>? = nil, sampleRate: Double = 48_000) -> [Float] {
    var mix: [Float] = []
    for link in state.withLock({ $0.engines }) {
      guard link.sampleRate == sampleRate else {
        report("engine \(link.number) is left out of the samples: its rate is \(link.sampleRate) Hz, not \(sampleRate)")
        continue
      }
      let samples = link.samples(range ?? 0...elapsed)
      if mix.count < samples.count { mix += [Float](repeating: 0, count: samples.count - mix.count) }
      for index in samples.indices { mix[index] += samples[index] }
    }
    return mix
  }

  // MARK: Engines

  /// Takes an engine in and gives it its number.
  func nextEngineNumber() -> Int {
    state.withLock { state in
      state.engineCount += 1
      return state.engineCount
    }
  }

  func add(_ link: EngineLink) { state.withLock { $0.engines.append(link) } }
  func removeEngine(_ number: Int) { state.withLock { $0.engines.removeAll { $0.number == number } } }

  /// How many engines have been made here.
  package var engineCount: Int { state.withLock { $0.engineCount } }
  /// How many engines exist.
  package var livingEngineCount: Int { state.withLock { $0.engines.count { $0.number != HapticEngine.systemNumber } } }

  // MARK: Hardware

  /// What the device can do.
  public var profile: HardwareProfile { hardware { $0.profile } }

  /// Makes another device of it; engines that exist keep what they have been told.
  public func setProfile(_ profile: HardwareProfile) { hardware { $0.profile = profile } }

  /// Whether haptics are felt while the microphone records: what an app asks its audio session for
  /// (`allowHapticsAndSystemSoundsDuringRecording`). `false` at first; heeded from the next ``Fault/beginRecording``.
  public var allowsHapticsDuringRecording: Bool { hardware { $0.allowsHapticsDuringRecording } }

  /// Sets ``allowsHapticsDuringRecording``.
  public func setAllowsHapticsDuringRecording(_ value: Bool) {
    hardware { $0.allowsHapticsDuringRecording = value }
  }

  /// Whether the app is in the background (``Fault/suspendApp``).
  package var isAppSuspended: Bool { hardware { $0.isSuspended } }

  /// Whether other audio plays (``Fault/beginOtherAudio``).
  package var isOtherAudioPlaying: Bool { hardware { $0.isOtherAudioPlaying } }

  /// Whether the device is a game controller that is connected.
  package var hasController: Bool { hardware { $0.profile.isController && !$0.isControllerGone } }

  func hardware<Result>(_ body: (inout HardwareState) -> Result) -> Result {
    state.withLock { body(&$0.hardware) }
  }

  /// Does what a call asks for that no engine is part of: lets it fail when a fault says so, and logs it when it fails.
  package func call<Result>(_ call: EngineCall, _ body: () throws(EngineError) -> Result) throws(EngineError) -> Result
  {
    do throws(EngineError) {
      if let told = hardware({ $0.intercept(call) }) { throw told }
      return try body()
    } catch {
      log(.call(call, arguments: "", error: error.code), engine: 0)
      throw error
    }
  }

  /// Does to the device, and to all its engines, what a phone would do; handlers follow as they would there.
  public func apply(_ fault: Fault) {
    log(.fault(fault.description), engine: 0)
    let (links, comesBack) = state.withLock { state in
      let wasDown = state.hardware.isServerDown
      // A server that was not away does not come back.
      let isVain = fault == .recoverServer && !wasDown
      state.hardware.apply(fault)
      return (isVain ? [] : state.engines, fault == .clear && wasDown)
    }
    for link in links {
      if comesBack { link.apply(.recoverServer) }
      link.apply(fault)
    }
  }

  /// Does so later: `delay` seconds from now.
  public func schedule(_ fault: Fault, after delay: Double) {
    let generation = state.withLock { $0.generation }
    _ = time.call(at: time.now + checked(delay), on: faultExecutor) { [weak self] in
      guard let self, state.withLock({ $0.generation }) == generation else { return }
      apply(fault)
    }
  }

  /// Begins again at 0 for whoever comes next: an empty timeline, no faults, no problems, nothing scheduled. Engines that exist live on
  /// as they are, with their handlers and players, as a singleton does in an app's process; each is in the new timeline
  /// (``TimelineFact/engineKept``).
  ///
  /// - Parameter profile: what the device can do from now on.
  package func restart(profile: HardwareProfile) {
    guard isVirtual else { return report("only an environment in virtual time can restart") }
    // What comes of this belongs to the past.
    apply(.clear)
    advance(by: 0)
    advance(to: elapsed.rounded(.down) + 1)
    _ = timeline
    let now = time.now
    let links = state.withLock { state in
      state.generation += 1
      state.log = TimelineLog(capacity: state.log.capacity)
      state.problems = []
      state.hardware.profile = profile
      return state.engines
    }
    beginning.store(now.bitPattern, ordering: .releasing)
    for link in links where link.number != HapticEngine.systemNumber { link.introduce() }
  }

  /// The engine of the system's own feedback, while there is one.
  package let systemEngine = Mutex<HapticEngine?>(nil)

  var faultExecutor: EngineExecutor { virtualTime?.executor ?? HapticEnvironment.realFaults }
  private static let realFaults = EngineExecutor(label: "thrum.faults")
}

/// Lets a virtual clock report to the environment that owns it.
private final class ReportBox: Sendable {
  private struct Weak: Sendable { weak let environment: HapticEnvironment? }
  private let box = Mutex(Weak(environment: nil))
  var environment: HapticEnvironment? { box.withLock { $0.environment } }
  func set(_ environment: HapticEnvironment) { box.withLock { $0 = Weak(environment: environment) } }
}
