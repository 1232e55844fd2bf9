// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

// For `make test`: unoptimised, what renders and draws would take most of the tests' time. A package that depends on this one
// never sees the flag, which it could not have.
let tested: [SwiftSetting] =
  Context.environment["THRUM_OPTIMISED"] == nil
  ? strict : strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]

// The C library's functions implement those of its header. 6.2 does that when it is asked to, and when it sees the header this way.
#if compiler(>=6.3)
  let implementing: [SwiftSetting] = []
#else
  let implementing: [SwiftSetting] = [
    .unsafeFlags([
      "-enable-experimental-feature", "CImplementation", "-import-objc-header",
      Context.packageDirectory + "/Sources/CThrum/bridging.h",
    ])
  ]
#endif

// What the benchmarks are held against is written for the machine at hand; no product depends on it.
#if arch(x86_64)
  let native = ["-O3", "-march=native", "-Wno-psabi"]
#else
  let native = ["-O3", "-mcpu=native", "-Wno-psabi"]
#endif

// The command and the tools need another package. Whoever depends on Thrum for its libraries has nothing to do with that, and fetches
// nothing: see Docs/Decisions/0038.
// Swift Package Index builds on a bare image and says so: it gets what needs no Debian package.
let isIndexed = Context.environment["SPI_BUILD"] != nil
let hasTools =
  !isIndexed
  && (Context.environment["THRUM_TOOLS"] != nil || Context.environment["PWD"] == Context.packageDirectory)
let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")

let libraries: [Target] = [
  .target(name: "ThrumPattern", swiftSettings: tested),
  .target(name: "ThrumDevice", dependencies: ["ThrumPattern", "CRealtime"], swiftSettings: tested),
  .target(name: "ThrumRender", dependencies: ["ThrumDevice", "ThrumPattern", "CRealtime"], swiftSettings: tested),
  .target(
    name: "ThrumEngine", dependencies: ["ThrumPattern", "ThrumDevice", "ThrumRender", "CRealtime"],
    swiftSettings: tested),
  .target(
    name: "ThrumAnalysis", dependencies: ["ThrumPattern", "ThrumDevice", "ThrumRender", "ThrumEngine", "CRealtime"],
    swiftSettings: tested),
  .target(name: "ThrumScenario", dependencies: ["ThrumPattern", "ThrumEngine"], swiftSettings: tested),
  .target(
    name: "ThrumTesting", dependencies: ["ThrumPattern", "ThrumEngine", "ThrumScenario", "CDelays"],
    swiftSettings: strict),
  .target(name: "CoreHaptics", dependencies: ["ThrumPattern", "ThrumEngine"], swiftSettings: strict),
  .target(name: "ThrumFeedback", dependencies: ["ThrumPattern", "ThrumEngine"], swiftSettings: strict),
  .target(
    name: "ThrumOutput",
    dependencies: [
      "ThrumPattern", "ThrumDevice", "ThrumRender", "CRealtime", "COutput",
    ],
    swiftSettings: tested),
  .target(
    name: "ThrumStudio",
    dependencies: [
      "ThrumPattern", "ThrumDevice", "ThrumRender", "ThrumEngine", "ThrumAnalysis", "ThrumOutput", "CRealtime",
      "CStudioFiles",
      "CMicroHTTPD",
    ], exclude: ["Page"], swiftSettings: tested),
  .target(name: "CThrumHeader"),
  .target(
    name: "CThrum",
    dependencies: [
      "CThrumHeader", "ThrumPattern", "ThrumDevice", "ThrumRender", "ThrumEngine", "ThrumFeedback", "ThrumScenario",
      "ThrumOutput",
    ],
    exclude: ["exports.map", "bridging.h"], swiftSettings: strict + implementing),
]

// As much of Apple's other modules as haptics code uses, under their names; for apps' own builds, and only for those that want it. The
// command's build has none: a package of its finds `os` and expects all of it.
let shims: [Target] =
  hasTools
  ? []
  : [
    shim("UIKit", ["ThrumEngine", "ThrumFeedback", "ThrumPattern"]),
    shim("AudioToolbox", ["ThrumFeedback", "ThrumEngine", "ThrumPattern"]),
    shim("AVFAudio", ["CoreHaptics", "ThrumEngine"]),
    shim("AVFoundation", ["AVFAudio"]),
    shim("GameController", ["CoreHaptics", "ThrumEngine"]),
    shim("Combine", []),
    shim("os", []),
    shim("OSLog", ["os"]),
    shim("_Testing_UIKit", []),
  ]

func shim(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, path: "Sources/AppleShims/\(name)", swiftSettings: strict)
}

// The C that Swift cannot say, and the libraries of the system, which are loaded when they are needed.
let system: [Target] = [
  .target(name: "CRealtime", path: "Sources/System/CRealtime"),
  .target(name: "COutput", dependencies: ["CRealtime"], path: "Sources/System/COutput"),
  .target(name: "CDelays", path: "Sources/System/CDelays"),
  .target(name: "CStudioFiles", path: "Sources/System/CStudioFiles", exclude: ["list-files.sh"]),
  .target(name: "CCairo", dependencies: ["CRealtime"], path: "Sources/System/CCairo"),
  .target(name: "CMicroHTTPD", dependencies: ["CRealtime"], path: "Sources/System/CMicroHTTPD"),
]

