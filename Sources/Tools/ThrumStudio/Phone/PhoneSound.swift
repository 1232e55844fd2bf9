import CLinux
import Glibc
import ThrumAnalysis
import ThrumAnswers
import ThrumDevice
import ThrumEngine
import ThrumOffline
import ThrumOutput
import ThrumPattern

/// The sound for phones: that of `thrum render`, as a WAV file with 16 bits.
enum PhoneSound {
  /// Maximum length, s. A longer pattern is cut.
  static let mostSeconds = 60.0

  /// - Throws: ``StudioError`` if Core Haptics rejects the pattern, or the request was abandoned.
  static func wav(
    _ pattern: StudioPattern, settings: RenderSettings, _ work: Work<StudioError>
  ) throws(StudioError) -> [UInt8] {
    guard let compiled = pattern.compile(sampleRate: settings.sampleRate)?.schedule else {
      throw StudioError(pattern.refusal)
    }
    var renderer = OfflineRenderer([compiled], settings: settings)
    if Double(renderer.expectedFrames) > mostSeconds * settings.sampleRate {
      renderer = OfflineRenderer([compiled], settings: settings, lengthSeconds: mostSeconds)
    }
    let file = thrum_memory_file("thrum-wav")
    guard file >= 0 else { throw StudioError("no memory for the sound: \(String(cString: strerror(errno)))") }
    defer { close(file) }
    do {
      let writer = try WAVWriter(
        descriptor: file, name: "sound", sampleRate: Int(settings.sampleRate), channels: 2, format: .signed16)
      while !renderer.isOver {
        try work.check()
        try writer.append(atLeast: renderer.leastRoom) { renderer.render(into: $0) }
      }
      try writer.finish()
    } catch let error as StudioError {
      throw error
    } catch { throw StudioError("cannot write the sound: \(error)") }
    return bytes(of: file)
  }

  private static func bytes(of file: Int32) -> [UInt8] {
    let size = max(0, Int(lseek(file, 0, Int32(SEEK_END))))
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let got = pread(file, buffer.baseAddress.map { $0 + count }, size - count, count)
        if got <= 0 { return }
        count += got
      }
    }
  }
}
