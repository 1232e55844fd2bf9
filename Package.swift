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

// A target on a floor of `Sources`. Docs/Architecture.md shows the graph, made from this file. A dependency that no
// file imports fails `make lint`; an import that is not here fails the build.
func layer(
  _ floor: String, _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
  _ settings: [SwiftSetting] = tested
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/\(floor)/\(name)", exclude: exclude,
    swiftSettings: settings)
}

// The portable core as WebAssembly, for `make web`: the same sources without what needs a file, a thread or a device,
// in Embedded Swift (Docs/Decisions/0077). Nothing else is built then. Literal arrays are made at run time: as
// constants, those of one function are numbered anew in every module that copies it, and the linker keeps any of them.
let isWeb = Context.environment["THRUM_WEB"] != nil
let embedded: [SwiftSetting] =
  strict + [
    .enableExperimentalFeature("Embedded"),
    .unsafeFlags(["-wmo", "-Osize", "-Xcc", "-msimd128", "-Xllvm", "-sil-disable-pass=object-outliner"]),
  ]

func portable(_ floor: String, _ name: String, _ dependencies: [Target.Dependency] = [], without: [String] = [])
  -> Target
{ layer(floor, name, dependencies, exclude: without, embedded) }

// What the studio's server and the module in a browser answer alike.
let answers: [Target.Dependency] = [
  "ThrumPattern", "ThrumSystem", "ThrumDevice", "ThrumRender", "ThrumOffline", "ThrumFeel", "ThrumFormats",
  "ThrumAnalysis",
]

let web: [Target] = [
  .target(
    name: "CLinux", path: "Sources/Shims/CLinux", sources: ["portable.c"],
    publicHeadersPath: "include"),
  portable("Core", "ThrumPattern"),
  portable("Core", "ThrumSystem", [], without: ["Files", "Processes", "Threads"]),
  portable(
    "Core", "ThrumDevice", ["CLinux", "ThrumPattern", "ThrumSystem"],
    without: [
      "Outputs", "Rendering/RenderFeed+Suspension.swift", "Sounds/OpenFile.swift", "Sounds/SoundReader.swift",
      "Sounds/ForeignSound.swift",
    ]),
  portable("Core", "ThrumRender", ["CLinux", "ThrumPattern", "ThrumSystem", "ThrumDevice"]),
  portable("Core", "ThrumOffline", ["CLinux", "ThrumPattern", "ThrumDevice", "ThrumRender"]),
  portable("Core", "ThrumFeel", ["ThrumPattern", "ThrumSystem", "ThrumDevice", "ThrumRender", "ThrumOffline"]),
  portable("Formats", "ThrumFormats", ["ThrumPattern", "ThrumDevice", "ThrumFeel"]),
  portable(
    "Tools", "ThrumAnalysis", ["ThrumPattern", "ThrumDevice", "ThrumOffline", "ThrumFeel"],
    without: ["Actuators", "Fit", "Generate", "Levels/MonitorChoice.swift", "Timeline"]),
  portable("Tools", "ThrumAnswers", answers, without: ["Described", "Generate"]),
  portable("Web", "ThrumWeb", ["ThrumAnswers"] + answers),
]

