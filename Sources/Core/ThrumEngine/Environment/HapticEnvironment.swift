import FoundationEssentials
import Synchronization
import ThrumSystem
import ThrumTime

/// A device for engines: its time, hardware, faults and log.
///
/// An engine uses an explicit environment, or else ``current``. A ``virtual(profile:timelineCapacity:)`` environment
/// plays no sound, and only tests advance its time.
///
/// - Thread: any, for all members.
public final class HapticEnvironment: Sendable {
  /// Environment of the current task, set by ``withScope(_:)-(()->Result)``.
  @TaskLocal public static var scoped: HapticEnvironment?

  /// Engine time at which the environment was created or last restarted, s.
  public var origin: Double { Double(bitPattern: beginning.load(ordering: .acquiring)) }
  /// Stored only by ``restart(profile:)``. The store pairs with the load in ``origin``.
  private let beginning: Atomic<UInt64>
  let time: any Timekeeper
  let virtualTime: VirtualTime?
  let opensDevices: Bool
  let defaults: EngineDefaults
  let state: Mutex<State>
  let serial = HapticEnvironment.serials.wrappingAdd(1, ordering: .relaxed).newValue
  private static let serials = Atomic<UInt64>(0)
  let earlierEngines = EarlierEngines()
  let realClocks = RealClocks()
  let keptObjects = KeptObjects()
  struct Poster {
    var post: (@Sendable (HapticEnvironment, Fault) -> Void)?
  }
  let poster = Mutex(Poster())
  let used = Atomic<Bool>(false)
  let isWatchingAwaited = Atomic<Bool>(false)
  /// Delays of the app that end in real time if nothing advances time.
  let delays = Atomic<Int>(0)

  struct State {
    var hardware: HardwareState
    var log: TimelineLog
    var engines: [EngineLink] = []
    var pastEngines: [PastEngine] = []
    /// Engines that were gone and forgotten because there were too many.
    var forgottenEngines = 0
    var engineCount = 0
    var problems: [String] = []
    var problemHandler: (@Sendable (String) -> Void)?
    var activity: UInt64 = 0
    var waits: [CallWait] = []
    /// Incremented on each restart, so that work scheduled earlier is dropped.
    var generation = 0
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

  /// Creates an environment whose time advances only on request.
  public static func virtual(profile: HardwareProfile = .phone, timelineCapacity: Int = 200_000)
    -> HapticEnvironment
  { virtual(profile: profile, timelineCapacity: timelineCapacity, opensDevices: false) }

  /// Creates a virtual environment whose engines may open devices. Device calls and deadlines run in virtual time.
  static func virtual(
    profile: HardwareProfile = .phone, timelineCapacity: Int = 200_000, opensDevices: Bool
  ) -> HapticEnvironment {
    let reports = ReportBox()
    let time = VirtualTime(
      report: { reports.environment?.report($0) }, activity: { reports.environment?.activity ?? 0 })
    let environment = HapticEnvironment(
      time: time, virtual: time, profile: profile, timelineCapacity: timelineCapacity, opensDevices: opensDevices)
    reports.set(environment)
    return environment
  }

  /// Creates an environment in real time.
  public static func realTime(
    profile: HardwareProfile = .phone, timelineCapacity: Int = 4096, defaults: EngineDefaults = EngineDefaults()
  ) -> HapticEnvironment {
    HapticEnvironment(
      time: SystemTime(), virtual: nil, profile: profile, timelineCapacity: timelineCapacity, defaults: defaults)
  }

  /// Whether time advances only on request.
  public var isVirtual: Bool { virtualTime != nil }

  /// Seconds since the environment was created, as in the timeline and in expectations.
  public var now: Double { time.now - origin }

  /// Engine time in seconds, as an engine's `currentTime`: positive and monotonic.
  public var engineTime: Double { time.now }

  /// Earlier name of ``now``.
  @available(*, deprecated, renamed: "now")
  public var elapsed: Double { now }

  // MARK: Log

  /// The log so far.
  public var timeline: Timeline {
    let links = state.withLock { $0.engines }
    for link in links { link.entries() }
    return state.withLock { state in
      var timeline = state.log.timeline(end: now)
      timeline.waits = state.waits
      return timeline
    }
  }

  /// Returns the entries from index `number`, in order of arrival, and the next index. Indices start at 0.
  package func entries(since number: Int) -> (entries: [TimelineEntry], next: Int) {
    let links = state.withLock { $0.engines }
    for link in links { link.entries() }
    return state.withLock { $0.log.entries(from: number) }
  }

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

  func note(_ wait: CallWait) {
    state.withLock { state in
      state.activity += 1
      if state.waits.count < state.log.capacity { state.waits.append(wait) }
    }
  }

  var waitCount: Int { state.withLock { $0.waits.count } }

  /// Moves waits of other threads to the main thread. Returns them.
  func moveToMainThread(_ isWanted: (_ index: Int, CallWait) -> Bool) -> [CallWait] {
    state.withLock { state in
      var moved: [CallWait] = []
      for (index, wait) in state.waits.enumerated() where !wait.isOnMainThread && isWanted(index, wait) {
        state.waits[index].isOnMainThread = true
        moved.append(wait)
      }
      return moved
    }
  }

  var activity: UInt64 { state.withLock { $0.activity } }

  /// Problems in a test: misuse of the environment, starvation, stray engines.
  public var problems: [String] { state.withLock { $0.problems } }

  package func setProblemHandler(_ handler: @escaping @Sendable (String) -> Void) {
    state.withLockReleasing { state in
      defer { state.problemHandler = handler }
      return state.problemHandler
    }
  }

  package func report(_ problem: String) {
    addProblem(problem)
    log(.note(problem), engine: 0)
  }

