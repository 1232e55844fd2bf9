// swift-tools-version: 6.2
import PackageDescription

// Apps in Swift 5 mode with their tests in both frameworks: one has its own `HapticEngine`, as a module and as a
// class, with singletons and delays; the other imports more of Apple's modules. Plug-ins of Flutter and Expo.
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
        "HapticEngine", .product(name: "CoreHaptics", package: "thrum"),
        .product(name: "ThrumTesting", package: "thrum"), .product(name: "ThrumDelays", package: "thrum"),
      ],
      swiftSettings: app),
    .testTarget(
      name: "ScopeTests",
      dependencies: [
        "HapticEngine", .product(name: "CoreHaptics", package: "thrum"),
        .product(name: "ThrumTesting", package: "thrum"), .product(name: "ThrumDelays", package: "thrum"),
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
    .target(
      name: "Plugins",
      dependencies: ["CoreHaptics", "Flutter", "ExpoModulesCore", "WatchKit"].map {
        .product(name: $0, package: "thrum")
      }, swiftSettings: app),
    .testTarget(
      name: "PluginsTests", dependencies: ["Plugins", .product(name: "ThrumTesting", package: "thrum")],
      swiftSettings: app),
  ])
