import CPads
import ThrumDevice

@_cdecl("thrum_pads_register")
func registerPads() {
  for kind in [PadOutput.kind, DualSenseOutput.kind] { OutputKind.register(kind) }
}
