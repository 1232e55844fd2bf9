// swift-tools-version: 6.2
import Foundation
import PackageDescription

// An app's package as it is: on Apple's systems CoreHaptics is the system's, on Linux it is Thrum's.
// `BUG=1`, `2` or `3` in the environment plants a bug for the tests to find.
let bug = ProcessInfo.processInfo.environment["BUG"].map { [SwiftSetting.define("BUG_\($0)")] } ?? []

let package = Package(
  name: "FirstHapticTest",
  products: [.library(name: "Swish", targets: ["Swish"])],
  dependencies: [.package(name: "thrum", path: "../../..")],
  targets: [
    .target(
      name: "Swish",
      dependencies: [.product(name: "CoreHaptics", package: "thrum", condition: .when(platforms: [.linux]))],
      swiftSettings: bug),
    .testTarget(
      name: "SwishTests", dependencies: ["Swish", .product(name: "HapticTesting", package: "thrum")]),
  ])
