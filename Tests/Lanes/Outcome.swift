import Foundation

/// A failed test and its reason.
struct Failure {
  let test: String
  let reason: String
}

/// Result of one process.
struct Outcome {
  private(set) var passed = 0
  private(set) var failures: [Failure] = []
  /// Skipped tests, with the reason.
  private(set) var skipped: [Failure] = []
  private var started: Set<String> = []

  mutating func add(_ failure: Failure) { failures.append(failure) }

  /// Tests that started and did not end.
  var unended: String { started.isEmpty ? "" : "under way: " + started.sorted().joined(separator: ", ") }

  /// Reads swift-testing's event stream, a JSON object per line.
  init(events: Data, named name: String) {
    var titles: [String: String] = [:]
    var reasons: [String: [String]] = [:]
    var cancelled: Set<String> = []
    for line in events.split(separator: UInt8(ascii: "\n")) {
      guard let record = try? JSONDecoder().decode(Record.self, from: Data(line)) else { continue }
      let payload = record.payload
      let id = payload.testID ?? payload.id ?? ""
      switch payload.kind {
      case "function": titles[id] = payload.displayName ?? payload.name
      case "testStarted" where titles[id] != nil: started.insert(titles[id] ?? id)
      case "issueRecorded":
        if payload.issue?.isKnown == true || payload.issue?.severity == "warning" { continue }
        let text = (payload.messages ?? []).map(\.text).joined(separator: "\n    ")
        reasons[id, default: []].append("\(payload.issue?.sourceLocation?.description ?? "")\(text)")
      case "testSkipped", "testCancelled":
        guard let title = titles[id], cancelled.insert(id).inserted else { continue }
        skipped.append(Failure(test: title, reason: payload._comments?.first ?? "no reason given"))
        started.remove(title)
      case "testEnded":
        guard let title = titles[id] else { continue }
        started.remove(title)
        if reasons[id] == nil, !cancelled.contains(id) { passed += 1 }
      default: continue
      }
    }
    failures = reasons.sorted { $0.key < $1.key }.map { id, reasons in
      Failure(test: titles[id] ?? name, reason: reasons.prefix(5).joined(separator: "\n    "))
    }
  }

  /// Reads the output of XCTest.
  init(xctest text: String) {
    var reasons: [String: [String]] = [:]
    for line in text.split(separator: "\n") {
      if line.contains(": error: ") {
        reasons[String(line.split(separator: " ").dropFirst(2).first ?? "?"), default: []].append(String(line))
      }
      guard line.hasPrefix("Test Case '") else { continue }
      let name = String(line.split(separator: "'")[1])
      if line.contains("' started") { started.insert(name) } else { started.remove(name) }
      if line.contains("' passed") { passed += 1 }
      if line.contains("' failed") { failures.append(Failure(test: name, reason: reasons[name]?.first ?? "")) }
    }
  }
}

/// The relevant parts of a line of swift-testing's stream.
private struct Record: Decodable {
  struct Payload: Decodable {
    let kind: String
    let id: String?
    let name: String?
    let displayName: String?
    let testID: String?
    let issue: Issue?
    let messages: [Message]?
    let _comments: [String]?
  }
  struct Issue: Decodable {
    let isKnown: Bool?
    let severity: String?
    let sourceLocation: Place?
  }
  struct Place: Decodable {
    let fileID: String
    let line: Int
    var description: String { "\(fileID):\(line): " }
  }
  struct Message: Decodable { let text: String }

  let payload: Payload
}
