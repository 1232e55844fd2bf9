import Foundation

/// The tests of a bundle, by suite.
struct Catalogue {
  /// Modules whose tests need real time. Each of their suites runs in a separate process.
  static let deviceModules: Set<String> = ["DeviceTests", "StudioDeviceTests"]

  /// `Module.Suite` of swift-testing, sorted.
  private let suites: [String]
  private let tests: [String]
  private let hasXCTests: Bool

  /// Lists the bundle's tests.
  init(bundle: String) throws {
    tests = try Catalogue.lines(bundle, ["--testing-library", "swift-testing", "--list-tests"])
    suites = Set(tests.compactMap { $0.split(separator: "/").first.map(String.init) }).sorted()
    hasXCTests = try Catalogue.lines(bundle, ["--list-tests"]).contains { $0.contains("Tests.") }
  }

  private static func lines(_ bundle: String, _ arguments: [String]) throws -> [String] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: bundle)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.split(separator: "\n").map(String.init).filter { !$0.isEmpty }
  }

  private static func lane(_ suite: String) -> Lane {
    deviceModules.contains(suite.split(separator: ".").first.map(String.init) ?? "") ? .device : .unit
  }

  /// The processes of a lane, in order.
  func calls(_ lane: Lane, filter: String?, seed: UInt64?) -> [TestCall] {
    let suites = suites.filter { Catalogue.lane($0) == lane && matches($0, filter) }
    switch lane {
    case .device: return suites.map { TestCall(.device, name: $0, suites: [$0], width: 1) }
    case .unit:
      var calls = [TestCall(.unit, name: "XCTest", suites: nil, width: nil)].filter { _ in hasXCTests && filter == nil }
      if let seed {
        calls += shuffled(suites, seed)
      } else if !suites.isEmpty {
        calls.append(TestCall(.unit, name: "all", suites: suites, width: nil))
      }
      return calls
    }
  }

  private func matches(_ suite: String, _ filter: String?) -> Bool {
    guard let filter, let expression = try? Regex(filter) else { return true }
    return tests.contains { $0.hasPrefix(suite + "/") && $0.contains(expression) }
  }

  /// Groups the suites in random order, with random widths.
  private func shuffled(_ suites: [String], _ seed: UInt64) -> [TestCall] {
    var generator = Generator(state: seed)
    var rest = suites.shuffled(using: &generator)[...]
    var calls: [TestCall] = []
    while !rest.isEmpty {
      let group = rest.prefix(Int.random(in: 1...40, using: &generator))
      rest = rest.dropFirst(group.count)
      let width = [nil, 1, 2, 3, 16].randomElement(using: &generator) ?? nil
      calls.append(
        TestCall(.unit, name: "group \(calls.count + 1) of seed \(seed)", suites: group.sorted(), width: width))
    }
    return calls
  }

  /// Prints the device lane's tests.
  func printDeviceTests() {
    for test in tests where Catalogue.lane(String(test.split(separator: "/").first ?? "")) == .device { print(test) }
  }
}

/// SplitMix64 (Steele, Lea and Flood, 2014), reproducible by seed.
struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
