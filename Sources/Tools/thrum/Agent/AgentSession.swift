import FoundationEssentials
import Glibc
import ThrumPattern

/// Messages of the Model Context Protocol, which are those of JSON-RPC 2.0.
enum AgentSession {
  /// Versions of the protocol, the latest first. A client that asks for another one gets the latest.
  private static let versions = ["2025-06-18", "2025-03-26", "2024-11-05"]

  private enum Code: Int {
    case parse = -32700
    case request = -32600
    case method = -32601
    case parameters = -32602
  }

  struct Problem: Error {
    let words: String
  }

  /// Returns the answer to a message, or `nil` for a notification.
  static func answer(_ line: [UInt8], _ tools: AgentTools) -> [UInt8]? {
    if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { return nil }
    guard let message = try? JSONDecoder().decode(Message.self, from: Data(line)) else {
      let isJSON = (try? JSONDecoder().decode(Anything.self, from: Data(line))) != nil
      return failed(nil, isJSON ? .request : .parse, isJSON ? "this is no request" : "this is not JSON")
    }
    guard message.jsonrpc == "2.0", let method = message.method else {
      return failed(message.id, .request, "a request has the members jsonrpc, which is 2.0, and method")
    }
    guard let id = message.id else { return nil }
    switch method {
    case "initialize":
      let wanted = message.params?.protocolVersion ?? ""
      return answered(id) { writer in initialized(&writer, versions.contains(wanted) ? wanted : versions[0]) }
    case "ping": return answered(id) { writer in writer.object { _ in } }
    case "tools/list":
      return answered(id) { writer in writer.object { writer in writer.member("tools", tools.all) } }
    case "tools/call":
      guard let name = message.params?.name, let tool = tools.all.first(where: { $0.name == name }) else {
        return failed(id, .parameters, "there is no tool “\(message.params?.name ?? "")”")
      }
      let given = message.params?.arguments ?? [:]
      do throws(Problem) {
        let result = try tools.run(tool, given)
        return answered(id) { writer in result.write(to: &writer) }
      } catch { return failed(id, .parameters, "\(name): \(error.words)") }
    default: return failed(id, .method, "there is no method “\(method)”")
    }
  }

  private static func initialized(_ writer: inout JSONWriter, _ version: String) {
    writer.object { writer in
      writer.member("protocolVersion", version)
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

  // MARK: JSON

  private static func answered(_ id: Identifier, _ body: (inout JSONWriter) -> Void) -> [UInt8] {
    message(id) { writer in
      writer.name("result")
      body(&writer)
    }
  }

  private static func failed(_ id: Identifier?, _ code: Code, _ words: String) -> [UInt8] {
    message(id) { writer in
      writer.name("error")
      writer.object { writer in
        writer.member("code", code.rawValue)
        writer.member("message", words)
      }
    }
  }

  private static func message(_ id: Identifier?, _ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter(pretty: false)
    writer.object { writer in
      writer.member("jsonrpc", "2.0")
      writer.name("id")
      switch id {
      case .number(let number): writer.raw(String(number))
      case .text(let text): writer.string(text)
      case nil: writer.raw("null")
      }
      body(&writer)
    }
    return writer.bytes
  }

  private enum Identifier: Decodable {
    case number(Int)
    case text(String)

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let number = try? value.decode(Int.self) {
        self = .number(number)
      } else {
        self = .text(try value.decode(String.self))
      }
    }
  }

  private struct Message: Decodable {
    let jsonrpc: String?
    let id: Identifier?
    let method: String?
    let params: Parameters?
  }

  private struct Parameters: Decodable {
    let protocolVersion: String?
    let name: String?
    let arguments: [String: AgentTools.Value]?
  }

  private struct Anything: Decodable {
    init(from decoder: any Decoder) throws {}
  }
}

/// The folder that an agent may use: no path leads out of it, through `..` or a link.
struct AgentFolder {
  private let root: String

  /// Makes the folder the working directory, so that all commands run there.
  ///
  /// - Throws: `Failure` if it is no folder.
  init(_ path: String) throws {
    guard chdir(path) == 0, let real = AgentFolder.real(".") else {
      throw Failure(.noInput, "\(path): \(systemError())")
    }
    root = real
  }

  /// Returns the path for a command, or `nil` if it leads out of the folder. A file need not exist, its folder must.
  func inside(_ path: String) -> String? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard !path.isEmpty, !path.hasPrefix("/"), !path.utf8.contains(0), parts.allSatisfy({ !$0.isEmpty && $0 != ".." })
    else { return nil }
    let place = "./" + path
    let above = place[..<(place.lastIndex(of: "/") ?? place.startIndex)]
    guard let found = AgentFolder.real(place) ?? AgentFolder.real(String(above)),
      found == root || found.hasPrefix(root == "/" ? root : root + "/")
    else { return nil }
    return place
  }

  private static func real(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }
}
