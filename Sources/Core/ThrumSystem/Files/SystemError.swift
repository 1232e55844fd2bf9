import Glibc

package struct SystemError: Error, Equatable, CustomStringConvertible {
  /// Errno.
  package let number: Int32

  package init(_ number: Int32 = errno) { self.number = number }

  package var description: String { String(cString: strerror(number)) }
}
