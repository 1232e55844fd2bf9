// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

// For `make test`: unoptimised rendering and analysis would take most of the tests' time. Modules that compute little
// stay unoptimised, because optimising them takes longer than their tests. Packages that depend on Thrum never get the
// flag, which SwiftPM would refuse.
let tested: [SwiftSetting] =
  Context.environment["THRUM_OPTIMISED"] == nil
  ? strict : strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]

// The C library's functions implement the declarations of its header, which Swift 6.2 supports only with these flags.
#if compiler(>=6.3)
  let implementing: [SwiftSetting] = []
#else
  let implementing: [SwiftSetting] = [
    .unsafeFlags([
      "-enable-experimental-feature", "CImplementation", "-import-objc-header",
      Context.packageDirectory + "/Sources/Bindings/CThrum/bridging.h",
    ])
  ]
#endif

// The benchmarks' reference is optimised for this processor; no product depends on it.
#if arch(x86_64)
  let native = ["-O3", "-march=native", "-Wno-psabi"]
#else
  let native = ["-O3", "-mcpu=native", "-Wno-psabi"]
#endif

// Only the command and the tools need another package; packages that use Thrum's libraries fetch nothing: see
// Docs/Decisions/0038.
// Swift Package Index builds on a bare image, so it gets only what needs no Debian package.
let isIndexed = Context.environment["SPI_BUILD"] != nil
let hasTools =
  !isIndexed
  && (Context.environment["THRUM_TOOLS"] != nil || Context.environment["PWD"] == Context.packageDirectory)
let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
// Distributions build without a network, from a folder.
let argumentParser: Package.Dependency =
  Context.environment["THRUM_ARGUMENT_PARSER"].map { .package(name: "swift-argument-parser", path: $0) }
  ?? .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")

// A target in a layer of `Sources`. Docs/Architecture.md says which target may import which.
func room(
  _ floor: String, _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
  _ settings: [SwiftSetting] = tested
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/\(floor)/\(name)", exclude: exclude,
    swiftSettings: settings)
}

let libraries: [Target] = [
  room("Core", "ThrumPattern"),
  room("Core", "ThrumSystem", ["CRealtime"]),
  room("Core", "ThrumDevice", ["ThrumPattern", "ThrumSystem", "CRealtime"]),
  room("Core", "ThrumRender", ["ThrumDevice", "ThrumPattern", "ThrumSystem", "CRealtime"]),
  room("Core", "ThrumEngine", ["ThrumPattern", "ThrumDevice", "ThrumRender", "ThrumSystem", "CRealtime"]),
  room("Core", "ThrumFeel", ["ThrumPattern", "ThrumDevice", "ThrumRender", "ThrumEngine"]),
  room("Formats", "ThrumFormats", ["ThrumPattern"], strict),
  room("Outputs", "ThrumOutput", ["ThrumPattern", "ThrumDevice", "ThrumSystem", "CRealtime", "COutput"], strict),
  room("Outputs", "ThrumMessages", ["ThrumPattern", "ThrumDevice", "ThrumSystem", "CRealtime"], strict),
  room(
    "Outputs", "ThrumPads", ["ThrumMessages", "ThrumPattern", "ThrumDevice", "ThrumSystem", "CRealtime", "CPads"],
    strict),
  room("Outputs", "ThrumVibrators", ["ThrumMessages", "ThrumDevice", "ThrumSystem", "CVibrators"], strict),
  room(
    "Outputs", "ThrumPhones",
    ["ThrumMessages", "ThrumFormats", "ThrumPattern", "ThrumDevice", "ThrumSystem", "CRealtime"], strict),
  room("Apple", "ThrumFoundation", [], strict),
  room("Apple", "CoreHaptics", ["ThrumPattern", "ThrumEngine", "ThrumFoundation", "CAppleHeaders"], strict),
  room("Apple", "ThrumFeedback", ["ThrumPattern", "ThrumEngine"], strict),
  room("Apple", "ThrumNotifications", ["ThrumEngine"], strict),
  room("Apple", "ThrumScenario", ["ThrumPattern", "ThrumEngine"], strict),
  room(
    "Apple", "ThrumTesting",
    ["ThrumPattern", "ThrumDevice", "ThrumEngine", "ThrumFeel", "ThrumScenario", "CTimers"], strict),
  room("Apple", "ThrumDelays", ["ThrumEngine", "CDelays"], strict),
  room("Tools", "ThrumAnalysis", ["ThrumPattern", "ThrumDevice", "ThrumEngine", "ThrumFeel", "CRealtime"]),
  room(
    "Tools", "ThrumStudio",
    [
      "ThrumPattern", "ThrumDevice", "ThrumSystem", "ThrumEngine", "ThrumFeel", "ThrumAnalysis", "ThrumFormats",
      "ThrumOutput",
      "CRealtime",
      "CStudioFiles", "CMicroHTTPD", "CQREncode",
    ], exclude: ["Page", "PhonePage", "SharePage", "package.json", "tsconfig.json", "page-types.d.ts"], strict),
  .target(name: "CThrumHeader", path: "Sources/Bindings/CThrumHeader"),
  room(
    "Bindings", "CThrum",
    [
      "CThrumHeader", "ThrumPattern", "ThrumDevice", "ThrumEngine", "ThrumFeedback", "ThrumScenario",
      "ThrumOutput", "ThrumPads", "ThrumVibrators",
    ], exclude: ["exports.map", "bridging.h"], strict + implementing),
]

