import Glibc

/// The error of a call to the system.
package struct SystemError: Error, Equatable, CustomStringConvertible {
  /// The number (errno).
  package let number: Int32

  /// The error of the call that has just failed.
  package init(_ number: Int32 = errno) { self.number = number }

  /// In the system's words.
  package var description: String { String(cString: strerror(number)) }
}
