import COutputHook
import ThrumDevice
import ThrumRender

/// Makes ALSA, WAV files and sound files known to engines that are told nothing else; called by the engine when the
/// process's environment is first asked for.
@_cdecl("thrum_output_register")
public func registerOutput() {
  LinkedOutput.register(
    LinkedOutput(makeOutput: { NamedOutput.maker($0)?() }, soundReader: SoundFileReader()))
}