  func addProblem(_ problem: String) {
    let handler = state.withLock { state in
      state.problems.append(problem)
      return state.problemHandler
    }
    handler?(problem)
  }

  // MARK: Hardware

  /// Capabilities of the device.
  public var profile: HardwareProfile { hardware { $0.profile } }

  /// Changes the profile. Existing engines keep their settings.
  public func setProfile(_ profile: HardwareProfile) { hardware { $0.profile = profile } }

  /// Whether haptics play while the microphone records (`allowHapticsAndSystemSoundsDuringRecording`).
  ///
  /// Off by default. A change takes effect at the next ``Fault/beginRecording``.
  public var allowsHapticsDuringRecording: Bool { hardware { $0.allowsHapticsDuringRecording } }

  /// Sets ``allowsHapticsDuringRecording``.
  public func setAllowsHapticsDuringRecording(_ value: Bool) {
    hardware { $0.allowsHapticsDuringRecording = value }
  }

  package var isAppSuspended: Bool { hardware { $0.isSuspended } }

  package var isOtherAudioPlaying: Bool { hardware { $0.isOtherAudioPlaying } }

  package var hasHeadphones: Bool { hardware { $0.hasHeadphones } }

  package var isAudioInterrupted: Bool { hardware { $0.isInterrupted } }

  /// Activates the shared audio session. Unless it mixes, other audio ends.
  package func activateSharedSession() {
    let ends = hardware { $0.takeOtherAudio() }
    if ends { note("the app's audio session ended other audio") }
  }

  /// Sets whether the shared audio session mixes with other audio. By default, it ends other audio.
  package func setSharedSessionMixes(_ mixes: Bool) { hardware { $0.sharedSessionMixes = mixes } }

  package var isSavingPower: Bool { hardware { $0.isPowerLow } }

  package var hasController: Bool { hardware { $0.profile.isController && !$0.isControllerGone } }

  func hardware<Result>(_ body: (inout HardwareState) -> Result) -> Result {
    state.withLock { body(&$0.hardware) }
  }

  /// Makes a call that involves no engine. Applies faults and logs failures.
  package func call<Result>(_ call: EngineCall, _ body: () throws(EngineError) -> Result) throws(EngineError) -> Result
  {
    noteUse()
    do throws(EngineError) {
      if let injected = hardware({ $0.intercept(call) }) { throw injected }
      return try body()
    } catch {
      log(.call(call, arguments: "", error: error.code), engine: 0)
      throw error
    }
  }

  /// Applies a fault to the device and its engines, and calls handlers as on a phone.
  public func apply(_ fault: Fault) {
    log(.fault(fault.description), engine: 0)
    if let post = poster.withLock({ $0.post }) { post(self, fault) }
    let (links, comesBack) = state.withLock { state in
      let wasDown = state.hardware.isServerDown
      // A server that was not down cannot recover.
      let isVain = fault == .recoverServer && !wasDown
      state.hardware.apply(fault)
      return (isVain ? [] : state.engines, fault == .clear && wasDown)
    }
    let faults = comesBack ? [.recoverServer, fault] : [fault]
    for link in links where !earlierEngines.keep(faults, for: link.number) { for fault in faults { link.apply(fault) } }
  }

  /// Applies a fault after `delay` seconds.
  public func schedule(_ fault: Fault, after delay: Double) {
    let generation = state.withLock { $0.generation }
    _ = time.call(at: time.now + checked(delay), on: faultExecutor) { [weak self] in
      guard let self, state.withLock({ $0.generation }) == generation else { return }
      apply(fault)
    }
  }

  /// Restarts the environment at time 0 with an empty timeline, without faults, problems or scheduled work.
  ///
  /// Existing engines enter the new timeline when they are first used (``EarlierEngines``).
  package func restart(profile: HardwareProfile) {
    guard isVirtual else { return report("only an environment in virtual time can restart") }
    virtualTime?.setOver(false)
    // Handlers called as a result belong to the previous timeline.
    apply(.clear)
    for link in links { link.beginAnew() }
    advance(by: 0)
    advance(to: now.rounded(.down) + 1)
    _ = timeline
    let now = time.now
    let links = state.withLock { state in
      state.generation += 1
      state.log = TimelineLog(capacity: state.log.capacity)
      state.problems = []
      state.waits = []
      state.pastEngines = []
      state.forgottenEngines = 0
      state.hardware.profile = profile
      state.hardware.sharedSessionMixes = false
      return state.engines
    }
    keptObjects.removeAll()
    used.store(false, ordering: .relaxed)
    realClocks.forget()
    beginning.store(now.bitPattern, ordering: .releasing)
    earlierEngines.begin(links.map(\.number).filter { $0 != HapticEngine.systemNumber })
  }

  /// Names the tests of earlier engines that the current test has not used.
  package var unusedTests: [String] { earlierEngines.unusedTests }

  /// Notes the test that the existing engines were made in, for the timelines of later tests.
  package func noteTest(_ name: String) {
    earlierEngines.note(links.map(\.number).filter { $0 != HapticEngine.systemNumber }, test: name)
  }

  package let systemEngine = Mutex<HapticEngine?>(nil)

  var faultExecutor: QueueExecutor { virtualTime?.executor ?? HapticEnvironment.realFaults }
  private static let realFaults = QueueExecutor(label: "thrum.faults")
}

private final class ReportBox: Sendable {
  private struct Weak: Sendable { weak let environment: HapticEnvironment? }
  private let box = Mutex(Weak(environment: nil))
  var environment: HapticEnvironment? { box.withLock { $0.environment } }
  func set(_ environment: HapticEnvironment) { box.withLock { $0 = Weak(environment: environment) } }
}