let tools: [Target] = [
  .executableTarget(
    name: "thrum",
    dependencies: [
      "ThrumPattern", "ThrumDevice", "ThrumRender", "ThrumEngine", "ThrumAnalysis", "ThrumScenario", "ThrumOutput",
      "ThrumStudio",
      "CRealtime", "CCairo", arguments,
    ], swiftSettings: tested),
  .target(name: "BenchmarkReference", path: "Tests/BenchmarkReference", cSettings: [.unsafeFlags(native)]),
  .executableTarget(
    name: "Benchmarks",
    dependencies: [
      "ThrumPattern", "ThrumDevice", "ThrumRender", "ThrumEngine", "CoreHaptics", "CRealtime", "BenchmarkReference",
      "TestSupport",
    ],
    path: "Tests/Benchmarks", swiftSettings: strict),
  .executableTarget(
    name: "Soak",
    dependencies: ["ThrumPattern", "ThrumDevice", "ThrumRender", "ThrumEngine", "ThrumOutput", "TestSupport"],
    path: "Tests/Soak", swiftSettings: strict),
  .executableTarget(
    name: "Fuzz",
    dependencies: [
      "ThrumPattern", "ThrumDevice", "ThrumRender", "ThrumEngine", "ThrumAnalysis", "ThrumScenario", "ThrumStudio",
      "CThrum", "CThrumHeader",
    ],
    path: "Tests/Fuzz", exclude: ["Corpus", "fuzz.sh"], swiftSettings: strict),
  .executableTarget(name: "Lanes", dependencies: [arguments], path: "Tests/Lanes", swiftSettings: strict),
]

let commandTests: [Target] = [
  .testTarget(
    name: "CommandTests",
    dependencies: [
      "thrum", "ThrumPattern", "ThrumDevice", "ThrumRender", "ThrumEngine", "ThrumAnalysis", "ThrumScenario",
      "TestSupport", arguments,
    ], swiftSettings: strict)
]

let tests: [Target] = [
  .target(
    name: "TestSupport",
    dependencies: ["ThrumPattern", "ThrumDevice", "ThrumRender", "ThrumEngine", "ThrumAnalysis"],
    path: "Tests/TestSupport",
    swiftSettings: tested
  ),
  .target(name: "Interposer", path: "Tests/Interposer"),
  .target(name: "VirtualPad", path: "Tests/VirtualPad"),
  .testTarget(name: "ThrumPatternTests", dependencies: ["ThrumPattern", "TestSupport"], swiftSettings: strict),
  .testTarget(
    name: "ThrumEngineTests",
    dependencies: ["ThrumEngine", "ThrumScenario", "ThrumDevice", "ThrumRender", "ThrumPattern", "TestSupport"],
    swiftSettings: strict),
  .testTarget(
    name: "ThrumTestingTests", dependencies: ["ThrumTesting", "ThrumEngine", "ThrumPattern"],
    exclude: ["__Snapshots__"], swiftSettings: strict),
  .testTarget(
    name: "CoreHapticsTests", dependencies: ["CoreHaptics", "ThrumEngine", "ThrumTesting"], swiftSettings: strict),
  .testTarget(
    name: "RealtimeTests",
    dependencies: ["Interposer", "ThrumDevice", "ThrumRender", "ThrumEngine", "ThrumPattern", "CRealtime"],
    swiftSettings: strict),
  .systemLibrary(
    name: "CSndFile", path: "Tests/CSndFile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
  .testTarget(
    name: "ThrumOutputTests",
    dependencies: [
      "ThrumOutput", "ThrumDevice", "ThrumRender", "ThrumEngine", "ThrumPattern", "CRealtime", "CSndFile",
      "TestSupport",
    ], swiftSettings: strict),
  .testTarget(
    name: "DeviceTests",
    dependencies: [
      "ThrumOutput", "ThrumDevice", "ThrumRender", "ThrumEngine", "ThrumPattern", "CRealtime", "TestSupport",
      "VirtualPad",
    ],
    swiftSettings: strict),
  .testTarget(
    name: "ThrumRenderTests",
    dependencies: ["ThrumDevice", "ThrumRender", "ThrumEngine", "ThrumPattern", "TestSupport"],
    swiftSettings: strict),
  .testTarget(
    name: "ThrumStudioTests", dependencies: ["ThrumStudio", "ThrumEngine", "ThrumPattern", "TestSupport"],
    swiftSettings: strict),
  .testTarget(
    name: "StudioDeviceTests", dependencies: ["ThrumStudio", "ThrumDevice", "ThrumRender", "TestSupport"],
    swiftSettings: strict),
]

// What cannot be built without the headers of Debian's libraries.
let withHeaders: Set = ["ThrumOutput", "ThrumStudio", "CThrum", "COutput", "CCairo", "CMicroHTTPD"]

let products: [Product] =
  [
    .library(name: "ThrumPattern", targets: ["ThrumPattern"]),
    .library(name: "CoreHaptics", targets: ["CoreHaptics"]),
    .library(name: "ThrumDevice", targets: ["ThrumDevice"]),
    .library(name: "ThrumEngine", targets: ["ThrumEngine"]),
    .library(name: "ThrumAnalysis", targets: ["ThrumAnalysis"]),
    .library(name: "ThrumScenario", targets: ["ThrumScenario"]),
    .library(name: "ThrumTesting", targets: ["ThrumTesting"]),
    .library(name: "ThrumFeedback", targets: ["ThrumFeedback"]),
    hasTools
      ? .executable(name: "thrum", targets: ["thrum"]) : .library(name: "AppleShims", targets: shims.map(\.name)),
  ]
  + (isIndexed
    ? []
    : [
      .library(name: "ThrumOutput", targets: ["ThrumOutput"]),
      .library(name: "Thrum", type: .dynamic, targets: ["CThrum"]),
    ])

let package = Package(
  name: "thrum",
  products: products,
  dependencies: hasTools ? [.package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")] : [],
  targets: isIndexed
    ? (libraries + shims + system).filter { !withHeaders.contains($0.name) }
    : libraries + shims + system + tests + (hasTools ? tools + commandTests : []),
  swiftLanguageModes: [.v6]
)
