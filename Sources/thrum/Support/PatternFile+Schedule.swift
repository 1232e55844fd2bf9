import ThrumEngine
import ThrumOutput
import ThrumPattern
import ThrumRender

extension PatternFile {
  /// Compiles the file; sounds that cannot be played are reported, the haptics stay.
  ///
  /// - Throws: `Failure` for a pattern that cannot be played, and when there is no memory for a sound.
  func schedule(sampleRate: Double, hapticsOnly: Bool = false, audioOnly: Bool = false) throws
    -> ScheduleMemory
  {
    var failure: Failure?
    var compiler = ScheduleCompiler(sampleRate: sampleRate) { path in
      guard failure == nil else { return nil }
      do throws(Failure) { return try soundMemory(path, sampleRate: sampleRate) } catch {
        failure = error
        return nil
      }
    }
    compiler.hapticsOnly = hapticsOnly
    compiler.audioOnly = audioOnly
    let schedule = compiler.compile(try playable())
    if let failure { throw failure }
    return schedule
  }

  private func soundMemory(_ path: String, sampleRate: Double) throws(Failure) -> SoundMemory? {
    guard let found = sound(path) else {
      Console.message("\(name): warning: the sound “\(path)” is missing; the haptics play without it")
      return nil
    }
    do throws(SoundError) {
      return try SoundFileReader().read(path: found, sampleRate: sampleRate)
    } catch {
      if error.reason == .noMemory { throw Failure(.system, "\(name): \(error)") }
      Console.message("\(name): warning: \(error); the haptics play without it")
      return nil
    }
  }
}
