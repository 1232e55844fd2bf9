import TestSupport
import Testing
import ThrumDevice
import ThrumMessages
import ThrumSystem

@testable import ThrumPhones

/// Programs that hang, flood, or leave daemons.
@Suite("Phones: child processes")
struct ChildTests {
  private let system = FakeSystem()

  private func problem(_ child: FakeChild, within seconds: Double = 15) -> ChildProblem? {
    do throws(ChildProblem) {
      _ = try child.answer(within: seconds)
      return nil
    } catch { return error }
  }

  // ADB-1
  @Test func `a program that hangs is killed at its deadline`() {
    let child = FakeChild(system, [])
    #expect(problem(child) == .noAnswer)
    #expect(child.isKilled && child.isReaped && child.seconds == 15)
  }

  // ADB-1
  @Test func `a program that closes its output without ending is killed at its deadline, and not polled meanwhile`() {
    let child = FakeChild(system, [(1, .closesOutput)])
    #expect(problem(child) == .noAnswer)
    #expect(child.isKilled && child.seconds == 15 && child.waits < 5)
  }

  // ADB-1
  @Test func `a program that prints now and then is killed at its deadline`() {
    let child = FakeChild(system, (1..<100).map { (Double($0), .prints("x")) })
    #expect(problem(child) == .noAnswer)
    #expect(child.seconds == 15)
  }

  // ADB-1
  @Test func `a program that the kernel cannot end is given up`() {
    let child = FakeChild(system, ignoresKill: true, [])
    #expect(problem(child) == .noAnswer)
    #expect(child.isKilled && !child.isReaped && child.seconds == 16)
  }

  // ADB-2
  @Test func `a program that floods is killed after a megabyte`() {
    let child = FakeChild(system, [(0, .floods)])
    #expect(problem(child) == .tooLong)
    #expect(child.isKilled && child.isReaped && child.bytesRead <= (1 << 20) + (1 << 16))
  }

  // ADB-2
  @Test func `a program that ends with too much output is refused`() {
    let child = FakeChild(system, [(0, .prints(String(repeating: "x", count: (1 << 20) + 1))), (0, .ends(0))])
    #expect(problem(child) == .tooLong)
  }

  // ADB-3
  @Test func `a daemon that keeps the pipe open does not delay the answer`() throws {
    let child = FakeChild(system, [(0.5, .prints("one\n")), (1, .prints("two\n")), (1, .ends(3))])
    #expect(try child.answer(within: 15) == ChildAnswer(code: 3, text: "one\ntwo\n"))
    #expect(child.seconds == 1 && !child.isKilled)
  }

  // ADB-3
  @Test func `of a daemon that floods the pipe, at most the pipe's content is read`() throws {
    let child = FakeChild(system, [(0, .prints("one\n")), (1, .leavesFlood(0))])
    let answer = try child.answer(within: 15)
    #expect(answer.text.hasPrefix("one\n") && answer.text.utf8.count <= 4 + (1 << 16))
    #expect(child.seconds == 1)
  }

  // ADB-4
  @Test func `a cancelled program is killed at once, and so is one started later`() {
    let cancellation = ChildCancellation()
    let child = FakeChild(system, unless: cancellation, [(2, .prints("x")), (20, .ends(0))])
    system.at(1) { cancellation.cancel() }
    #expect(problem(child, within: .infinity) == .cancelled)
    #expect(child.isKilled && child.seconds == 2)
    let later = FakeChild(system, unless: cancellation, [])
    #expect(problem(later) == .cancelled)
    #expect(later.isKilled && later.seconds == 0)
  }

  // MARK: adb

  private static let abilities =
    "0\nthrum-next\n  synced [options]\n  -B\nthrum-next\n0\nthrum-next\n  capabilities = [AMPLITUDE_CONTROL]\n"

  private func phone(_ adb: FakeAdb, _ loss: MessageLoss = MessageLoss()) throws -> Phone {
    Phone(
      "A1", try PhoneAbilities(ChildTests.abilities, device: "adb"), loss, adb: adb.adb, runtime: system.runtime)
  }

  private static let buzz = PhoneMessage(command: "cmd vibrator_manager synced -B waveform 0 300", seconds: 0.3)
  private static let cancel = ["shell", "cmd vibrator_manager cancel"]

  // ADB-5
  @Test func `a phone that does not answer is lost, with the cause, and receives a stop`() throws {
    let adb = FakeAdb(system) { _ in [] }
    var phone: Phone? = try phone(adb)
    guard case .gone(let error)? = phone?.send(ChildTests.buzz) else {
      Issue.record("the phone was not lost")
      return
    }
    #expect(error.reason == .timeout && error.message.hasPrefix("“adb” did not answer within 5 s: reconnect the phone"))
    #expect(system.seconds == Phone.patience)
    phone = nil
    #expect(adb.commands.last == ChildTests.cancel)
    #expect(system.seconds == Phone.patience + Phone.cancelPatience)
  }

  // ADB-5
  @Test func `a phone that has stopped receives no second stop`() throws {
    let adb = FakeAdb(system) { _ in [(0.1, .ends(0))] }
    var phone: Phone? = try phone(adb)
    _ = phone?.send(ChildTests.buzz)
    _ = phone?.send(.stop)
    phone = nil
    #expect(adb.commands.filter { $0 == ChildTests.cancel }.count == 1)
  }

  // ADB-5
  @Test func `a phone whose stop was not answered receives another`() throws {
    let adb = FakeAdb(system) { $0.last?.hasSuffix("cancel") == true ? [] : [(0.1, .ends(0))] }
    var phone: Phone? = try phone(adb)
    _ = phone?.send(ChildTests.buzz)
    _ = phone?.send(.stop)
    phone = nil
    #expect(adb.commands.filter { $0 == ChildTests.cancel }.count == 2)
  }

  @Test func `an adb that reports disconnections of a connected phone is asked once a second`() {
    let loss = MessageLoss()
    let adb = FakeAdb(system) { _ in [(0, .ends(0))] }
    let watch = UnplugWatch("A1", loss, adb: adb.adb, runtime: system.runtime)
    system.at(4.5) { watch.end() }
    system.runThreads()
    #expect(adb.commands.filter { $0 == ["wait-for-disconnect"] }.count == 5)
    #expect(loss.error == nil)
  }

  @Test func `an unplugged phone is reported, unless playback has ended`() {
    let loss = MessageLoss()
    let adb = FakeAdb(system) { $0 == ["wait-for-disconnect"] ? [(3, .ends(0))] : [(0, .ends(1))] }
    _ = UnplugWatch("A1", loss, adb: adb.adb, runtime: system.runtime)
    system.runThreads()
    #expect(loss.error?.reason == .noDevice && system.seconds == 3)
    let other = MessageLoss()
    UnplugWatch("A1", other, adb: adb.adb, runtime: system.runtime).end()
    system.runThreads()
    #expect(other.error == nil)
  }

  // ADB-1
  @Test func `phones that do not answer delay the list by 15 s at most`() {
    let list = "List of devices attached\n" + (0..<100).map { "S\($0)  device model:M\n" }.joined()
    let adb = FakeAdb(system) { $0.first == "devices" ? [(0.1, .prints(list)), (0.1, .ends(0))] : [] }
    let phones = PhoneOutput.listed(adb.adb, system)
    #expect(phones.count == 100 && system.seconds <= 15.2)
    #expect(phones.first?.summary.contains("not usable: “adb” did not answer") == true)
    #expect(phones.last?.summary == "M, an Android phone over adb")
  }
}
