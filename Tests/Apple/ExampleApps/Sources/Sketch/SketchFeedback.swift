// An app's own code is not documented.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AVFoundation
import Combine
import QuartzCore
import UIKit

/// Saves in the background, and says whether it worked.
public final class SketchDocument {
  public let saves = PassthroughSubject<Bool, Never>()
  private let queue = DispatchQueue(label: "com.example.sketch.document")
  public init() {}

  public func save(to folder: URL) {
    queue.async {
      let file = folder.appendingPathComponent("sketch.json")
      self.saves.send((try? Data("{}".utf8).write(to: file)) != nil)
    }
  }
}

/// What the drawing screen feels like: the system's feedback, and paper under the pen if Core Haptics is supported.
@MainActor public final class SketchFeedback: ObservableObject {
  public enum Tool: CaseIterable, Sendable {
    case pencil, brush, eraser
  }

  @Published public var isEnabled = true
  private let paper = Paper()
  private let snap = UISelectionFeedbackGenerator()
  private let outcome = UINotificationFeedbackGenerator()
  private let touch = UIImpactFeedbackGenerator(style: .soft)
  private let tools: [Tool: UIImpactFeedbackGenerator] = [
    .pencil: UIImpactFeedbackGenerator(style: .light), .brush: UIImpactFeedbackGenerator(style: .medium),
    .eraser: UIImpactFeedbackGenerator(style: .heavy),
  ]
  private let speeds = PassthroughSubject<Float, Never>()
  private var lastSnap = -Double.infinity
  private var cancellables: Set<AnyCancellable> = []

  public init(document: SketchDocument) {
    document.saves.receive(on: DispatchQueue.main)
      .sink { [weak self] in self?.saved($0) }.store(in: &cancellables)
    // The pen reports up to 240 speeds a second.
    speeds.throttle(for: .milliseconds(40), scheduler: DispatchQueue.main, latest: true)
      .sink { [weak self] in self?.paper?.follow(speed: $0) }.store(in: &cancellables)
    $isEnabled.filter { !$0 }.sink { [weak self] _ in self?.paper?.end() }.store(in: &cancellables)
  }

  /// Call when the pen comes near, so that its touch is felt at once.
  public func penHovers() {
    guard isEnabled else { return }
    snap.prepare()
    if let paper { paper.wake() } else { touch.prepare() }
  }

  public func strokeBegan() {
    guard isEnabled else { return }
    // Phones without Core Haptics still have feedback generators.
    guard let paper else { return touch.impactOccurred(intensity: 0.6) }
    paper.begin()
  }

  /// Call with the pen's speed, 0…1.
  public func strokeMoved(speed: Float) { if isEnabled { speeds.send(speed) } }

  public func strokeEnded() { paper?.end() }

  /// Call when the pen crosses a line of the grid. Quick strokes cross many.
  public func snapped() {
    let time = CACurrentMediaTime()
    guard isEnabled, time - lastSnap >= 0.05 else { return }
    lastSnap = time
    snap.selectionChanged()
    snap.prepare()
  }

  /// Call before a voice note is recorded beside the drawing, or nothing is felt meanwhile.
  public func voiceNoteBegins() throws {
    let session = AVAudioSession.sharedInstance()
    try session.setCategory(.playAndRecord, options: .mixWithOthers)
    try session.setAllowHapticsAndSystemSoundsDuringRecording(true)
  }

  public func picked(_ tool: Tool) { if isEnabled { tools[tool]?.impactOccurred() } }

  private func saved(_ isSaved: Bool) {
    guard isEnabled else { return }
    outcome.notificationOccurred(isSaved ? .success : .error)
  }
}
