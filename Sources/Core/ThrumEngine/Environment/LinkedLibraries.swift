import CLinux
import FoundationEssentials
import Glibc
import ThrumDevice
import ThrumPattern

/// Linked libraries that add outputs, a reader for compressed sounds, and virtual delays.
package enum LinkedLibraries {
  /// May be called repeatedly.
  package static func register() {
    OutputKind.register(SilentOutput.kind)
    thrum_library_hooks_call()
  }
}
