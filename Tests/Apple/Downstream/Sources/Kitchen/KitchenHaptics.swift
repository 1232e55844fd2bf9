// An app's own code is not documented.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AVFoundation
import AudioToolbox.AudioServices
import Combine
import CoreHaptics
import UIKit.UIImpactFeedbackGenerator
import os

private let logger = Logger(subsystem: "kitchen", category: "haptics")

/// A manager that falls back to the system's feedback, observes the app's lifecycle and publishes its state.
public final class KitchenHaptics: NSObject, ObservableObject {
  public static let shared = KitchenHaptics()

  @Published public private(set) var isAwake = true
  private var cancellables = Set<AnyCancellable>()
  private let light = UIImpactFeedbackGenerator(style: .light)

  override init() {
    super.init()
    try? AVAudioSession.sharedInstance().setCategory(
      .playAndRecord, mode: .default, policy: .default, options: [.mixWithOthers])
    try? AVAudioSession.sharedInstance().setAllowHapticsAndSystemSoundsDuringRecording(true)
    NotificationCenter.default.publisher(for: UIApplication.didEnterBackgroundNotification)
      .sink { [weak self] _ in self?.isAwake = false }.store(in: &cancellables)
    NotificationCenter.default.publisher(for: UIApplication.willEnterForegroundNotification)
      .receive(on: DispatchQueue.main).sink { [weak self] _ in self?.isAwake = true }.store(in: &cancellables)
    logger.info("awake: \(self.isAwake, privacy: .public)")
  }

  public func prepare() { light.prepare() }
  public func chop(_ strength: CGFloat = 1) { light.impactOccurred(intensity: strength) }

  public func impact(_ style: UIImpactFeedbackGenerator.FeedbackStyle) {
    UIImpactFeedbackGenerator(style: style).impactOccurred()
  }

  public func served(_ isRight: Bool) {
    UINotificationFeedbackGenerator().notificationOccurred(isRight ? .success : .error)
  }

  public func turnPage() { UISelectionFeedbackGenerator().selectionChanged() }
  public func ring() { AudioServicesPlaySystemSound(SystemSoundID(kSystemSoundID_Vibrate)) }
  public func play(_ sound: SystemSoundID) { AudioServicesPlaySystemSound(sound) }
}
