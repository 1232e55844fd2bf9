// An app's own code is not documented.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AVFoundation
import Combine
import CoreHaptics
import UIKit

/// Guides a breathing exercise: a swell while breathing in, a pause, a longer fading swell while breathing out, and at
/// the end a bell. A call or a look at another app pauses the exercise.
@MainActor public final class BreathingGuide: ObservableObject {
  public enum Phase: Equatable, Sendable {
    case idle, inhale, hold, exhale, bell, paused
  }

  @Published public private(set) var phase = Phase.idle
  @Published public private(set) var breathsLeft = 0
  @Published public private(set) var error: String?

  private var engine: CHHapticEngine?
  private var inhale: (any CHHapticAdvancedPatternPlayer)?
  private var exhale: (any CHHapticAdvancedPatternPlayer)?
  private var bell: (any CHHapticAdvancedPatternPlayer)?
  private var isRunning = false
  private var exercise: Task<Void, Never>?
  private var cancellables: Set<AnyCancellable> = []
  private var lastNudge: Date?
  private let now: () -> Date

  public init(now: @escaping () -> Date = Date.init) {
    self.now = now
    let center = NotificationCenter.default
    center.publisher(for: UIApplication.didEnterBackgroundNotification)
      .sink { [weak self] _ in self?.pause() }.store(in: &cancellables)
    center.publisher(for: UIApplication.willEnterForegroundNotification)
      .sink { [weak self] _ in self?.resume() }.store(in: &cancellables)
    center.publisher(for: AVAudioSession.interruptionNotification)
      .sink { [weak self] in self?.audioInterrupted($0) }.store(in: &cancellables)
  }

  // MARK: What the screen calls

  /// Call when the screen appears, so that the first breath is on time.
  public func prepare() async { _ = await isReady() }

  public func begin(breaths: Int) {
    guard phase == .idle else { return }
    exercise?.cancel()
    breathsLeft = breaths
    run()
  }

  /// Ends the exercise early: what is felt fades away within a second.
  public func end() {
    exercise?.cancel()
    let player = phase == .inhale ? inhale : phase == .exhale ? exhale : phase == .bell ? bell : nil
    phase = .idle
    breathsLeft = 0
    guard let engine, isRunning else { return }
    let fade = CHHapticParameterCurve(
      parameterID: .hapticIntensityControl, controlPoints: [.init(relativeTime: 1, value: 0)], relativeTime: 0)
    report {
      try player?.scheduleParameterCurve(fade, atTime: CHHapticTimeImmediate)
      try player?.stop(atTime: engine.currentTime + 1)
    }
    // A faded player keeps its control at 0.
    (inhale, exhale, bell) = (nil, nil, nil)
    exercise = Task { [weak self] in
      try? await Task.sleep(for: .seconds(1.5))
      if !Task.isCancelled { self?.finish() }
    }
  }

  public func pause() {
    guard exercise != nil, phase != .idle else { return }
    exercise?.cancel()
    phase = .paused
    guard isRunning else { return }
    for player in [inhale, exhale, bell] { report { try player?.stop(atTime: CHHapticTimeImmediate) } }
  }

  /// Repeats the breath that was interrupted.
  public func resume() { if phase == .paused { run() } }

  /// A reminder to sit upright, at most one in 30 s.
  public func nudge() async {
    if let lastNudge, now().timeIntervalSince(lastNudge) < 30 { return }
    guard await isReady(), let engine else { return }
    lastNudge = now()
    report { try engine.makePlayer(with: BreathPatterns.nudge()).start(atTime: CHHapticTimeImmediate) }
  }

  // MARK: The exercise

  private func run() {
    exercise = Task { [weak self] in
      // Without haptics, there is still the screen.
      _ = await self?.isReady()
      do {
        while let self, breathsLeft > 0 {
          try await breathe()
          breathsLeft -= 1
        }
        try await self?.ring()
      } catch is CancellationError {
        return
      } catch { self?.error = error.localizedDescription }
      self?.finish()
    }
  }

  private func breathe() async throws {
    phase = .inhale
    if isRunning { try inhale?.start(atTime: CHHapticTimeImmediate) }
    try await Task.sleep(for: .seconds(4))
    phase = .hold
    try await Task.sleep(for: .seconds(2))
    phase = .exhale
    if isRunning { try exhale?.start(atTime: CHHapticTimeImmediate) }
    try await Task.sleep(for: .seconds(6))
  }

  /// Strikes the bell and waits for its end.
  private func ring() async throws {
    guard isRunning, let bell else { return }
    phase = .bell
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    bell.completionHandler = { @Sendable _ in end.finish() }
    try bell.start(atTime: CHHapticTimeImmediate)
    for await _ in ends {}
    try Task.checkCancellation()
  }

  private func finish() {
    phase = .idle
    exercise = nil
    isRunning = false
    engine?.stop()
  }

  // MARK: The engine

  /// Creates and starts the engine if needed.
  private func isReady() async -> Bool {
    guard CHHapticEngine.capabilitiesForHardware().supportsHaptics else { return false }
    do {
      let engine = try self.engine ?? makeEngine()
      if !isRunning {
        try await engine.start()
        isRunning = true
      }
      if bell == nil { try makePlayers(engine) }
      error = nil
      return true
    } catch {
      self.error = error.localizedDescription
      return false
    }
  }

  private func makeEngine() throws -> CHHapticEngine {
    // The voice that speaks during the exercise mixes with the user's music.
    let session = AVAudioSession.sharedInstance()
    try session.setCategory(.playback, mode: .spokenAudio, options: .mixWithOthers)
    try session.setActive(true)
    let made = try CHHapticEngine(audioSession: session)
    made.playsHapticsOnly = true
    made.stoppedHandler = { @Sendable [weak self] _ in Task { @MainActor in self?.engineStopped() } }
    made.resetHandler = { @Sendable [weak self] in Task { @MainActor in self?.engineWasReset() } }
    engine = made
    return made
  }

  private func makePlayers(_ engine: CHHapticEngine) throws {
    inhale = try engine.makeAdvancedPlayer(with: BreathPatterns.swell(from: 0.2, to: 1, over: 4))
    exhale = try engine.makeAdvancedPlayer(with: BreathPatterns.swell(from: 0.8, to: 0, over: 6))
    bell = try engine.makeAdvancedPlayer(with: BreathPatterns.bell())
  }

  private func engineStopped() {
    isRunning = false
    pause()
  }

  /// The players are lost, and the exercise continues with new ones.
  private func engineWasReset() {
    isRunning = false
    (inhale, exhale, bell) = (nil, nil, nil)
    pause()
    resume()
  }

  private func audioInterrupted(_ notification: Notification) {
    let info = notification.userInfo
    guard let value = info?[AVAudioSessionInterruptionTypeKey] as? UInt else { return }
    switch AVAudioSession.InterruptionType(rawValue: value) {
    case .began: pause()
    case .ended:
      let options = AVAudioSession.InterruptionOptions(
        rawValue: info?[AVAudioSessionInterruptionOptionKey] as? UInt ?? 0)
      if options.contains(.shouldResume) { resume() }
    default: break
    }
  }

  private func report(_ body: () throws -> Void) {
    do { try body() } catch { self.error = error.localizedDescription }
  }
}
