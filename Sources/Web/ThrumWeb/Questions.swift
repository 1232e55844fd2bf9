import ThrumAnswers
import ThrumDevice
import ThrumPattern

/// What all questions share.
private enum Questions {
  /// Maximum size of rendered blocks, bytes.
  static let mostBytes = 32 << 20

  /// The pattern whose sounds are meant, 0 for none.
  ///
  /// Safety: a module in a browser has one thread.
  nonisolated(unsafe) static var number = 0

  static let desk = Desk(
    Host(
      mostBytes: mostBytes,
      sounds: { _ in (patterns[Questions.number]?.sounds ?? GivenSounds()).asked },
      motor: Host.Motor.preset))
}

/// Answers a question of the list with arguments in JSON and, if `fileCount` is not below 0, a file. `number` is the
/// open pattern whose sounds are meant, 0 for none.
@_expose(wasm, "thrum_ask") @_cdecl("thrum_ask")
public func ask(
  _ number: Int, _ name: UnsafeRawPointer, _ nameCount: Int, _ json: UnsafeRawPointer, _ count: Int,
  _ file: UnsafeRawPointer, _ fileCount: Int
) -> Int {
  Questions.number = number
  let reply = Question<Never>.answer(
    text(name, nameCount), bytes(json, count), file: fileCount < 0 ? nil : bytes(file, fileCount), at: Questions.desk,
    .endless)
  switch reply {
  case .json(let bytes): return Answer.set(bytes, .json)
  case .bytes(let bytes): return Answer.set(bytes, .bytes)
  case .gone: return Answer.set([], .nothing)
  case .refused(let refusal): return -Answer.set(refusal.json, .json)
  }
}

/// Returns what the last answer of `thrum_ask` is: 0 for nothing, because what was asked about is no longer kept, 1 for
/// JSON, 2 for bytes.
@_expose(wasm, "thrum_answer_kind") @_cdecl("thrum_answer_kind")
public func answerKind() -> Int { Answer.kind.rawValue }
