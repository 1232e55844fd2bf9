import Glibc
import Synchronization
import ThrumPattern
import ThrumSystem

/// A conversation by the Model Context Protocol. Tools run one after another on their own thread, in the order of the
/// calls, so that the reader can answer a ping and cancel a call meanwhile.
///
/// - Thread: the reader's, except where a function says otherwise.
final class AgentSession: Sendable {
  /// Versions of the protocol, the latest first. A client that asks for another one gets the latest.
  private static let versions = ["2025-06-18", "2025-03-26", "2024-11-05"]
  /// Seconds for the calls that are left when the input ends.
  static let patience = 10.0

  private let tools: AgentTools
  private let calls = AgentCalls()
  private let output = Mutex<Void>(())

  /// - Throws: `Failure` if no thread can be started.
  init(_ tools: AgentTools) throws {
    self.tools = tools
    do throws(ThreadError) {
      try startThread("thrum-agent") { [calls] in calls.run() }
    } catch { throw ThreadLimit.failure }
  }

  /// Answers a line, at once or when its call has ended.
  func receive(_ line: [UInt8]) {
    if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { return }
    let value: JSONValue
    do throws(SyntaxError) { value = try JSONValue.read(line) } catch {
      return send(AgentMessage.failed(nil, .parse, "this is not JSON, from byte \(error.offset)"))
    }
    guard case .array(let messages) = value else {
      return take(AgentMessage(value), line.count) { [weak self] in $0.map { self?.send($0) } }
    }
    guard !messages.isEmpty else { return send(AgentMessage.failed(nil, .request, "a batch has at least one message")) }
    let batch = AgentBatch(messages.count) { [weak self] in self?.send($0) }
    for message in messages { take(AgentMessage(message), line.count / messages.count) { batch.add($0) } }
  }

  /// Waits for the calls that are left, and then for no more than ``patience``.
  func finish() {
    let left = calls.finish(within: AgentSession.patience)
    if left > 0 { Console.message("the input ended; \(counted(left, "call")) had no answer yet") }
  }

  /// - Parameters:
  ///   - bytes: size of the message.
  ///   - reply: receives the answer, or `nil` if none is due. Called once, on any thread.
  private func take(_ message: AgentMessage, _ bytes: Int, reply: @escaping @Sendable ([UInt8]?) -> Void) {
    switch message {
    case .ignored: reply(nil)
    case .wrong(let id, let code, let words): reply(AgentMessage.failed(id, code, words))
    case .notification(let method, let parameters):
      if method == "notifications/cancelled" { cancel(parameters["requestId"]) }
      reply(nil)
    case .request(let id, let method, let parameters): answer(id, method, parameters, bytes, reply)
    }
  }

  private func answer(
    _ id: AgentMessage.Identifier, _ method: String, _ parameters: JSONObject, _ bytes: Int,
    _ reply: @escaping @Sendable ([UInt8]?) -> Void
  ) {
    switch method {
    case "initialize": reply(started(id, parameters["protocolVersion"] ?? .null))
    case "ping": reply(AgentMessage.answered(id) { writer in writer.object { _ in } })
    case "tools/list":
      let tools = tools.all
      reply(AgentMessage.answered(id) { writer in writer.object { writer in writer.member("tools", tools) } })
    case "tools/call":
      do throws(AgentTools.Problem) {
        let call = try tools.call(parameters)
        let isTaken = calls.add(id, bytes: bytes) { cancellation in
          let result = call(cancellation)
          reply(cancellation.isCancelled ? nil : AgentMessage.answered(id) { result.write(to: &$0) })
        } otherwise: {
          reply(nil)
        }
        if !isTaken {
          reply(AgentMessage.failed(id, .busy, "too many calls are waiting; wait for their answers"))
        }
      } catch { reply(AgentMessage.failed(id, .parameters, error.words)) }
    default: reply(AgentMessage.failed(id, .method, "there is no method “\(quoted(method))”"))
    }
  }

  private func cancel(_ id: JSONValue?) {
    switch id {
    case .number(let literal): calls.cancel(.number(literal))
    case .string(let text): calls.cancel(.text(text))
    default: break
    }
  }

  private func started(_ id: AgentMessage.Identifier, _ version: JSONValue) -> [UInt8] {
    guard case .string(let wanted) = version else {
      return AgentMessage.failed(
        id, .parameters,
        "protocolVersion is a text such as “\(AgentSession.versions[0])”, not \(AgentMessage.kind(of: version))")
    }
    let agreed = AgentSession.versions.contains(wanted) ? wanted : AgentSession.versions[0]
    return AgentMessage.answered(id) { writer in
      writer.object { writer in
        writer.member("protocolVersion", agreed)
        writer.name("capabilities")
        writer.object { writer in
          writer.name("tools")
          writer.object { _ in }
        }
        writer.name("serverInfo")
        writer.object { writer in
          writer.member("name", "thrum")
          writer.member("version", ThrumVersion.current)
        }
        writer.member(
          "instructions",
          "Haptic patterns for Core Haptics (AHAP). Lint and feel a pattern before and after each change; diff says "
            + "which changes can be felt; plot shows it.")
      }
    }
  }

  /// Ends the process if the client no longer reads.
  ///
  /// - Thread: any.
  private func send(_ message: [UInt8]) {
    output.withLock { _ in
      do { try Console.out(bytes: message + [UInt8(ascii: "\n")]) } catch {
        exit((error as? Failure)?.exitCode ?? Failure.Code.inputOutput.rawValue)
      }
    }
  }
}

/// Answers to the messages of one batch, sent together.
///
/// - Thread: any.
private final class AgentBatch: Sendable {
  private let state: Mutex<(left: Int, answers: [[UInt8]])>
  private let send: @Sendable ([UInt8]) -> Void

  init(_ count: Int, _ send: @escaping @Sendable ([UInt8]) -> Void) {
    state = Mutex((count, []))
    self.send = send
  }

  /// Adds the answer to one message, or `nil` if none is due.
  func add(_ answer: [UInt8]?) {
    let answers = state.withLock { state -> [[UInt8]] in
      state.left -= 1
      if let answer { state.answers.append(answer) }
      return state.left == 0 ? state.answers : []
    }
    guard !answers.isEmpty else { return }
    send([UInt8(ascii: "[")] + answers.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")])
  }
}
