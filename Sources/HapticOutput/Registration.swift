import COutputHook
import HapticRender

/// Makes ALSA, WAV files and sound files known to engines that are told nothing else; called by the engine when the
/// process's environment is first asked for.
@_cdecl("thrum_output_register")
public func registerOutput() {
  LinkedOutput.register(
    LinkedOutput(
      makeOutput: { name in
        if name == "alsa" { return ALSAOutput(name: "default") }
        if name.hasPrefix("alsa:"), name.count > 5 { return ALSAOutput(name: String(name.dropFirst(5))) }
        if name.hasPrefix("wav:"), name.count > 4 { return WAVOutput(path: String(name.dropFirst(4))) }
        return nil
      }, soundReader: SoundFileReader()))
}
