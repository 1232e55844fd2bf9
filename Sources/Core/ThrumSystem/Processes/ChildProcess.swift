import CLinux
import Glibc
import Synchronization

/// A program that answers: ended at a deadline, at too much output, when cancelled, and with this process.
///
/// - Thread: the one that started it, until it has answered.
package protocol Child: AnyObject {
  /// CLOCK_MONOTONIC, ns.
  var now: UInt64 { get }

  /// Waits until the program ends, one of `others` happens, or the deadline passes.
  func wait(for others: Set<ChildEvent>, until deadline: UInt64) -> ChildEvent

  /// Reads output without waiting, at most `count` bytes; none at its end.
  func read(_ count: Int) -> [UInt8]

  /// Number of bytes that can be read without waiting.
  var unread: Int { get }

  /// Kills the program and its children, except daemons.
  func kill()

  /// Returns the exit code of a program that has ended, or 128 plus its signal.
  func reap() -> Int32
}

/// If several have happened, the first of these counts.
package enum ChildEvent {
  case end, cancellation, deadline, output
}

package struct ChildAnswer: Equatable, Sendable {
  /// Exit code, or 128 plus the signal.
  package let code: Int32
  /// Standard output and error.
  package let text: String

  package init(code: Int32, text: String) { (self.code, self.text) = (code, text) }
}

package enum ChildProblem: Error, Equatable {
  case notStarted(Int32)
  case noAnswer
  case tooLong
  case cancelled
}

/// Maximum output of a program, bytes. The list of a thousand phones is a tenth of it.
package let longestAnswer = 1 << 20

extension Child {
  /// Time that a killed program has to disappear.
  private var killSeconds: Double { 1 }

  /// Kills a program that takes longer than `seconds`, or prints more than ``longestAnswer``.
  package func answer(within seconds: Double) throws(ChildProblem) -> ChildAnswer {
    let deadline = time(after: seconds)
    var bytes: [UInt8] = []
    var isOpen = true
    while true {
      switch wait(for: isOpen ? [.output, .cancellation] : [.cancellation], until: deadline) {
      case .output:
        let part = read(1 << 16)
        bytes += part
        isOpen = !part.isEmpty
      case .end:
        // Everything that the program printed is in the pipe. A daemon that it left may keep the pipe open and fill it.
        if isOpen { bytes += read(unread) }
        guard bytes.count <= longestAnswer else { throw stopped(.tooLong) }
        return ChildAnswer(code: reap(), text: String(decoding: bytes, as: UTF8.self))
      case .deadline: throw stopped(.noAnswer)
      case .cancellation: throw stopped(.cancelled)
      }
      guard bytes.count <= longestAnswer else { throw stopped(.tooLong) }
    }
  }

  private func stopped(_ problem: ChildProblem) -> ChildProblem {
    end()
    return problem
  }

  /// Kills and reaps the program. One that the kernel cannot end is left to it.
  package func end() {
    kill()
    if wait(for: [], until: time(after: killSeconds)) == .end { _ = reap() }
  }

  private func time(after seconds: Double) -> UInt64 {
    seconds < 1e9 ? now + UInt64(max(0, seconds) * 1e9) : UInt64(Int64.max)
  }
}

/// A program in PATH, started without a shell.
package final class ChildProcess: Child {
  private let child: thrum_child
  private let cancellation: ChildCancellation?
  private let isReaped = Atomic<Bool>(false)

  /// - Parameter files: receive standard output and standard error; `nil` for a pipe that ``read(_:)`` reads.
  package init(
    _ words: [String], into files: (output: Int32, errors: Int32)? = nil, unless cancellation: ChildCancellation? = nil
  ) throws(ChildProblem) {
    self.cancellation = cancellation
    let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child = thrum_child()
    let error = thrum_child_start(arguments, files?.output ?? -1, files?.errors ?? -1, &child)
    guard error == 0 else { throw .notStarted(error) }
    self.child = child
  }

  deinit {
    if child.output >= 0 { close(child.output) }
    close(child.end)
    // A killed program that had no processor in time, for example behind real-time threads. It would stay as a zombie.
    guard !isReaped.load(ordering: .relaxed) else { return }
    let place = UnsafeMutablePointer<pid_t>.allocate(capacity: 1)
    place.initialize(to: child.id)
    let error = thrum_thread_start("thrum-reaper", { ChildProcess.reap($0) }, place)
    if error != 0 { place.deallocate() }
  }

  /// - Thread: its own.
  private static func reap(_ context: UnsafeMutableRawPointer?) {
    guard let place = context?.assumingMemoryBound(to: pid_t.self) else { return }
    while waitpid(place.pointee, nil, 0) < 0, errno == EINTR {}
    place.deallocate()
  }

  package var id: pid_t { child.id }

  package var now: UInt64 { thrum_monotonic_nanoseconds() }

  package func wait(for others: Set<ChildEvent>, until deadline: UInt64) -> ChildEvent {
    func watched(_ descriptor: Int32, _ isWatched: Bool = true) -> pollfd {
      pollfd(fd: isWatched ? descriptor : -1, events: Int16(POLLIN), revents: 0)
    }
    let stop = others.contains(.cancellation) ? cancellation : nil
    while true {
      var states = [watched(child.end), watched(child.output, others.contains(.output)), watched(stop?.event ?? -1)]
      let now = now
      let left = deadline > now ? min((deadline - now) / 1_000_000 + 1, 1_000_000_000) : 0
      let isKnown = poll(&states, nfds_t(states.count), Int32(left)) >= 0
      if isKnown, states[0].revents != 0 { return .end }
      if let stop, stop.isCancelled { return .cancellation }
      if self.now >= deadline { return .deadline }
      if isKnown, states[1].revents != 0 { return .output }
    }
  }

  package func read(_ count: Int) -> [UInt8] {
    // An array without room is the shared empty one, which this initialiser writes to.
    guard count > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      repeat { filled = Glibc.read(child.output, buffer.baseAddress, count) } while filled < 0 && errno == EINTR
      filled = max(0, filled)
    }
  }

  package var unread: Int {
    withUnsafePointer(to: child) { Int(thrum_child_unread($0)) }
  }

  package func kill() {
    _ = Glibc.kill(-child.id, SIGKILL)
    _ = Glibc.kill(child.id, SIGKILL)
  }

  package func reap() -> Int32 {
    var status: Int32 = 0
    while waitpid(child.id, &status, 0) < 0, errno == EINTR {}
    isReaped.store(true, ordering: .relaxed)
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }
}
