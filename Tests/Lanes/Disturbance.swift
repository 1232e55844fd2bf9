import Foundation

/// What makes the machine a bad place for tests: busy neighbours, and being stopped again and again.
final class Disturbance {
  private let freezeSeconds: Double
  private var neighbours: [Process] = []

  /// Starts the neighbours.
  init(busyPerCore: Int, freezeSeconds: Double) {
    self.freezeSeconds = freezeSeconds
    for _ in 0..<busyPerCore * ProcessInfo.processInfo.activeProcessorCount {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      // Ends on its own when this process is gone.
      process.arguments = [
        "-c", "while kill -0 \(getpid()) 2>/dev/null; do i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; done",
      ]
      process.standardError = FileHandle.nullDevice
      if (try? process.run()) != nil { neighbours.append(process) }
    }
  }

  /// Ends the neighbours.
  func end() {
    for process in neighbours {
      process.terminate()
      process.waitUntilExit()
    }
    neighbours = []
  }

  /// Lets some time pass, during which the process may be stopped for its share.
  func disturb(_ process: pid_t) {
    guard freezeSeconds > 0 else { return _ = usleep(20_000) }
    usleep(UInt32((1 - freezeSeconds) * 1e6))
    kill(process, SIGSTOP)
    usleep(UInt32(freezeSeconds * 1e6))
    kill(process, SIGCONT)
  }
}
