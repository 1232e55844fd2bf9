// An app's own code is not documented.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Combine
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

/// Tells the last value and the new one, as packages did before `onChange` gave both.
private struct ChangeTeller<Value: Equatable>: ViewModifier {
  let value: Value
  let heard: (Value, Value) -> Void
  @State private var last: Value
  @State private var told: Int?

  init(value: Value, heard: @escaping (Value, Value) -> Void) {
    (self.value, self.heard) = (value, heard)
    _last = State(initialValue: value)
  }

  func body(content: Content) -> some View {
    content.onAppear { told = 0 }
      .onReceive(Just(value)) { value in
        guard last != value else { return }
        heard(last, value)
        last = value
        told? += 1
      }
  }
}

extension View {
  public func telling<Value: Equatable>(_ value: Value, to heard: @escaping (Value, Value) -> Void) -> some View {
    modifier(ChangeTeller(value: value, heard: heard))
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
