// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Swish",
  products: [.library(name: "Swish", targets: ["Swish"])],
  dependencies: [.package(path: "../thrum")],
  targets: [
    .target(
      name: "Swish",
      dependencies: [.product(name: "CoreHaptics", package: "thrum", condition: .when(platforms: [.linux]))],
      resources: [.process("Sounds")]),
    .testTarget(
      name: "SwishTests",
      dependencies: [
        "Swish", .product(name: "ThrumTesting", package: "thrum", condition: .when(platforms: [.linux])),
      ]),
  ])
