// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Dive",
  products: [.library(name: "Dive", targets: ["Dive"])],
  dependencies: [.package(name: "thrum", path: "../../..")],
  targets: [
    .target(
      name: "Dive",
      dependencies: [.product(name: "CoreHaptics", package: "thrum", condition: .when(platforms: [.linux]))],
      // As resources, for sounds of patterns, and for the test that compares the accessors with the files.
      resources: [.copy("Haptics")],
      plugins: [.plugin(name: "ThrumHaptics", package: "thrum")]),
    .testTarget(
      name: "DiveTests",
      dependencies: [
        "Dive", .product(name: "CoreHaptics", package: "thrum", condition: .when(platforms: [.linux])),
        .product(name: "ThrumTesting", package: "thrum", condition: .when(platforms: [.linux])),
      ]),
  ])