let libraries: [Target] = [
  layer("Core", "ThrumPattern"),
  layer("Core", "ThrumSystem", ["CLinux"]),
  layer("Core", "ThrumTime", ["CLinux", "ThrumSystem"]),
  layer("Core", "ThrumDevice", ["CLinux", "ThrumPattern", "ThrumSystem"]),
  layer("Core", "ThrumRender", ["CLinux", "ThrumPattern", "ThrumSystem", "ThrumDevice"]),
  layer("Core", "ThrumOffline", ["CLinux", "ThrumPattern", "ThrumDevice", "ThrumRender"]),
  layer("Core", "ThrumFeel", ["ThrumPattern", "ThrumDevice", "ThrumRender", "ThrumOffline"]),
  layer(
    "Core", "ThrumEngine",
    [
      "CLinux",
      "ThrumPattern",
      "ThrumSystem",
      "ThrumTime",
      "ThrumDevice",
      "ThrumRender",
      "ThrumOffline",
    ]),
  layer("Formats", "ThrumFormats", ["ThrumPattern", "ThrumDevice", "ThrumFeel"], strict),
  layer("Outputs", "ThrumOutput", ["CLinux", "CAudio", "ThrumSystem", "ThrumDevice"], strict),
  layer("Outputs", "ThrumMessages", ["CLinux", "ThrumPattern", "ThrumSystem", "ThrumDevice"], strict),
  layer("Outputs", "ThrumPads", ["CPads", "ThrumDevice", "ThrumMessages"], strict),
  layer("Outputs", "ThrumVibrators", ["CVibrators", "ThrumSystem", "ThrumDevice", "ThrumMessages"], strict),
  layer(
    "Outputs", "ThrumPhones",
    [
      "ThrumPattern",
      "ThrumSystem",
      "ThrumDevice",
      "ThrumFormats",
      "ThrumMessages",
    ], strict),
  layer("Apple", "ThrumCombine", [], strict),
  layer(
    "Apple", "CoreHaptics",
    [
      "CCoreHaptics",
      "ThrumPattern",
      "ThrumSystem",
      "ThrumTime",
      "ThrumEngine",
      "ThrumCombine",
    ], strict),
  layer("Apple", "ThrumFeedback", ["ThrumPattern", "ThrumTime", "ThrumEngine"], strict),
  layer("Apple", "ThrumNotifications", ["ThrumEngine"], strict),
  layer("Testing", "ThrumScenario", ["ThrumPattern", "ThrumEngine"], strict),
  layer(
    "Testing", "ThrumTesting",
    [
      "CTimers",
      "ThrumPattern",
      "ThrumSystem",
      "ThrumTime",
      "ThrumDevice",
      "ThrumEngine",
    ], strict),
  layer(
    "Testing", "ThrumFeelTesting",
    [
      "ThrumPattern",
      "ThrumDevice",
      "ThrumFeel",
      "ThrumEngine",
      "ThrumTesting",
    ], strict),
  layer("Testing", "ThrumDelays", ["CDelays", "ThrumTime", "ThrumEngine"], strict),
  layer("Tools", "ThrumAnalysis", ["ThrumPattern", "ThrumDevice", "ThrumOffline", "ThrumFeel"]),
  layer("Tools", "ThrumAnswers", answers, strict),
  layer(
    "Tools", "ThrumStudio",
    [
      "CLinux",
      "CWeb",
      "CQREncode",
      "CPage",
      "ThrumPattern",
      "ThrumSystem",
      "ThrumDevice",
      "ThrumOffline",
      "ThrumFeel",
      "ThrumEngine",
      "ThrumFormats",
      "ThrumOutput",
      "ThrumAnalysis",
      "ThrumAnswers",
    ], exclude: ["Page", "PhonePage", "SharePage", "package.json", "tsconfig.json", "page-types.d.ts"], strict),
  .target(name: "CThrumHeader", path: "Sources/Bindings/CThrumHeader"),
  layer(
    "Bindings", "CThrum",
    [
      "CThrumHeader",
      "ThrumPattern",
      "ThrumDevice",
      "ThrumOffline",
      "ThrumEngine",
      "ThrumOutput",
      "ThrumPads",
      "ThrumVibrators",
      "ThrumFeedback",
      "ThrumScenario",
    ], exclude: ["exports.map", "bridging.h"], strict + implementing),
]

// The part of Apple's other modules that haptics code uses, under their names, for apps that ask for the product. The
// command's build leaves them out: one of its packages finds `os` and expects all of it.
let shims: [Target] =
  hasTools
  ? []
  : [
    layer("Apple/AppleShims", "CoreGraphics", ["ThrumCombine"], strict),
    layer("Apple/AppleShims", "QuartzCore", ["ThrumEngine", "ThrumCombine"], strict),
    layer(
      "Apple/AppleShims", "UIKit",
      [
        "CUIKit",
        "ThrumPattern",
        "ThrumEngine",
        "ThrumCombine",
        "ThrumFeedback",
        "ThrumNotifications",
        "CoreGraphics",
        "QuartzCore",
      ], strict),
    layer(
      "Apple/AppleShims", "SwiftUI",
      [
        "ThrumPattern",
        "ThrumEngine",
        "ThrumCombine",
        "ThrumFeedback",
        "UIKit",
      ], strict),
    layer(
      "Apple/AppleShims", "AudioToolbox",
      [
        "CAudioToolbox",
        "ThrumPattern",
        "ThrumEngine",
        "ThrumCombine",
        "ThrumFeedback",
      ], strict),
    layer(
      "Apple/AppleShims", "AVFAudio",
      [
        "ThrumEngine",
        "ThrumCombine",
        "CoreHaptics",
        "ThrumNotifications",
      ], strict),
    layer("Apple/AppleShims", "AVFoundation", ["AVFAudio"], strict),
    layer("Apple/AppleShims", "AVKit", ["AVFoundation"], strict),
    layer(
      "Apple/AppleShims", "GameController",
      [
        "ThrumEngine",
        "ThrumCombine",
        "CoreHaptics",
        "ThrumNotifications",
      ], strict),
    layer("Apple/AppleShims", "Combine", ["ThrumCombine"], strict),
    layer("Apple/AppleShims", "MediaAccessibility", ["ThrumNotifications"], strict),
    layer("Apple/AppleShims", "os", ["COS", "CBundle"], strict),
    layer("Apple/AppleShims", "OSLog", ["os"], strict),
    layer("Apple/AppleShims", "_Testing_UIKit", [], strict),
    layer("Apple/AppleShims", "_Testing_CoreGraphics", [], strict),
  ]

