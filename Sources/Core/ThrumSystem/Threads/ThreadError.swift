import CLinux

package struct ThreadError: Error, CustomStringConvertible {
  package let name: String
  /// Errno of pthread_create.
  package let number: Int32

  package init(name: String, number: Int32) {
    self.name = name
    self.number = number
  }

  package var description: String { "cannot start a thread (error \(number))" }
}
