import ThrumAnswers
import ThrumDevice
import ThrumPattern

/// The sounds that a host has given to a pattern.
final class GivenSounds {
  private struct Sound {
    let state: SoundState
    let frames: SoundMemory?
    let stamp: String
  }

  private var known: [String: Sound] = [:]
  /// Safety: a module in a browser has one thread.
  nonisolated(unsafe) private static var made = 0

  /// Adds a WAV, AIFF or CAF file. Returns whether it can be read.
  func add(_ bytes: [UInt8], name: String) -> Bool {
    let file = ChunkedFile(bytes)
    // A browser's module reads uncompressed sounds only; what others hold is not known.
    let state = file.foreignContent.map { SoundState.unreadable(cause: "it is \($0.words)", remedy: $0.cure) } ?? .plays
    var frames: SoundMemory?
    if let sound = UncompressedSound(file) {
      do throws(SoundError) { frames = try SoundMemory.decoded(sound, budget: .process, path: name) } catch {}
    }
    GivenSounds.made += 1
    known[name] = Sound(state: state, frames: frames, stamp: String(GivenSounds.made))
    return frames != nil
  }

  var asked: Host.Sounds {
    Host.Sounds(
      state: { self.known[$0]?.state ?? .missing(hint: nil) }, frames: { self.known[$0]?.frames },
      stamp: { self.known[$0]?.stamp ?? "" })
  }
}
