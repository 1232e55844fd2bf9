import CRealtime
import ThrumDevice

/// Libraries in the program that extend the engine: outputs, a reader for compressed sounds, delays in tests.
package enum LinkedLibraries {
  /// Registers all linked libraries. May be called repeatedly.
  package static func register() {
    OutputKind.register(SilentOutput.kind)
    thrum_library_hooks_call()
  }
}
