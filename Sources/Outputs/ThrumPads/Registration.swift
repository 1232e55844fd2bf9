import CPads
import ThrumDevice

/// Makes game pads known; called by the engine when outputs are first asked for.
///
/// - Thread: any.
@_cdecl("thrum_pads_register")
func registerPads() {
  for kind in [PadOutput.kind, DualSenseOutput.kind] { OutputKind.register(kind) }
}
