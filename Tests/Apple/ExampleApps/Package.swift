// swift-tools-version: 6.2
import PackageDescription

// Three apps as they would be written for a phone, in both language modes, each with the tests of a careful team.
let swift5: [SwiftSetting] = [.swiftLanguageMode(.v5)]

func thrum(_ products: String...) -> [Target.Dependency] { products.map { .product(name: $0, package: "thrum") } }

let package = Package(
  name: "ExampleApps",
  dependencies: [.package(name: "thrum", path: "../../..")],
  targets: [
    .target(
      name: "Marble", dependencies: thrum("CoreHaptics", "AppleShims"), resources: [.process("Resources")],
      swiftSettings: swift5),
    .target(name: "Breathe", dependencies: thrum("CoreHaptics", "AppleShims")),
    .target(name: "Sketch", dependencies: thrum("CoreHaptics", "AppleShims"), swiftSettings: swift5),
    .testTarget(
      name: "MarbleTests", dependencies: ["Marble"] + thrum("ThrumTesting", "ThrumDelays"),
      exclude: ["__Snapshots__"], swiftSettings: swift5),
    .testTarget(
      name: "BreatheTests", dependencies: ["Breathe"] + thrum("ThrumTesting", "ThrumDelays"),
      exclude: ["__Snapshots__"]),
    .testTarget(
      name: "SketchTests", dependencies: ["Sketch"] + thrum("ThrumTesting", "ThrumDelays"), swiftSettings: swift5),
  ])
