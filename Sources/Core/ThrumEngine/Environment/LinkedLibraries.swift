import CRealtime
import ThrumDevice

/// Linked libraries that add outputs, a reader for compressed sounds, and virtual delays.
package enum LinkedLibraries {
  /// May be called repeatedly.
  package static func register() {
    OutputKind.register(SilentOutput.kind)
    thrum_library_hooks_call()
  }
}
