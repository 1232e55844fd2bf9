import Glibc

package struct SystemError: Error, Equatable, CustomStringConvertible {
  /// Errno.
  package let number: Int32

  package init(_ number: Int32 = errno) { self.number = number }

  package var description: String { String(cString: strerror(number)) }
}

/// - Throws: ``SystemError`` from the failed call; some bytes may have been written.
package func writeAll(_ bytes: some Sequence<UInt8>, to file: Int32) throws(SystemError) {
  let result = Array(bytes).withUnsafeBytes { bytes -> SystemError? in
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return SystemError() }
    }
    return nil
  }
  if let result { throw result }
}
