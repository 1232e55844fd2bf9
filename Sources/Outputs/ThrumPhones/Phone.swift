import Synchronization
import ThrumDevice
import ThrumMessages
import ThrumPattern
import ThrumSystem

struct PhoneMessage: Equatable, Sendable {
  /// `nil` to stop.
  var command: String?
  /// Position in the pattern, s.
  var position = 0.0
  var rate = 1.0
  /// Length of the vibration.
  var seconds = 0.0

  static let stop = PhoneMessage()
}

final class Phone: MessageDevice {
  private let serial: String
  private let abilities: PhoneAbilities
  private let watch: UnplugWatch
  private var isPlaying = false

  init(_ serial: String, _ abilities: PhoneAbilities, _ loss: MessageLoss) {
    self.serial = serial
    self.abilities = abilities
    watch = UnplugWatch(serial, loss)
  }

  deinit {
    watch.end()
    if isPlaying { _ = send(.stop) }
  }

  func send(_ message: PhoneMessage) -> MessageOutcome {
    let command = message.command ?? "cmd \(abilities.service) cancel"
    do throws(OutputError) {
      let answer = try Adb.shell(serial, command)
      isPlaying = message.command != nil
      // Old phones answer with this text and exit code 0.
      if answer.text.contains("DND mode") { return .refused(Phone.silenced("adb:\(serial)")) }
      guard answer.code != 0 || answer.text.contains("Exception") else { return .sent }
      isPlaying = false
      if case .failure(let error) = Phone.state(serial) { return .gone(error) }
      return .refused(
        OutputError(
          .failed, device: "adb:\(serial)", message: "the phone refused the vibration: \(Adb.summary(answer.text))"))
    } catch {
      isPlaying = false
      return .gone(error)
    }
  }

  static func state(_ serial: String) -> Result<Void, OutputError> {
    do throws(OutputError) {
      guard try Adb.run(["-s", serial, "get-state"]).code != 0 else { return .success(()) }
    } catch { return .failure(error) }
    return .failure(
      OutputError(
        .noDevice, device: "adb:\(serial)",
        message: "the phone “\(ThrumPattern.quoted(serial))” was disconnected; it plays on to the end of the pattern"))
  }

  static func silenced(_ device: String) -> OutputError {
    OutputError(
      .notPermitted, device: device,
      message: "Do Not Disturb is on, so this phone ignores vibrations from adb: turn it off on the phone")
  }
}

/// Reports when a phone is unplugged, using adb's `wait-for-disconnect`.
final class UnplugWatch: Sendable {
  private struct State {
    var child: ChildProcess?
    var hasEnded = false
  }
  private let state = Mutex(State())

  init(_ serial: String, _ loss: MessageLoss) {
    // If no thread can be started or adb lacks this command, the next message fails instead.
    try? startThread("thrum-unplug") { [self] in
      while let child = start(serial) {
        child.wait()
        // The child's number is freed only here, so `end` never kills another process.
        let (code, isOver) = state.withLock { state in
          state.child = nil
          return (child.reap(), state.hasEnded)
        }
        guard !isOver else { return }
        if case .failure(let error) = Phone.state(serial) { return loss.happen(error) }
        // An adb without this command fails at once.
        guard code == 0 else { return }
      }
    }
  }

  private func start(_ serial: String) -> ChildProcess? {
    state.withLock { state in
      guard !state.hasEnded else { return nil }
      state.child = try? ChildProcess(["adb", "-s", serial, "wait-for-disconnect"])
      return state.child
    }
  }

  func end() {
    state.withLock { state in
      state.hasEnded = true
      state.child?.end()
    }
  }
}
