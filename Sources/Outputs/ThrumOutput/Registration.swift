import COutput
import ThrumDevice

/// Makes ALSA, WAV files and sound files known; called by the engine when outputs are first asked for.
///
/// - Thread: any.
@_cdecl("thrum_output_register")
func registerOutput() {
  for kind in [ALSAOutput.kind, WAVOutput.kind] { OutputKind.register(kind) }
  LinkedSoundReader.register(SoundFileReader())
}
