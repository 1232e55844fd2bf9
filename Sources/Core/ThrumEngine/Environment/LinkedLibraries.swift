import CRealtime
import ThrumDevice

/// What the libraries that a program links add to the engine: outputs, the reader of compressed sounds, the delays of a test.
///
/// - Thread: any.
package enum LinkedLibraries {
  /// Makes all of it known; calling it again does no harm.
  package static func register() {
    OutputKind.register(SilentOutput.kind)
    thrum_library_hooks_call()
  }
}
