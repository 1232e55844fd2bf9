import CLinux
import Glibc
import TestSupport
import Testing
import ThrumDevice
import ThrumEngine
import ThrumMessages
import ThrumPattern
import ThrumSystem

@testable import ThrumPhones

/// Real programs, and a phone behind them. Real time, because the kernel starts and ends the programs.
@Suite(.enabled(if: Lane.isDevice, Comment(rawValue: Lane.skipMessage))) struct ChildProcessTests {
  private func shell(_ script: String, unless cancellation: ChildCancellation? = nil) throws -> ChildProcess {
    try ChildProcess(["sh", "-c", script], unless: cancellation)
  }

  /// Waits until every process that holds the child's output has ended.
  private func readToEnd(_ child: ChildProcess) {
    while !child.read(1 << 16).isEmpty {}
  }

  // ADB-1
  @Test func `a program that hangs is killed together with its children`() throws {
    let child = try shell("sleep 1000 & sleep 1000")
    #expect(throws: ChildProblem.noAnswer) { _ = try child.answer(within: 0.1) }
    #expect(child.wait(for: [], until: .max) == .end)
    readToEnd(child)
  }

  // ADB-1
  @Test func `a program that closes its outputs without ending is killed`() throws {
    let child = try shell("exec >/dev/null 2>&1; exec sleep 1000")
    #expect(throws: ChildProblem.noAnswer) { _ = try child.answer(within: 0.1) }
    #expect(child.wait(for: [], until: .max) == .end)
  }

  // ADB-2
  @Test func `a program that floods is killed`() throws {
    let child = try ChildProcess(["yes"])
    #expect(throws: ChildProblem.tooLong) { _ = try child.answer(within: .infinity) }
    #expect(child.wait(for: [], until: .max) == .end)
  }

  // ADB-4
  @Test func `a program that ends after its last user is reaped`() async throws {
    let ends = try { try shell("exec sleep 0.2").id }()
    while kill(ends, 0) == 0 { await Task.yield() }
    #expect(waitpid(ends, nil, WNOHANG) == -1 && errno == ECHILD)
  }

  // ADB-3
  @Test func `a daemon that keeps the pipe open does not delay the answer`() throws {
    let child = try shell("sleep 1000 & echo one; echo two >&2; exit 3")
    #expect(try child.answer(within: .infinity) == ChildAnswer(code: 3, text: "one\ntwo\n"))
    child.kill()
    readToEnd(child)
  }

  // ADB-4
  @Test func `a program ends with the thread that started it, and so with the process`() throws {
    final class Box: @unchecked Sendable {
      // Safety: written by the thread before `latch` is raised, read after that.
      var child: ChildProcess?
      let latch = Latch()
    }
    let box = Box()
    try startThread("parent") {
      box.child = try? ChildProcess(["sleep", "1000"])
      box.latch.raise()
    }
    box.latch.wait()
    let child = try #require(box.child)
    #expect(child.wait(for: [], until: .max) == .end)
    #expect(child.reap() == 128 + SIGKILL)
  }

  // ADB-4
  @Test func `a program is out of reach of Ctrl-C, and starts with no signal blocked`() throws {
    let child = try shell("ps -o sid= -p $$; grep SigBlk /proc/self/status; readlink /proc/self/fd/0")
    let words = try child.answer(within: 60).text.split(whereSeparator: \.isWhitespace)
    #expect(words.first.map(String.init) == "\(child.id)")
    #expect(words.dropFirst() == ["SigBlk:", "0000000000000000", "/dev/null"])
  }

  @Test func `a program that does not exist is reported with its error`() {
    #expect(throws: ChildProblem.notStarted(ENOENT)) { _ = try ChildProcess(["no-such-program-of-thrum"]) }
  }

  @Test func `programs leave neither descriptors nor zombies`() async throws {
    func descriptors() -> Int { (0..<256).count { fcntl($0, F_GETFD) >= 0 } }
    let before = descriptors()
    var children: [pid_t] = []
    for _ in 0..<20 {
      let (short, long) = (try shell("exit 0"), try shell("exec sleep 1000"))
      children += [short.id, long.id]
      _ = try short.answer(within: 60)
      _ = try? ChildProcess(["no-such-program-of-thrum"])
      _ = try? long.answer(within: 0)
    }
    #expect(descriptors() == before)
    // Other tests' programs may still be running.
    for child in children {
      while kill(child, 0) == 0 { await Task.yield() }
      #expect(waitpid(child, nil, WNOHANG) == -1 && errno == ECHILD)
    }
  }

  @Test func `hostile answers of a megabyte are read in linear time`() throws {
    let lines: [(String, (String) -> Void)] = [
      ("AB device model:x\n", { _ = ListedPhone.parse("List of devices attached\n" + $0) }),
      ("y", { _ = ListedPhone.parse("List of devices attached\n" + $0) }),
      ("thrum-next\n", { _ = try? PhoneAbilities($0, device: "adb") }),
      ("e\u{301}", { _ = try? PhoneAbilities($0, device: "adb") }), ("x y\r\n", { _ = Adb.summary($0) }),
    ]
    let thread = thrum_thread_number()
    for (unit, read) in lines {
      func seconds(_ bytes: Int) -> Double {
        let text = String(repeating: unit, count: bytes / unit.utf8.count)
        let begin = thrum_thread_seconds(thread)
        read(text)
        return thrum_thread_seconds(thread) - begin
      }
      _ = seconds(1 << 16)
      let (short, long) = (seconds(longestAnswer / 8), seconds(longestAnswer))
      #expect(long < 24 * max(short, 0.002), "\(unit): \(short) s, \(long) s")
    }
  }

  // MARK: A phone

  /// An adb that answers questions and then hangs.
  private static let stalled = """
    #!/bin/sh
    echo $$ >>"${0%/*}/started"
    case "$*" in
    devices*) printf 'List of devices attached\\nA1 device model:M\\n' ;;
    *thrum-next*) printf '0\\nthrum-next\\n synced\\n -B\\nthrum-next\\n0\\nthrum-next\\n AMPLITUDE_CONTROL\\n' ;;
    *waveform*)
      : >"${0%/*}/hangs"
      exec sleep 1000
      ;;
    *) exec sleep 1000 ;;
    esac
    """

  // ADB-5
  @Test func `after a stop, no command to a phone that hangs is left`() async throws {
    let folder = TemporaryFolder(["adb": ChildProcessTests.stalled])
    let program = folder.path + "/adb"
    chmod(program, 0o755)
    let output = PhoneOutput(
      "",
      adb: Adb { (words, cancellation) throws(ChildProblem) in
        try ChildProcess([program] + words.dropFirst(), unless: cancellation)
      }, onOff: { _ in OnOffTimes(milliseconds: [], difference: "") })
    try output.connect()
    let engine = try HapticEngine(EngineConfiguration { output }, in: .realTime())
    try await engine.start()
    let pattern = Pattern.buzz(30)
    var timeline = PatternTimeline()
    timeline.add(pattern)
    output.play(try output.prepare([pattern], timeline), from: 0, rate: 1)
    while folder.content("hangs") == nil { await Task.yield() }
    output.halt()
    try await engine.stop()
    #expect(output.loss?.reason == .timeout)
    let started = try #require(folder.content("started")).split(separator: "\n").compactMap { pid_t($0) }
    #expect(started.count >= 5)
    // The watch for a disconnection ends on its own thread.
    while started.contains(where: { kill($0, 0) == 0 }) { await Task.yield() }
  }
}
