import ThrumDevice

/// Called by the engine before it looks up an output.
@_cdecl("thrum_vibrators_register")
func registerVibrators() {
  for kind in [FeedbackDaemon.kind, ForceDevice.kind] { OutputKind.register(kind) }
}
