import Synchronization
import TestSupport
import ThrumSystem

@testable import ThrumPhones

/// A program in virtual time.
final class FakeChild: Child {
  enum Deed {
    case prints(String)
    /// Prints without end.
    case floods
    case closesOutput
    case ends(Int32)
    /// Leaves a daemon that floods the pipe.
    case leavesFlood(Int32)
  }

  private let system: FakeSystem
  private let cancellation: ChildCancellation?
  private let ignoresKill: Bool
  private var deeds: [(seconds: Double, deed: Deed)]
  private let begin: UInt64
  private var output: [UInt8] = []
  private var code: Int32?
  private var isFlooding = false
  private var isClosed = false

  private(set) var isKilled = false
  private(set) var isReaped = false
  private(set) var waits = 0
  private(set) var bytesRead = 0

  /// - Parameter deeds: with times in seconds from the start.
  init(
    _ system: FakeSystem, unless cancellation: ChildCancellation? = nil, ignoresKill: Bool = false,
    _ deeds: [(seconds: Double, deed: Deed)]
  ) {
    self.system = system
    self.cancellation = cancellation
    self.ignoresKill = ignoresKill
    self.deeds = deeds
    begin = system.nanoseconds
  }

  var now: UInt64 { system.nanoseconds }

  var seconds: Double { Double(now - begin) / 1e9 }

  func wait(for others: Set<ChildEvent>, until deadline: UInt64) -> ChildEvent {
    waits += 1
    while true {
      while let next = deeds.first, next.seconds <= seconds { act(deeds.removeFirst().deed) }
      if code != nil { return .end }
      if others.contains(.cancellation), cancellation?.isCancelled ?? false { return .cancellation }
      if now >= deadline { return .deadline }
      if others.contains(.output), isFlooding || isClosed || !output.isEmpty { return .output }
      let next = deeds.first.map { begin + UInt64($0.seconds * 1e9) } ?? deadline
      _ = system.wait(for: -1, until: min(next, deadline))
    }
  }

  private func act(_ deed: Deed) {
    switch deed {
    case .prints(let text): output += Array(text.utf8)
    case .floods: isFlooding = true
    case .closesOutput: isClosed = true
    case .ends(let code): self.code = code
    case .leavesFlood(let code): (self.code, isFlooding) = (code, true)
    }
  }

  func read(_ count: Int) -> [UInt8] {
    if isFlooding { output += [UInt8](repeating: 0x79, count: max(0, count - output.count)) }
    let part = Array(output.prefix(count))
    output.removeFirst(part.count)
    bytesRead += part.count
    return part
  }

  /// A pipe holds 64 KiB.
  var unread: Int { isFlooding ? 1 << 16 : output.count }

  func kill() {
    isKilled = true
    if !ignoresKill { code = code ?? 137 }
  }

  func reap() -> Int32 {
    isReaped = true
    return code ?? -1
  }
}

/// An adb whose answers a test scripts. Records the commands.
final class FakeAdb: Sendable {
  private let words = Mutex<[[String]]>([])
  private let system: FakeSystem
  private let answer: @Sendable ([String]) -> [(seconds: Double, deed: FakeChild.Deed)]

  /// - Parameter answer: what adb does for the words after `-s SERIAL`.
  init(_ system: FakeSystem, _ answer: @escaping @Sendable ([String]) -> [(seconds: Double, deed: FakeChild.Deed)]) {
    self.system = system
    self.answer = answer
  }

  var commands: [[String]] { words.withLock { $0 } }

  var adb: Adb {
    Adb { [self] (all, cancellation) throws(ChildProblem) in
      let command = Array(all.dropFirst(all.dropFirst().first == "-s" ? 3 : 1))
      words.withLock { $0.append(command) }
      return FakeChild(system, unless: cancellation, answer(command))
    }
  }
}
