// swift-tools-version: 6.2
import PackageDescription

// An app as they are: its own `HapticEngine`, both as a module and as a class, singletons, delays; and its tests in both frameworks.
let app: [SwiftSetting] = [.swiftLanguageMode(.v5), .enableUpcomingFeature("MemberImportVisibility")]

let package = Package(
  name: "Downstream",
  dependencies: [.package(name: "thrum", path: "../..")],
  targets: [
    .target(
      name: "HapticEngine", dependencies: [.product(name: "CoreHaptics", package: "thrum")], swiftSettings: app),
    .testTarget(
      name: "HapticEngineTests", dependencies: ["HapticEngine", .product(name: "ThrumTesting", package: "thrum")],
      swiftSettings: app),
    .testTarget(
      name: "ScopeTests", dependencies: ["HapticEngine", .product(name: "ThrumTesting", package: "thrum")],
      swiftSettings: app),
  ])
