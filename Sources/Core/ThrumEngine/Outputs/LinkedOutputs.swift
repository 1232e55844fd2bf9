import CRealtime
import ThrumDevice

/// The outputs and the sound reader of the program, its libraries' included.
///
/// - Thread: any.
package enum LinkedOutputs {
  /// Makes them known; more than once does no harm.
  package static func register() {
    OutputKind.register(SilentOutput.kind)
    thrum_output_hooks_call()
  }
}
