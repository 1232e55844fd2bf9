// swift-tools-version: 6.3
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

// For `make test`: unoptimised, what renders and draws would take most of the tests' time. A package that depends on this one
// never sees the flag, which it could not have.
let tested: [SwiftSetting] =
  Context.environment["THRUM_OPTIMISED"] == nil
  ? strict : strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]

// What the benchmarks are held against is written for the machine at hand; no product depends on it.
#if arch(x86_64)
  let native = ["-O3", "-march=native", "-Wno-psabi"]
#else
  let native = ["-O3", "-mcpu=native", "-Wno-psabi"]
#endif

let package = Package(
  name: "thrum",
  products: [
    .library(name: "HapticPattern", targets: ["HapticPattern"]),
    .library(name: "CoreHaptics", targets: ["CoreHaptics"]),
    .library(name: "HapticEngine", targets: ["HapticEngine"]),
    .library(name: "HapticOutput", targets: ["HapticOutput"]),
    .library(name: "HapticTesting", targets: ["HapticTesting"]),
    .library(name: "Thrum", type: .dynamic, targets: ["CThrum"]),
    .executable(name: "thrum", targets: ["thrum"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
  ],
  targets: [
    .target(name: "HapticPattern", swiftSettings: tested),
    .target(name: "CRealtime"),
    .target(name: "HapticRender", dependencies: ["CRealtime"], swiftSettings: tested),
    .target(
      name: "HapticEngine",
      dependencies: ["HapticPattern", "HapticRender", "CRealtime"], swiftSettings: tested),
    .target(name: "HapticTesting", dependencies: ["HapticPattern", "HapticEngine"], swiftSettings: strict),
    .target(name: "CoreHaptics", dependencies: ["HapticPattern", "HapticEngine"], swiftSettings: strict),
    .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
    .systemLibrary(name: "CSndFile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
    .systemLibrary(name: "CSampleRate", pkgConfig: "samplerate", providers: [.apt(["libsamplerate0-dev"])]),
    .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
    .systemLibrary(
      name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
    .target(name: "CStudioFiles", exclude: ["Page", "list-files.sh"]),
    .target(name: "CALSAErrors", dependencies: ["CALSA"]),
    .target(name: "COutputHook", dependencies: ["CRealtime"]),
    .target(
      name: "HapticOutput",
      dependencies: [
        "HapticRender", "CRealtime", "COutputHook", "CALSA", "CALSAErrors", "CSndFile", "CSampleRate",
      ],
      swiftSettings: tested),
    .target(name: "CThrumHeader"),
    .target(
      name: "CThrum",
      dependencies: ["CThrumHeader", "HapticPattern", "HapticRender", "HapticEngine", "HapticOutput"],
      exclude: ["exports.map"],
      swiftSettings: strict),
    .target(
      name: "HapticStudio",
      dependencies: [
        "HapticPattern", "HapticRender", "HapticEngine", "HapticOutput", "CRealtime", "CStudioFiles", "CMicroHTTPD",
      ], swiftSettings: tested),
    .executableTarget(
      name: "thrum",
      dependencies: [
        "HapticPattern", "HapticRender", "HapticEngine", "HapticOutput", "HapticStudio", "CRealtime", "CCairo",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: tested),
    .target(
      name: "BenchmarkReference", path: "Tests/BenchmarkReference", cSettings: [.unsafeFlags(native)]),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "HapticPattern", "HapticRender", "HapticEngine", "CoreHaptics", "CRealtime", "BenchmarkReference",
      ],
      path: "Tests/Benchmarks", swiftSettings: strict),
    .executableTarget(
      name: "Soak", dependencies: ["HapticPattern", "HapticRender", "HapticEngine", "HapticOutput", "TestSupport"],
      path: "Tests/Soak", swiftSettings: strict),
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "HapticPattern", "HapticRender", "HapticEngine", "HapticStudio", "CThrum", "CThrumHeader",
      ], path: "Tests/Fuzz", exclude: ["Corpus", "fuzz.sh"], swiftSettings: strict),
    .executableTarget(
      name: "Lanes", dependencies: [.product(name: "ArgumentParser", package: "swift-argument-parser")],
      path: "Tests/Lanes", swiftSettings: strict),
    .target(name: "TestSupport", dependencies: ["HapticPattern"], path: "Tests/TestSupport", swiftSettings: tested),
    .testTarget(name: "HapticPatternTests", dependencies: ["HapticPattern", "TestSupport"], swiftSettings: strict),
    .target(name: "Interposer", path: "Tests/Interposer"),
    .testTarget(
      name: "HapticEngineTests", dependencies: ["HapticEngine", "HapticRender", "HapticPattern", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "HapticTestingTests", dependencies: ["HapticTesting", "HapticEngine", "HapticPattern"],
      exclude: ["__Snapshots__"], swiftSettings: strict),
    .testTarget(
      name: "CoreHapticsTests", dependencies: ["CoreHaptics", "HapticEngine", "HapticTesting"], swiftSettings: strict),
    .testTarget(
      name: "RealtimeTests",
      dependencies: ["Interposer", "HapticRender", "HapticEngine", "HapticPattern", "CRealtime"],
      swiftSettings: strict),
    .testTarget(
      name: "HapticOutputTests",
      dependencies: [
        "HapticOutput", "HapticRender", "HapticEngine", "HapticPattern", "CRealtime", "CSndFile",
      ], swiftSettings: strict),
    .testTarget(
      name: "DeviceTests",
      dependencies: ["HapticOutput", "HapticRender", "HapticEngine", "HapticPattern", "CRealtime", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "HapticRenderTests", dependencies: ["HapticRender", "HapticEngine", "HapticPattern", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "HapticStudioTests", dependencies: ["HapticStudio", "HapticEngine", "HapticPattern", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "StudioDeviceTests", dependencies: ["HapticStudio", "HapticRender", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "thrum", "HapticPattern", "HapticRender", "HapticEngine",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