let feedback: [Target.Dependency] = [
  "ThrumFoundation", "ThrumEngine", "ThrumFeedback", "ThrumNotifications", "ThrumPattern",
]

// The part of Apple's other modules that haptics code uses, under their names, for apps that ask for the product. The
// command's build leaves them out: one of its packages finds `os` and expects all of it.
let shims: [Target] =
  hasTools
  ? []
  : [
    room("Apple/AppleShims", "CoreGraphics", ["ThrumFoundation"], strict),
    room("Apple/AppleShims", "QuartzCore", ["ThrumFoundation", "ThrumEngine"], strict),
    room("Apple/AppleShims", "UIKit", ["CoreGraphics", "QuartzCore"] + feedback, strict),
    room("Apple/AppleShims", "SwiftUI", ["UIKit"] + feedback, strict),
    room("Apple/AppleShims", "AudioToolbox", feedback, strict),
    room("Apple/AppleShims", "AVFAudio", ["CoreHaptics"] + feedback, strict),
    room("Apple/AppleShims", "AVFoundation", ["AVFAudio"], strict),
    room("Apple/AppleShims", "AVKit", ["AVFoundation"], strict),
    room("Apple/AppleShims", "GameController", ["CoreHaptics"] + feedback, strict),
    room("Apple/AppleShims", "Combine", ["ThrumFoundation"], strict),
    room("Apple/AppleShims", "os", ["CAppleHeaders"], strict),
    room("Apple/AppleShims", "OSLog", ["os"], strict),
    room("Apple/AppleShims", "_Testing_UIKit", [], strict),
    room("Apple/AppleShims", "_Testing_CoreGraphics", [], strict),
  ]

// C that Swift cannot express, and system libraries, loaded on demand.
func system(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
  .target(name: name, dependencies: dependencies, path: "Sources/System/\(name)", exclude: exclude)
}

let systems: [Target] = [
  system("CRealtime"),
  system("COutput", ["CRealtime"]),
  system("CPads", ["CRealtime"]),
  system("CVibrators", ["CRealtime"]),
  system("CDelays", ["CRealtime"]),
  system("CTimers", ["CRealtime"]),
  system("CAppleHeaders"),
  system("CStudioFiles", exclude: ["list-files.sh"]),
  system("CCairo", ["CRealtime"]),
  system("CMicroHTTPD", ["CRealtime"]),
  system("CQREncode", ["CRealtime"]),
]

let tools: [Target] = [
  .executableTarget(
    name: "thrum",
    dependencies: [
      "ThrumPattern", "ThrumDevice", "ThrumSystem", "ThrumEngine", "ThrumFeel", "ThrumAnalysis", "ThrumFormats",
      "ThrumScenario",
      "ThrumOutput", "ThrumMessages", "ThrumPads", "ThrumVibrators", "ThrumPhones",
      "ThrumStudio", "CRealtime", "CCairo", arguments,
    ], path: "Sources/Tools/thrum", swiftSettings: strict),
  .target(name: "BenchmarkReference", path: "Tests/BenchmarkReference", cSettings: [.unsafeFlags(native)]),
  .executableTarget(
    name: "Benchmarks",
    dependencies: [
      "ThrumPattern", "ThrumDevice", "ThrumRender", "ThrumEngine", "ThrumFeel", "ThrumAnalysis", "ThrumOutput",
      "CoreHaptics",
      "CRealtime", "BenchmarkReference", "TestSupport",
    ],
    path: "Tests/Benchmarks", swiftSettings: strict),
  .executableTarget(
    name: "Soak",
    dependencies: ["ThrumPattern", "ThrumDevice", "ThrumRender", "ThrumEngine", "ThrumOutput", "TestSupport"],
    path: "Tests/Soak", swiftSettings: strict),
  .executableTarget(
    name: "Fuzz",
    dependencies: [
      "ThrumPattern", "ThrumDevice", "ThrumRender", "ThrumEngine", "ThrumFeel", "ThrumAnalysis", "ThrumFormats",
      "ThrumScenario",
      "ThrumStudio", "CThrum", "CThrumHeader",
    ],
    path: "Tests/Fuzz", exclude: ["Corpus", "fuzz.sh"], swiftSettings: strict),
  .executableTarget(name: "Lanes", dependencies: [arguments], path: "Tests/Lanes", swiftSettings: strict),
]

func suite(_ floor: String, _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, path: "Tests/\(floor)/\(name)", exclude: exclude, swiftSettings: strict)
}

