// An app's own code is not documented.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CoreHaptics

/// A state layer that imports nothing but Core Haptics.
public final class Stove: ObservableObject {
  @Published public var heat = 0
  @Published public private(set) var isHot = false
  public init() { $heat.map { $0 > 3 }.assign(to: &$isHot) }
}
