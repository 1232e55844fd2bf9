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
    guard freezeSeconds > 0 else { return rest(seconds: 0.02) }
    rest(seconds: 1 - freezeSeconds)
    kill(process, SIGSTOP)
    rest(seconds: freezeSeconds)
    kill(process, SIGCONT)
  }

  /// Rests by the monotonic clock, which a change of the date does not move (clock_nanosleep).
  private func rest(seconds: Double) {
    var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(seconds.truncatingRemainder(dividingBy: 1) * 1e9))
    clock_nanosleep(CLOCK_MONOTONIC, 0, &time, nil)
  }
}
