// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
  name: "thrum",
  products: [
    .library(name: "HapticPattern", targets: ["HapticPattern"])
  ],
  targets: [
    .target(name: "HapticPattern", swiftSettings: strict),
    .target(name: "CRealtime"),
    .target(name: "HapticRender", dependencies: ["CRealtime"], swiftSettings: strict),
    .testTarget(name: "HapticPatternTests", dependencies: ["HapticPattern"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
