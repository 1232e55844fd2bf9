// An app's own code is not documented.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import GameController
import MediaAccessibility
import SwiftUI
import os

private let logger = Logger(subsystem: Bundle.main.bundleIdentifier!, category: "bell")

private struct VolumeKey: EnvironmentKey {
  static let defaultValue = 1.0
}

extension EnvironmentValues {
  public var bellVolume: Double {
    get { self[VolumeKey.self] }
    set { self[VolumeKey.self] = newValue }
  }
}

/// A bell that sleeps with the app, and rings when it is touched.
public struct BellView: View {
  @Environment(\.scenePhase) private var scenePhase
  @Environment(\.bellVolume) private var volume
  @State private var rings = 0
  let heard: (String) -> Void
  public init(heard: @escaping (String) -> Void) { self.heard = heard }

  public var body: some View {
    VStack(spacing: 8) {
      Text("Bell")
        .onTapGesture(count: 2) { heard("two taps at \(volume)") }
        .onLongPressGesture(minimumDuration: 1) { heard("long press") }
      Button("Ring") {
        rings += 1
        heard("ring \(rings)")
      }
      Image(systemName: "bell")
        .gesture(DragGesture(minimumDistance: 0).onEnded { heard("swing by \($0.translation.width)") })
        .simultaneousGesture(TapGesture().onEnded { heard("tap") })
    }
    .onAppear { heard("appear") }
    .onDisappear { heard("disappear") }
    .onChange(of: scenePhase) { old, new in heard("\(old) to \(new)") }
    .sensoryFeedback(.pathComplete, trigger: scenePhase)
    .sensoryFeedback(trigger: scenePhase) { .press(.slider) }
  }

  public static func ring(in view: UIView) {
    UIImpactFeedbackGenerator(style: .light, view: view).impactOccurred()
    UIImpactFeedbackGenerator(view: view).impactOccurred(at: .zero)
    UINotificationFeedbackGenerator(view: view).notificationOccurred(.success)
    UISelectionFeedbackGenerator(view: view).selectionChanged()
    UICanvasFeedbackGenerator(view: view).pathCompleted(at: .zero)
    logger.debug("rang, \(GCStylus.styli.count) styluses, music: \(MAMusicHapticsManager.shared.isActive)")
  }
}
