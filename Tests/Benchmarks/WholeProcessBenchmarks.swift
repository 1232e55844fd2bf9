import Foundation

/// Times of whole commands, next to those of the system for similar work: an interpreter that starts and ends, and
/// `dd` writing as many bytes. Measured alternately, so that a busy machine slows both.
enum WholeProcessBenchmarks {
  private static let interpreter = "/usr/bin/python3"
  private static let rounds = 40

  /// - Parameter patterns: files for the heavier figures. Missing ones are skipped.
  static func run(_ report: inout Report, thrum: URL, patterns: [URL]) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("thrum-whole-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    if FileManager.default.isExecutableFile(atPath: interpreter) {
      let (own, other) = try least(
        of: (thrum.path, ["--version"]), beside: (interpreter, ["-S", "-c", "pass"]), rounds)
      report.add("thrum --version, wall clock", own.wall * 1000, "ms")
      report.add("python3 -S -c pass, wall clock", other.wall * 1000, "ms")
      report.add("thrum --version over python3 -S -c pass", own.wall / other.wall, "×", reference: 0.8)
    }
    let wave = folder.appendingPathComponent("out.wav").path
    let copy = folder.appendingPathComponent("out.raw").path
    for file in patterns {
      let name = file.deletingPathExtension().lastPathComponent
      guard name == "curves_30s" || name == "scale_10000_600s" else { continue }
      _ = try Cost(of: thrum.path, ["render", file.path, "-o", wave])
      let size = (try FileManager.default.attributesOfItem(atPath: wave)[.size] as? Int) ?? 0
      let blocks = ["if=/dev/zero", "of=\(copy)", "bs=64k", "count=\(size >> 16)", "status=none"]
      // Both write new files, because replacing one costs the system more.
      let (own, other) = try least(
        of: (thrum.path, ["render", file.path, "-o", wave]), beside: ("/bin/dd", blocks), rounds,
        after: { for path in [wave, copy] { unlink(path) } })
      report.add(
        "render \(name), processor time", own.processor * 1000, "ms", reference: name == "curves_30s" ? 20 : nil)
      report.add("dd bs=64k of as many bytes, processor time", other.processor * 1000, "ms")
      report.add(
        "render \(name) over dd, wall clock", own.wall / other.wall, "×", reference: name == "curves_30s" ? nil : 1.5)
    }
  }

  /// Time of one run of a program, s.
  private struct Cost {
    let wall: Double
    let processor: Double

    init(of program: String, _ arguments: [String]) throws {
      let begin = ContinuousClock.now
      let usage = try ChildProcess(program, arguments).usage()
      wall = (ContinuousClock.now - begin) / .seconds(1)
      let seconds = Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
      let microseconds = Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
      processor = seconds + microseconds * 1e-6
    }

    init(wall: Double, processor: Double) { (self.wall, self.processor) = (wall, processor) }

    func least(_ other: Cost) -> Cost { Cost(wall: min(wall, other.wall), processor: min(processor, other.processor)) }
  }

  private static func least(
    of own: (String, [String]), beside other: (String, [String]), _ rounds: Int, after: () -> Void = {}
  ) throws -> (Cost, Cost) {
    var costs = (Cost(wall: .infinity, processor: .infinity), Cost(wall: .infinity, processor: .infinity))
    for _ in 0..<rounds {
      after()
      costs.0 = costs.0.least(try Cost(of: own.0, own.1))
      costs.1 = costs.1.least(try Cost(of: other.0, other.1))
    }
    return costs
  }
}
