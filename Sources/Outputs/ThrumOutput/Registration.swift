import COutput
import ThrumDevice

/// Makes ALSA, WAV files and sound files known to engines that are told nothing else; called by the engine when the
/// process's environment is first asked for.
///
/// - Thread: any.
@_cdecl("thrum_output_register")
public func registerOutput() {
  for kind in outputKinds { OutputKind.register(kind) }
  LinkedSoundReader.register(SoundFileReader())
}

/// The outputs of this library. Another one needs its file and a line here.
///
/// - Thread: any; a value.
public let outputKinds: [OutputKind] = [ALSAOutput.kind, WAVOutput.kind, PadOutput.kind, DualSenseOutput.kind]
