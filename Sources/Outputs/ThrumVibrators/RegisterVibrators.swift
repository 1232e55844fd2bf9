import ThrumDevice

@_cdecl("thrum_vibrators_register")
func registerVibrators() {
  for kind in [FeedbackDaemon.kind, ForceDevice.kind] { OutputKind.register(kind) }
}
