import ThrumAnalysis
import ThrumAnswers
import ThrumDevice
import ThrumEngine
import ThrumOutput
import ThrumPattern
import ThrumSystem

/// A sound that the page has sent.
final class UploadedSound {
  enum Problem: Error, Equatable {
    case noMemory
    case unreadable(String)
    case noLibrary(String)
  }

  private let file: MemoryFile

  init(_ bytes: [UInt8]) throws(Problem) {
    do throws(SystemError) { file = try MemoryFile(bytes) } catch { throw .noMemory }
  }

  func stream() throws(Problem) -> SoundStream {
    do throws(SoundError) { return try SoundStream(path: file.path) } catch {
      switch error.reason {
      case .noLibrary: throw .noLibrary(error.detail)
      case .noMemory, .noRoom: throw .noMemory
      default: throw .unreadable(error.detail)
      }
    }
  }

  /// Reads the header and the first block, to reject sounds that no pattern can play.
  @discardableResult func check() throws(Problem) -> SoundStream {
    let sound = try stream()
    guard sound.frames <= SoundFileReader.frameLimit else {
      throw .unreadable("it is longer than \(SoundFileReader.frameLimit / 48_000 / 60) minutes at 48 kHz")
    }
    guard sound.frames == 0 || !sound.next().isEmpty else { throw .unreadable("the beginning cannot be decoded") }
    return sound
  }
}

extension UploadedSound.Problem {
  /// Its message follows the sound's name.
  var refusal: Refusal {
    switch self {
    case .noMemory: Refusal(code: .busy, message: "needs more memory than there is; try again later")
    case .unreadable(let cause): Refusal(code: .noSound, message: "is not a sound that Thrum can read: \(cause)")
    case .noLibrary(let cause): Refusal(code: .noSound, message: "cannot be read: \(cause)")
    }
  }
}

extension UploadedSound {
  /// Reads a sound for analysis. The note says how its channels were mixed.
  static let features: Host.Features = { file, work in
    do throws(Stop) { return .success(try read(file, work)) } catch {
      switch error {
      case .ended: return .failure(Refusal(code: .busy, message: "was not read to its end"))
      case .problem(let problem): return .failure(problem.refusal)
      }
    }
  }

  private enum Stop: Error {
    case ended
    case problem(Problem)
  }

  private static func opened(_ sound: UploadedSound) throws(Stop) -> SoundStream {
    do throws(Problem) { return try sound.stream() } catch { throw .problem(error) }
  }

  private static func read(
    _ file: [UInt8], _ work: Work<Ended>
  ) throws(Stop) -> (features: SoundFeatures, note: String?) {
    let sound: UploadedSound
    do throws(Problem) { sound = try UploadedSound(file) } catch { throw .problem(error) }
    let header = try opened(sound)
    // The sound is read twice, and once more if it has several channels.
    let passes = header.channels > 1 ? 3.0 : 2
    let total = Double(max(1, header.frames)) * passes
    var done = 0.0
    func finished(_ frames: Int) throws(Stop) {
      done += Double(frames)
      do throws(Ended) { try work.report(min(1, done / total)) } catch { throw .ended }
    }
    var mix: ChannelMix?
    if header.channels > 1 {
      var survey = ChannelSurvey(channels: header.channels, sampleRate: header.sampleRate)
      let stream = try opened(sound)
      func add() -> Int? {
        stream.nextFrames { block, frames in
          survey.add(block, frames: frames)
          return frames
        }
      }
      while let frames = add() { try finished(frames) }
      survey.finish()
      mix = survey.mix()
    }
    let features = try SoundFeatures(sampleRate: header.sampleRate, band: SoundFeatures.wholeBand) {
      body throws(Stop) in
      let stream = try opened(sound)
      while case let block = stream.next(weights: mix?.weights), !block.isEmpty {
        body(block)
        try finished(block.count)
      }
    }
    guard let features else { throw .problem(.unreadable("it contains no sound")) }
    return (features, mix?.note)
  }
}
