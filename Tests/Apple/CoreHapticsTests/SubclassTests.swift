import CoreHaptics
import Synchronization
import Testing
import ThrumEngine

/// An app's subclasses of Core Haptics classes, and what every class inherits from `NSObject`.
@Suite struct SubclassTests {
  /// An engine with auto-shutdown, set in every initialiser.
  class FrugalEngine: CHHapticEngine {
    private(set) var starts = 0
    override init() throws {
      try super.init()
      isAutoShutdownEnabled = true
    }
    override init(audioSession: AVAudioSession?) throws {
      try super.init(audioSession: audioSession)
      isAutoShutdownEnabled = true
    }
    override func start() throws {
      starts += 1
      try super.start()
    }
  }

  final class DoubleTap: CHHapticPattern {
    let gap: TimeInterval
    init(gap: TimeInterval) throws {
      self.gap = gap
      let events = [0, gap].map { CHHapticEvent(eventType: .hapticTransient, parameters: [], relativeTime: $0) }
      try super.init(events: events, parameters: [])
    }
  }

  private let environment = HapticEnvironment.virtual()

  @Test func `a subclass of CHHapticEngine works with every initialiser`() throws {
    try environment.withScope {
      let make: () throws -> CHHapticEngine = FrugalEngine.init
      for engine in [
        try FrugalEngine(), try FrugalEngine(audioSession: nil), try FrugalEngine(audioSession: .sharedInstance()),
        try make(),
      ] {
        #expect(engine.isAutoShutdownEnabled)
        try engine.start()
        #expect((engine as? FrugalEngine)?.starts == 1)
      }
    }
    HapticEnvironment.virtual(profile: .noHaptics).withScope {
      let error = #expect(throws: CHHapticError.self) { try FrugalEngine() }
      #expect(error?.code == .notSupported)
    }
  }

  @Test func `a subclass of CHHapticPattern plays`() throws {
    try environment.withScope {
      let engine = try CHHapticEngine(andReturnError: ())
      try engine.start()
      let pattern = try DoubleTap(gap: 0.25)
      #expect(pattern.duration == 0.25 && pattern.gap == 0.25)
      try engine.makePlayer(with: pattern).start(atTime: 0)
      environment.advance(by: 1)
      #expect(environment.timeline.description.contains("HapticTransient"))
    }
  }

  @Test func `an object is equal only to itself`() throws {
    let (one, other) = (AVAudioSession.sharedInstance(), AVAudioSession.sharedInstance())
    #expect(one === other)
    let parameter = CHHapticEventParameter(parameterID: .hapticIntensity, value: 1)
    let same = CHHapticEventParameter(parameterID: .hapticIntensity, value: 1)
    #expect(parameter == parameter && parameter != same && parameter.isEqual(parameter))
    #expect(Set([parameter, same, parameter]).count == 2)
    #expect("\(parameter)".contains("CHHapticEventParameter"))
  }

  @Test func `an event can be changed until a pattern is created from it`() throws {
    let event = CHHapticEvent(eventType: .hapticContinuous, parameters: [], relativeTime: 0, duration: 1)
    event.relativeTime = 1
    event.duration = 2
    let pattern = try CHHapticPattern(events: [event], parameters: [])
    event.duration = 9
    #expect(pattern.duration == 3)
  }

  @Test func `stopped reasons and finished actions have the same raw values as in the engine`() {
    for reason in HapticEngine.StoppedReason.allCases {
      #expect(CHHapticEngine.StoppedReason(rawValue: reason.rawValue).map { "\($0)" } == "\(reason)")
    }
    for action in HapticEngine.FinishedAction.allCases {
      #expect(CHHapticEngine.FinishedAction(rawValue: action.rawValue).map { "\($0)" } == "\(action)")
    }
  }

  @Test func `every external stop passes its reason to the stopped handler`() throws {
    let faults: [(Fault, CHHapticEngine.StoppedReason)] = [
      (.suspendApp, .applicationSuspended), (.interruptAudio, .audioSessionInterrupt),
    ]
    for (fault, reason) in faults {
      let environment = HapticEnvironment.virtual()
      try environment.withScope {
        let engine = try CHHapticEngine()
        let heard = Mutex<[CHHapticEngine.StoppedReason]>([])
        engine.stoppedHandler = { reason in heard.withLock { $0.append(reason) } }
        try engine.start()
        environment.apply(fault)
        environment.advance(by: 1)
        #expect(heard.withLock { $0 } == [reason])
      }
    }
  }

  @Test func `a game controller's engine plays events of infinite duration`() throws {
    try environment.withScope {
      let haptics: GCDeviceHaptics? = GCDeviceHaptics()
      #expect(haptics?.createEngine(withLocality: GCHapticsLocality(rawValue: "Nose")) == nil)
      let engine = try #require(haptics?.createEngine(withLocality: .default))
      try engine.start()
      let event = CHHapticEvent(
        eventType: .hapticContinuous, parameters: [], relativeTime: 0, duration: TimeInterval(GCHapticDurationInfinite))
      let player = try engine.makePlayer(with: CHHapticPattern(events: [event], parameters: []))
      try player.start(atTime: 0)
      environment.advance(by: 3600)
      try player.stop(atTime: 0)
      environment.advance(by: 1)
    }
    HapticEnvironment.virtual(profile: .noHaptics).withScope {
      #expect(GCDeviceHaptics().createEngine(withLocality: .all) == nil)
    }
  }
}
