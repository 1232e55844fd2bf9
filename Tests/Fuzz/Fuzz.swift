import Foundation

#if FUZZING
  /// What libFuzzer calls with each input; `FUZZ_TARGET` says who gets it.
  @c(LLVMFuzzerTestOneInput)
  public func fuzzOne(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target(UnsafeBufferPointer(start: data, count: count).map(\.self))
    return 0
  }

  private let target: @Sendable ([UInt8]) -> Void = {
    let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
    guard let target = FuzzTargets.all[name] else {
      FileHandle.standardError.write(Data("FUZZ_TARGET is one of \(FuzzTargets.all.keys.sorted())\n".utf8))
      exit(64)
    }
    return target
  }()
#else
  /// Without the fuzzer the program runs files through a target: what was found once, again.
  @main
  struct Replay {
    static func main() throws {
      let arguments = CommandLine.arguments.dropFirst()
      guard let name = arguments.first, let target = FuzzTargets.all[name] else {
        print("usage: Fuzz TARGET FILE…   targets: \(FuzzTargets.all.keys.sorted().joined(separator: ", "))")
        exit(64)
      }
      for path in arguments.dropFirst() { target(Array(try Data(contentsOf: URL(fileURLWithPath: path)))) }
      print("\(name): \(arguments.count - 1) inputs, no crash")
    }
  }
#endif

/// What is fuzzed, by name. A target returns, whatever it is given; broken promises trap.
enum FuzzTargets {
  static let all: [String: @Sendable ([UInt8]) -> Void] = [
    "ahap": fuzzAHAP, "haptic": fuzzClip, "scenario": fuzzScenario, "studio": fuzzStudio, "engine": fuzzEngine,
    "c": fuzzC,
  ]
}