let commandTests: [Target] = [
  suite(
    "Tools", "CommandTests",
    [
      "thrum", "ThrumPattern", "ThrumDevice", "ThrumRender", "ThrumEngine", "ThrumFeel", "ThrumAnalysis",
      "ThrumFormats",
      "ThrumScenario", "TestSupport", arguments,
    ])
]

let tests: [Target] = [
  .target(
    name: "TestSupport",
    dependencies: ["ThrumPattern", "ThrumDevice", "ThrumRender", "ThrumEngine", "ThrumFeel", "ThrumAnalysis"],
    path: "Tests/TestSupport", swiftSettings: tested),
  .target(name: "Interposer", path: "Tests/Core/Interposer"),
  .target(name: "VirtualPad", path: "Tests/Outputs/VirtualPad"),
  .systemLibrary(
    name: "CSndFile", path: "Tests/Outputs/CSndFile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
  suite("Core", "ThrumPatternTests", ["ThrumPattern", "TestSupport"]),
  suite("Core", "ThrumRenderTests", ["ThrumDevice", "ThrumRender", "ThrumEngine", "ThrumPattern", "TestSupport"]),
  suite(
    "Core", "ThrumEngineTests",
    ["ThrumEngine", "ThrumScenario", "ThrumDevice", "ThrumRender", "ThrumPattern", "TestSupport"]),
  suite("Core", "ThrumFeelTests", ["ThrumFeel", "ThrumEngine", "ThrumDevice", "ThrumPattern", "TestSupport"]),
  suite(
    "Core", "RealtimeTests",
    ["Interposer", "ThrumDevice", "ThrumRender", "ThrumEngine", "ThrumPattern", "CRealtime"]),
  suite("Formats", "ThrumFormatsTests", ["ThrumFormats", "ThrumPattern", "TestSupport"]),
  suite(
    "Outputs", "ThrumOutputTests",
    [
      "ThrumOutput", "ThrumMessages", "ThrumPads", "ThrumVibrators", "ThrumPhones", "ThrumFormats", "ThrumDevice",
      "ThrumSystem",
      "ThrumRender", "ThrumEngine", "ThrumPattern",
      "CRealtime", "CVibrators",
      "CSndFile", "TestSupport",
    ], exclude: ["FaultMatrix/FaultMatrix.md"]),
  suite(
    "Outputs", "DeviceTests",
    [
      "ThrumOutput", "ThrumMessages", "ThrumPads", "ThrumVibrators", "ThrumPhones", "ThrumDevice", "ThrumSystem",
      "ThrumRender", "ThrumEngine", "ThrumPattern", "CRealtime", "TestSupport", "VirtualPad",
    ]),
  suite("Apple", "CoreHapticsTests", ["CoreHaptics", "ThrumEngine", "ThrumTesting", "ThrumDelays"]),
  suite(
    "Apple", "ThrumTestingTests", ["ThrumTesting", "ThrumDelays", "ThrumEngine", "ThrumPattern"],
    exclude: ["__Snapshots__"]),
  suite("Tools", "ThrumStudioTests", ["ThrumStudio", "ThrumEngine", "ThrumPattern", "TestSupport"]),
  suite("Tools", "StudioDeviceTests", ["ThrumStudio", "ThrumDevice", "ThrumSystem", "TestSupport"]),
]

// Targets that need the headers of Debian's libraries.
let withHeaders: Set = ["ThrumOutput", "ThrumStudio", "CThrum", "COutput", "CCairo", "CMicroHTTPD"]

let products: [Product] =
  [
    .library(name: "ThrumPattern", targets: ["ThrumPattern"]),
    .library(name: "ThrumFormats", targets: ["ThrumFormats"]),
    .library(name: "CoreHaptics", targets: ["CoreHaptics"]),
    .library(name: "ThrumDevice", targets: ["ThrumDevice"]),
    .library(name: "ThrumEngine", targets: ["ThrumEngine"]),
    .library(name: "ThrumTesting", targets: ["ThrumTesting"]),
    .library(name: "ThrumDelays", targets: ["ThrumDelays"]),
    .library(name: "ThrumFeedback", targets: ["ThrumFeedback"]),
    hasTools
      ? .executable(name: "thrum", targets: ["thrum"]) : .library(name: "AppleShims", targets: shims.map(\.name)),
  ]
  // Each module of AppleShims alone, for apps that must not see the others.
  + shims.map(\.name).filter { !$0.hasPrefix("_") }.map { name in
    .library(name: name, targets: [name] + shims.map(\.name).filter { $0.hasPrefix("_Testing_" + name) })
  }
  + (isIndexed
    ? []
    : [
      .library(name: "ThrumOutput", targets: ["ThrumOutput", "ThrumMessages", "ThrumPads", "ThrumVibrators"]),
      .library(name: "Thrum", type: .dynamic, targets: ["CThrum"]),
    ])

let package = Package(
  name: "thrum",
  products: products,
  dependencies: hasTools ? [argumentParser] : [],
  targets: isIndexed
    ? (libraries + shims + systems).filter { !withHeaders.contains($0.name) }
    : libraries + shims + systems + tests + (hasTools ? tools + commandTests : []),
  swiftLanguageModes: [.v6]
)
