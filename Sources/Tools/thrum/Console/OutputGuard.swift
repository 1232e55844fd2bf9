import CLinux
import Glibc
import ThrumSystem

enum OutputGuard {
  /// Throws `Failure` if the output is one of the inputs, under any name.
  static func refuse(_ output: String, over inputs: [String]) throws {
    var target = stat()
    guard output != "-", stat(output, &target) == 0, target.st_mode & S_IFMT == S_IFREG else { return }
    for input in inputs {
      var source = stat()
      guard input != "-", stat(input, &source) == 0 else { continue }
      if source.st_dev == target.st_dev, source.st_ino == target.st_ino {
        throw Failure(.usage, "\(output) is also the input and would be overwritten: give another name")
      }
    }
  }
}
