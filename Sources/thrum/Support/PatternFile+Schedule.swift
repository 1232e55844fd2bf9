import HapticEngine
import HapticOutput
import HapticPattern
import HapticRender

extension PatternFile {
  /// Compiles the file; sounds that cannot be played are reported, the haptics stay.
  func schedule(sampleRate: Double, hapticsOnly: Bool = false, audioOnly: Bool = false) throws
    -> ScheduleMemory
  {
    var compiler = ScheduleCompiler(sampleRate: sampleRate) { soundMemory($0, sampleRate: sampleRate) }
    compiler.hapticsOnly = hapticsOnly
    compiler.audioOnly = audioOnly
    return compiler.compile(try playable())
  }

  private func soundMemory(_ path: String, sampleRate: Double) -> SoundMemory? {
    guard let found = sound(path) else {
      Console.message("\(name): warning: the sound “\(path)” is missing; the haptics play without it")
      return nil
    }
    do throws(SoundError) {
      return try SoundFileReader().read(path: found, sampleRate: sampleRate)
    } catch {
      Console.message("\(name): warning: \(error); the haptics play without it")
      return nil
    }
  }
}
