// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CThrumHeader
import Foundation
import ThrumEngine
import ThrumPattern

@_cdecl("thrum_pattern_from_file") @implementation
public func thrum_pattern_from_file(
  _ path: UnsafePointer<CChar>?, _ pattern: UnsafeMutablePointer<OpaquePointer?>?
) -> thrum_status {
  attempt {
    try hand(to: pattern) {
      let path = try text(path, "the path")
      let folder = (path as NSString).deletingLastPathComponent
      return patterns.add(try PatternObject(ahap: try bytes(of: path), name: path, folder: folder))
    }
  }
}

/// Reads up to one byte more than the reader's limit.
private func bytes(of path: String) throws -> [UInt8] {
  var isFolder: ObjCBool = false
  guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
    throw EngineError(.fileNotFound, "\(path): no such file")
  }
  guard !isFolder.boolValue, let file = FileHandle(forReadingAtPath: path) else {
    throw EngineError(.fileNotFound, "\(path): cannot be read")
  }
  do {
    return [UInt8](try file.read(upToCount: ReadLimits().bytes + 1) ?? Data())
  } catch { throw EngineError(.fileNotFound, "\(path): cannot be read") }
}
