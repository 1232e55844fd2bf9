// swift-tools-version: 6.2
import PackageDescription

// Apps as they are, in Swift 5 mode: one with a `HapticEngine` of its own, as a module and as a class, singletons and delays; one
// that imports Apple's other modules. And their tests, in both frameworks.
let app: [SwiftSetting] = [.swiftLanguageMode(.v5), .enableUpcomingFeature("MemberImportVisibility")]

let package = Package(
  name: "Downstream",
  dependencies: [.package(name: "thrum", path: "../../..")],
  targets: [
    .target(
      name: "HapticEngine", dependencies: [.product(name: "CoreHaptics", package: "thrum")], swiftSettings: app),
    .testTarget(
      name: "HapticEngineTests",
      dependencies: [
        "HapticEngine", .product(name: "ThrumTesting", package: "thrum"),
        .product(name: "ThrumDelays", package: "thrum"),
      ],
      swiftSettings: app),
    .testTarget(
      name: "ScopeTests",
      dependencies: [
        "HapticEngine", .product(name: "ThrumTesting", package: "thrum"),
        .product(name: "ThrumDelays", package: "thrum"),
      ],
      swiftSettings: app),
    .target(
      name: "Kitchen",
      dependencies: [
        .product(name: "CoreHaptics", package: "thrum"), .product(name: "AppleShims", package: "thrum"),
      ], swiftSettings: app),
    .testTarget(
      name: "KitchenTests",
      dependencies: [
        "Kitchen", .product(name: "ThrumTesting", package: "thrum"), .product(name: "AppleShims", package: "thrum"),
      ], swiftSettings: app),
  ])