// Modules that are no part of AppleShims: whoever sees them takes the code for a watch, Flutter or Expo.
let otherShims: [Target] =
  hasTools
  ? []
  : [
    layer("Apple/AppleShims", "WatchKit", ["ThrumEngine"], strict),
    layer("Apple/AppleShims", "Flutter", ["UIKit"], strict),
    layer("Apple/AppleShims", "ExpoModulesCore", ["UIKit"], strict),
  ]

// For packages of apps: makes typed accessors of their patterns. It runs an installed `thrum`, so that nobody resolves
// the command's dependencies (Docs/Decisions/0079).
let plugins: [Target] =
  hasTools ? [] : [.plugin(name: "ThrumHaptics", capability: .buildTool(), path: "Sources/Plugins/ThrumHaptics")]

// C that Swift cannot express, and system libraries, loaded on demand.
func shim(_ name: String, _ dependencies: [Target.Dependency] = ["CLinux"], exclude: [String] = []) -> Target {
  .target(name: name, dependencies: dependencies, path: "Sources/Shims/\(name)", exclude: exclude)
}

// Empty submodules of one of Apple's modules. They make `canImport` of it true, so there is a target for each.
func headers(_ name: String) -> Target { .target(name: name, path: "Sources/Shims/CAppleHeaders/\(name)") }

let systems: [Target] = [
  shim("CLinux", []),
  shim("CAudio"),
  shim("CPads"),
  shim("CVibrators"),
  headers("CCoreHaptics"),
  headers("COS"),
  headers("CAudioToolbox"),
  headers("CUIKit"),
  shim("CPage", [], exclude: ["list-files.sh"]),
  shim("CCairo"),
  shim("CWeb"),
  shim("CQREncode"),
  .target(name: "CBundle", path: "Sources/Shims/COverrides/CBundle"),
  .target(name: "CDelays", dependencies: ["CLinux"], path: "Sources/Shims/COverrides/CDelays"),
  .target(name: "CTimers", dependencies: ["CLinux"], path: "Sources/Shims/COverrides/CTimers"),
]

let tools: [Target] = [
  .executableTarget(
    name: "thrum",
    dependencies: [
      "CLinux",
      "CCairo",
      "ThrumPattern",
      "ThrumSystem",
      "ThrumDevice",
      "ThrumOffline",
      "ThrumFeel",
      "ThrumEngine",
      "ThrumFormats",
      "ThrumOutput",
      "ThrumMessages",
      "ThrumPads",
      "ThrumVibrators",
      "ThrumPhones",
      "ThrumScenario",
      "ThrumAnalysis",
      "ThrumAnswers",
      "ThrumStudio",
      arguments,
    ], path: "Sources/Tools/thrum", swiftSettings: strict),
  .target(name: "BenchmarkReference", path: "Tests/BenchmarkReference", cSettings: [.unsafeFlags(native)]),
  .executableTarget(
    name: "Benchmarks",
    dependencies: [
      "CLinux",
      "ThrumPattern",
      "ThrumDevice",
      "ThrumRender",
      "ThrumOffline",
      "ThrumFeel",
      "ThrumFormats",
      "ThrumEngine",
      "ThrumOutput",
      "CoreHaptics",
      "ThrumAnalysis",
      "BenchmarkReference",
      "TestSupport",
      "SoundTestSupport",
    ], path: "Tests/Benchmarks", swiftSettings: strict),
  .executableTarget(
    name: "Soak",
    dependencies: [
      "ThrumPattern",
      "ThrumDevice",
      "ThrumRender",
      "ThrumEngine",
      "ThrumOutput",
      "TestSupport",
    ], path: "Tests/Soak", swiftSettings: strict),
  .executableTarget(
    name: "Fuzz",
    dependencies: [
      "CThrumHeader",
      "ThrumPattern",
      "ThrumDevice",
      "ThrumRender",
      "ThrumOffline",
      "ThrumFeel",
      "ThrumEngine",
      "ThrumFormats",
      "ThrumScenario",
      "ThrumAnalysis",
      "ThrumStudio",
      "CThrum",
    ], path: "Tests/Fuzz", exclude: ["Corpus", "fuzz.sh"], swiftSettings: strict),
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
      "ThrumPattern",
      "ThrumDevice",
      "ThrumRender",
      "ThrumOffline",
      "ThrumFeel",
      "ThrumEngine",
      "ThrumFormats",
      "ThrumOutput",
      "ThrumAnalysis",
      "thrum",
      "TestSupport",
      "SoundTestSupport",
      arguments,
    ])
]

