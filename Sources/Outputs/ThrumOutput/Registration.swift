import COutput
import ThrumDevice

/// Registers ALSA, WAV files and sound files. The engine calls it before it looks up an output.
@_cdecl("thrum_output_register")
func registerOutput() {
  for kind in [ALSAOutput.kind, WAVOutput.kind] { OutputKind.register(kind) }
  LinkedSoundReader.register(SoundFileReader())
}
