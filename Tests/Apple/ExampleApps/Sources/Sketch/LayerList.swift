// An app's own code is not documented.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import SwiftUI

/// The list of layers: choosing one is felt, and merging two more so.
public struct LayerList: View {
  private let chosen: Int
  private let count: Int
  private let hasFeedback: Bool

  public init(chosen: Int, count: Int, hasFeedback: Bool = true) {
    (self.chosen, self.count, self.hasFeedback) = (chosen, count, hasFeedback)
  }

  public var body: some View {
    Text("Layer \(chosen) of \(count)")
      .sensoryFeedback(trigger: chosen) { _, _ in hasFeedback ? .selection : nil }
      .sensoryFeedback(trigger: count) { before, after in
        hasFeedback && after < before ? .impact(weight: .heavy, intensity: 0.8) : nil
      }
  }
}