let tests: [Target] = [
  .target(
    name: "TestSupport",
    dependencies: ["CLinux", "ThrumPattern", "ThrumSystem", "ThrumDevice", "ThrumRender", "ThrumFeel"],
    path: "Tests/TestSupport", swiftSettings: tested),
  .target(
    name: "SoundTestSupport",
    dependencies: ["ThrumPattern", "ThrumDevice", "ThrumOffline", "ThrumAnalysis", "TestSupport"],
    path: "Tests/SoundTestSupport", swiftSettings: tested),
  .target(name: "Interposer", path: "Tests/Core/Interposer"),
  .target(name: "VirtualPad", path: "Tests/Outputs/VirtualPad"),
  .systemLibrary(
    name: "CSndFile", path: "Tests/Outputs/CSndFile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
  suite("Core", "ThrumPatternTests", ["ThrumPattern", "ThrumFormats", "TestSupport"]),
  suite("Core", "ThrumDeviceTests", ["ThrumPattern", "ThrumDevice", "TestSupport"]),
  suite(
    "Core", "ThrumRenderTests",
    [
      "ThrumPattern",
      "ThrumDevice",
      "ThrumRender",
      "ThrumOffline",
      "ThrumEngine",
      "TestSupport",
    ]),
  suite(
    "Core", "ThrumEngineTests",
    [
      "ThrumPattern",
      "ThrumTime",
      "ThrumDevice",
      "ThrumRender",
      "ThrumOffline",
      "ThrumEngine",
      "ThrumScenario",
      "TestSupport",
    ]),
  suite(
    "Core", "ThrumFeelTests",
    [
      "ThrumPattern",
      "ThrumDevice",
      "ThrumOffline",
      "ThrumFeel",
      "ThrumEngine",
      "TestSupport",
    ]),
  suite(
    "Core", "RealtimeTests",
    [
      "CLinux",
      "ThrumPattern",
      "ThrumDevice",
      "ThrumRender",
      "ThrumOffline",
      "ThrumEngine",
      "Interposer",
      "TestSupport",
    ]),
  suite("Formats", "ThrumFormatsTests", ["ThrumPattern", "ThrumFeel", "ThrumFormats", "TestSupport"]),
  suite(
    "Outputs", "ThrumOutputTests",
    [
      "CLinux",
      "ThrumPattern",
      "ThrumSystem",
      "ThrumDevice",
      "ThrumRender",
      "ThrumOffline",
      "ThrumEngine",
      "ThrumOutput",
      "CSndFile",
      "TestSupport",
    ], exclude: ["FaultMatrix/FaultMatrix.md"]),
  suite(
    "Outputs", "ThrumMessagesTests",
    ["ThrumDevice", "ThrumRender", "ThrumMessages", "ThrumOutput", "ThrumPads", "TestSupport"]),
  suite(
    "Outputs", "ThrumPadsTests",
    ["ThrumPattern", "ThrumDevice", "ThrumOffline", "ThrumEngine", "ThrumMessages", "ThrumPads", "TestSupport"]),
  suite(
    "Outputs", "ThrumPhonesTests",
    ["ThrumPattern", "ThrumSystem", "ThrumDevice", "ThrumFormats", "ThrumMessages", "ThrumPhones", "TestSupport"]),
  suite(
    "Outputs", "ThrumVibratorsTests",
    [
      "CVibrators", "ThrumPattern", "ThrumDevice", "ThrumOffline", "ThrumEngine", "ThrumMessages", "ThrumVibrators",
      "TestSupport",
    ]),
  suite(
    "Outputs", "DeviceTests",
    [
      "CLinux",
      "ThrumPattern",
      "ThrumSystem",
      "ThrumTime",
      "ThrumDevice",
      "ThrumRender",
      "ThrumOffline",
      "ThrumEngine",
      "ThrumOutput",
      "ThrumMessages",
      "ThrumPads",
      "ThrumPhones",
      "VirtualPad",
      "TestSupport",
    ]),
  suite(
    "Apple", "CoreHapticsTests",
    [
      "ThrumEngine",
      "CoreHaptics",
      "ThrumFeedback",
      "ThrumTesting",
      "ThrumDelays",
    ]),
  suite(
    "Testing", "ThrumTestingTests",
    [
      "ThrumPattern",
      "ThrumTime",
      "ThrumEngine",
      "ThrumFeedback",
      "ThrumTesting",
      "ThrumFeelTesting",
      "ThrumDelays",
    ], exclude: ["__Snapshots__"]),
  suite("Testing", "ThrumScenarioTests", ["ThrumPattern", "ThrumEngine", "ThrumScenario", "TestSupport"]),
  suite(
    "Tools", "ThrumAnalysisTests",
    [
      "ThrumPattern", "ThrumDevice", "ThrumOffline", "ThrumFeel", "ThrumEngine", "ThrumAnalysis", "TestSupport",
      "SoundTestSupport",
    ]),
  suite(
    "Tools", "ThrumStudioTests",
    [
      "CPage",
      "ThrumPattern",
      "ThrumSystem",
      "ThrumDevice",
      "ThrumOffline",
      "ThrumEngine",
      "ThrumAnalysis",
      "ThrumAnswers",
      "ThrumStudio",
      "TestSupport",
    ]),
  suite("Tools", "StudioDeviceTests", ["ThrumSystem", "ThrumDevice", "ThrumStudio", "TestSupport"]),
]

// Targets that need the headers of Debian's libraries.
let withHeaders: Set = ["ThrumOutput", "ThrumStudio", "CThrum", "CAudio", "CCairo", "CWeb"]

// Several expressions: Swift 6.2 cannot check the types of one.
var products: [Product] = [
  .library(name: "ThrumPattern", targets: ["ThrumPattern"]),
  .library(name: "ThrumFormats", targets: ["ThrumFormats"]),
  .library(name: "CoreHaptics", targets: ["CoreHaptics"]),
  .library(name: "ThrumDevice", targets: ["ThrumDevice"]),
  .library(name: "ThrumEngine", targets: ["ThrumEngine", "ThrumOffline"]),
  .library(name: "ThrumTesting", targets: ["ThrumTesting"]),
  .library(name: "ThrumFeelTesting", targets: ["ThrumFeelTesting"]),
  .library(name: "ThrumDelays", targets: ["ThrumDelays"]),
  .library(name: "ThrumFeedback", targets: ["ThrumFeedback"]),
  hasTools ? .executable(name: "thrum", targets: ["thrum"]) : .library(name: "AppleShims", targets: shims.map(\.name)),
]
products += plugins.map { .plugin(name: $0.name, targets: [$0.name]) }
// Each module of AppleShims alone, for apps that must not see the others.
products += (shims + otherShims).map(\.name).filter { !$0.hasPrefix("_") }.map { name in
  .library(name: name, targets: [name] + shims.map(\.name).filter { $0.hasPrefix("_Testing_" + name) })
}
if !isIndexed {
  products += [
    .library(name: "ThrumOutput", targets: ["ThrumOutput", "ThrumMessages", "ThrumPads", "ThrumVibrators"]),
    .library(name: "Thrum", type: .dynamic, targets: ["CThrum"]),
  ]
}

let package = Package(
  name: "thrum",
  products: isWeb ? [.library(name: "ThrumWeb", type: .static, targets: ["ThrumWeb"])] : products,
  dependencies: hasTools && !isWeb ? [argumentParser] : [],
  targets: isWeb
    ? web
    : isIndexed
      ? (libraries + shims + otherShims + plugins + systems).filter { !withHeaders.contains($0.name) }
      : libraries + shims + otherShims + plugins + systems + tests + (hasTools ? tools + commandTests : []),
  swiftLanguageModes: [.v6]
)
