// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CThrumHeader
import Glibc
import ThrumEngine
import ThrumPattern

@_cdecl("thrum_pattern_from_file") @implementation
public func thrum_pattern_from_file(
  _ path: UnsafePointer<CChar>?, _ pattern: UnsafeMutablePointer<OpaquePointer?>?
) -> thrum_status {
  attempt {
    try hand(to: pattern) {
      let path = try text(path, "the path")
      return patterns.add(try PatternObject(ahap: try bytes(of: path), name: path, folder: folder(of: path)))
    }
  }
}

private func folder(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "" }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// Reads up to one byte more than the reader's limit.
private func bytes(of path: String) throws -> [UInt8] {
  let file = open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { throw failure(path) }
  defer { close(file) }
  let limit = ReadLimits().bytes + 1
  var bytes: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 65_536)
  while bytes.count < limit {
    let count = read(file, &block, min(block.count, limit - bytes.count))
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else { throw failure(path) }
    if count == 0 { break }
    bytes += block[..<count]
  }
  return bytes
}

private func failure(_ path: String) -> EngineError {
  let error = errno
  return EngineError(
    .fileNotFound,
    error == ENOENT ? "\(path): no such file" : "\(path): cannot be read (\(String(cString: strerror(error))))")
}
