import Foundation

/// `Fuzz TARGET FILE…` runs files through a target, for example to repeat a crash. Built with `make fuzz` it is the
/// fuzzer itself, with libFuzzer's arguments and the target in `FUZZ_TARGET`.
@main
struct Fuzz {
  static func main() throws {
    #if FUZZING
      exit(runFuzzer())
    #else
      try replay()
    #endif
  }

  #if !FUZZING
    private static func replay() throws {
      let arguments = CommandLine.arguments.dropFirst()
      guard let name = arguments.first, let target = FuzzTargets.all[name] else {
        print("usage: Fuzz TARGET FILE…   targets: \(FuzzTargets.all.keys.sorted().joined(separator: ", "))")
        exit(64)
      }
      for path in arguments.dropFirst() { target(Array(try Data(contentsOf: URL(fileURLWithPath: path)))) }
      print("\(name): \(arguments.count - 1) inputs, no crash")
    }
  #endif
}

/// Fuzz targets by name. A target must return for every input, and traps on a violation.
enum FuzzTargets {
  static let all: [String: @Sendable ([UInt8]) -> Void] = [
    "ahap": fuzzAHAP, "haptic": fuzzClip, "scenario": fuzzScenario, "studio": fuzzStudio, "engine": fuzzEngine,
    "c": fuzzC, "verdicts": fuzzVerdicts, "formats": fuzzFormats,
  ]
}

#if FUZZING
  private let target: @Sendable ([UInt8]) -> Void = {
    let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
    guard let target = FuzzTargets.all[name] else {
      FileHandle.standardError.write(Data("FUZZ_TARGET is one of \(FuzzTargets.all.keys.sorted())\n".utf8))
      exit(64)
    }
    return target
  }()

  private typealias Input = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
  private typealias Arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  /// libFuzzer's own loop (FuzzerInterface.h).
  @_silgen_name("LLVMFuzzerRunDriver")
  private func runDriver(
    _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<Arguments>, _ input: Input
  ) -> CInt

  private func runFuzzer() -> CInt {
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    return runDriver(&count, &arguments) { data, size in
      let begin = clock()
      target(UnsafeBufferPointer(start: data, count: size).map(\.self))
      // libFuzzer's own limit counts the time in which a busy machine does something else.
      precondition(clock() - begin < 10 * CLOCKS_PER_SEC, "an input takes more than 10 s of processor time")
      return 0
    }
  }
#endif
