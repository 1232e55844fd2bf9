import CPads
import ThrumDevice

/// Called by the engine before it looks up an output.
@_cdecl("thrum_pads_register")
func registerPads() {
  for kind in [PadOutput.kind, DualSenseOutput.kind] { OutputKind.register(kind) }
}
