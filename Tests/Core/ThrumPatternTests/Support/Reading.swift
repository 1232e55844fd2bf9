import Foundation
import TestSupport

@testable import ThrumPattern

func read(_ text: String, limits: ReadLimits = ReadLimits()) -> AHAPDocument {
  AHAP.read(Array(text.utf8), name: "t.ahap", limits: limits)
}

func readEntry(_ entry: String) -> AHAPDocument { read(#"{"Version":1,"Pattern":[\#(entry)]}"#) }

/// The value of an unknown member, the way to read any JSON value through the pattern reader.
func value(of json: String) -> JSONValue? { read(#"{"Pattern":[],"x":\#(json)}"#).pattern?.unknown["x"] }

func codes(_ diagnostics: [Diagnostic]) -> [DiagnosticCode] { diagnostics.map(\.code) }

let corpusFiles: [URL] = {
  let folder = PackageFolder.corpus.appendingPathComponent("ahap")
  let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
  let all = (files?.allObjects ?? []).compactMap { $0 as? URL }
  return all.filter { ["ahap", "json"].contains($0.pathExtension) }.sorted { $0.path < $1.path }
}()
