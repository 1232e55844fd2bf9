// An app's own code is not documented.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CoreHaptics.CHHapticEngine
import SwiftUI
import os.log

private let log = OSLog(subsystem: "kitchen", category: "recipes")

/// Settings of an app that imports SwiftUI only.
public struct KitchenSettings {
  @AppStorage("kitchen.haptics") public var hasHaptics = true
  @AppStorage("kitchen.servings") public var servings = 4
  @AppStorage("kitchen.page") public var page = URL(string: "https://example.com/soup")!
  public init() {}
}

@Observable public final class RecipeBook {
  public private(set) var page = 0
  public private(set) var engine: CHHapticEngine?
  public init() {}

  public func open() {
    guard CHHapticEngine.capabilitiesForHardware().supportsHaptics else { return }
    engine = try? CHHapticEngine()
    os_log("open", log: log, type: .info)
  }

  public func turn() { withAnimation(.easeOut(duration: 0.2)) { page += 1 } }
}

public struct RecipeView: View {
  let page: Int
  let isDone: Bool
  public init(page: Int, isDone: Bool = false) { (self.page, self.isDone) = (page, isDone) }

  public var body: some View {
    EmptyView()
      .sensoryFeedback(.selection, trigger: page)
      .sensoryFeedback(trigger: isDone) { _, isDone in isDone ? .success : nil }
      .sensoryFeedback(.impact(weight: .heavy, intensity: 0.5), trigger: page) { $1 > $0 + 1 }
  }
}

private struct TimerFeedback: ViewModifier {
  let isOver: Bool

  func body(content: Content) -> some View {
    if #available(iOS 17.0, *) {
      content.sensoryFeedback(.warning, trigger: isOver)
    } else {
      content.onChange(of: isOver) { _ in }
    }
  }
}

public struct TimerView: View {
  let isOver: Bool
  let heard: @MainActor (Bool) -> Void
  public init(isOver: Bool, heard: @escaping @MainActor (Bool) -> Void = { _ in }) {
    (self.isOver, self.heard) = (isOver, heard)
  }

  public var body: some View {
    EmptyView().modifier(TimerFeedback(isOver: isOver)).onChange(of: isOver) { _, isOver in heard(isOver) }
  }
}
