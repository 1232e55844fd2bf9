import Foundation

@testable import ThrumPattern

/// Reads a text as an AHAP file.
func read(_ text: String, limits: ReadLimits = ReadLimits()) -> AHAPDocument {
  AHAP.read(Array(text.utf8), name: "t.ahap", limits: limits)
}

/// Reads a document with one entry.
func readEntry(_ entry: String) -> AHAPDocument { read(#"{"Version":1,"Pattern":[\#(entry)]}"#) }

/// The value of an unknown member: the way of any JSON value into the model.
func value(of json: String) -> JSONValue? { read(#"{"Pattern":[],"x":\#(json)}"#).pattern?.unknown["x"] }

/// The codes of some diagnostics.
func codes(_ diagnostics: [Diagnostic]) -> [DiagnosticCode] { diagnostics.map(\.code) }

/// The folder of the package, found from this file.
let packageFolder = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

/// The public patterns for trying the reader: `THRUM_CORPUS`, or `shared/corpus` beside the package.
let corpusFiles: [URL] = {
  let beside = packageFolder.deletingLastPathComponent().appendingPathComponent("shared/corpus")
  let root = ProcessInfo.processInfo.environment["THRUM_CORPUS"].map { URL(fileURLWithPath: $0) } ?? beside
  let folder = root.appendingPathComponent("ahap")
  let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
  let all = (files?.allObjects ?? []).compactMap { $0 as? URL }
  return all.filter { ["ahap", "json"].contains($0.pathExtension) }.sorted { $0.path < $1.path }
}()
