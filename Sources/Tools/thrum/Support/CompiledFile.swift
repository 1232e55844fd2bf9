import ThrumAnalysis
import ThrumDevice
import ThrumEngine
import ThrumOutput
import ThrumPattern

struct CompiledFile {
  let pattern: CompiledPattern
  /// Lengths of sounds, keyed by path in the pattern.
  let soundSeconds: [String: Double]
}

extension PatternFile {
  /// Reports sounds that cannot be played, but keeps the haptics.
  ///
  /// - Throws: `Failure` if the pattern cannot be played or there is no memory for a sound.
  func compiled(
    sampleRate: Double, content: PatternTimeline.Content = .all, find: ((String) -> String?)? = nil,
    say: (String) -> Void = { Console.message($0) }
  ) throws -> CompiledFile {
    var failure: Failure?
    var soundSeconds: [String: Double] = [:]
    let pattern = try playable(say)
    let compiled = withoutActuallyEscaping(say) { say in
      var compiler = ScheduleCompiler(sampleRate: sampleRate) { path in
        guard failure == nil else { return nil }
        do throws(Failure) {
          let memory = try soundMemory(path, at: find.map { $0(path) } ?? sound(path), say)
          soundSeconds[path] = memory?.seconds
          return memory
        } catch {
          failure = error
          return nil
        }
      }
      compiler.hapticsOnly = content == .hapticsOnly
      compiler.audioOnly = content == .audioOnly
      return compiler.compile(pattern)
    }
    if let failure { throw failure }
    return CompiledFile(pattern: compiled, soundSeconds: soundSeconds)
  }

  private func soundMemory(
    _ path: String, at found: String?, _ say: (String) -> Void
  ) throws(Failure) -> SoundMemory? {
    guard let found else {
      say("\(name): warning: the sound “\(quoted(path))” is missing; the haptics play without it")
      return nil
    }
    do throws(SoundError) {
      return try SoundFileReader().read(path: found)
    } catch {
      if error.reason == .noMemory { throw Failure(.system, "\(name): \(error)") }
      say("\(name): warning: \(error); the haptics play without it")
      return nil
    }
  }
}
