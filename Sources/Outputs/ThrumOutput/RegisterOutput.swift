import CAudio
import ThrumDevice

/// Called by the engine before it looks up an output.
@_cdecl("thrum_output_register")
func registerOutput() {
  for kind in [ALSAOutput.kind, WAVOutput.kind] { OutputKind.register(kind) }
  LinkedSoundReader.register(SoundFileReader())
}
