import Foundation

/// Makes the machine a bad place for tests: with neighbours that compute, compile or write, and by pausing the tests.
final class Disturbance {
  /// A process that runs beside the tests.
  enum Neighbour {
    /// Computes.
    case busy
    /// Compiles a file of a few thousand functions repeatedly.
    case compiler
    /// Writes 64 MB, waits until they are on the disk, and deletes them.
    case writer

    /// Shell commands of one round, in the neighbour's own folder.
    fileprivate var script: String {
      switch self {
      case .busy: "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done"
      case .compiler:
        """
        [ -e a.c ] || { i=0; while [ $i -lt 3000 ]; do i=$((i+1))
          echo "int f$i(int a, int b) { for (int c = 0; c < a; c++) b += c * $i % (a + 1); return b; }"; done >a.c; }
        cc -O2 -c a.c -o a.o
        """
      case .writer: "dd if=/dev/zero of=file bs=1M count=64 conv=fsync; rm -f file"
      }
    }
  }

  private let freezeSeconds: Double
  private let folder: URL
  private var running: [Process] = []

  /// Starts the given number of each neighbour.
  init(neighbours: [Neighbour: Int], freezeSeconds: Double) throws {
    self.freezeSeconds = freezeSeconds
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("thrum-neighbours-\(UUID().uuidString)")
    for (neighbour, count) in neighbours {
      for number in 0..<count {
        let place = folder.appendingPathComponent("\(neighbour)-\(number)")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        // Ends by itself when this process has ended.
        process.arguments = ["-c", "while kill -0 \(getpid()) 2>/dev/null; do\n\(neighbour.script)\ndone"]
        process.currentDirectoryURL = place
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        running.append(process)
      }
    }
  }

  /// Ends the neighbours.
  func end() {
    for process in running {
      process.terminate()
      process.waitUntilExit()
    }
    running = []
    try? FileManager.default.removeItem(at: folder)
  }

  /// Lets some time pass, for a share of which the process may be stopped.
  func disturb(_ process: pid_t) {
    guard freezeSeconds > 0 else { return rest(seconds: 0.02) }
    rest(seconds: 1 - freezeSeconds)
    kill(process, SIGSTOP)
    rest(seconds: freezeSeconds)
    kill(process, SIGCONT)
  }

  /// Sleeps on the monotonic clock, which a change of the date does not move (clock_nanosleep).
  private func rest(seconds: Double) {
    var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(seconds.truncatingRemainder(dividingBy: 1) * 1e9))
    clock_nanosleep(CLOCK_MONOTONIC, 0, &time, nil)
  }
}
