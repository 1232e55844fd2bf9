import CLinux
import Glibc
import ThrumAnalysis
import ThrumAnswers
import ThrumDevice
import ThrumEngine
import ThrumOffline
import ThrumOutput
import ThrumPattern

/// Renders the same WAV files as `thrum render`.
enum Rendering {
  static let limitSeconds = 600.0

  /// - Parameter cut: length to which a longer pattern is cut, s. `nil` rejects patterns beyond the limit.
  /// - Throws: ``StudioError`` if Core Haptics rejects the pattern, it is too long, or the request was abandoned.
  static func wav(
    _ pattern: StudioPattern, settings: SoundSettings, format: SampleFormat = .float32, cut: Double? = nil,
    _ work: Work<StudioError>
  ) throws(StudioError) -> [UInt8] {
    let render = settings.render
    guard let compiled = pattern.compile(sampleRate: render.sampleRate)?.schedule else {
      throw StudioError(pattern.refusal)
    }
    var renderer = OfflineRenderer([compiled], settings: render)
    if let cut, Double(renderer.expectedFrames) > cut * render.sampleRate {
      renderer = OfflineRenderer([compiled], settings: render, lengthSeconds: cut)
    }
    guard Double(renderer.expectedFrames) <= limitSeconds * render.sampleRate else {
      throw StudioError("the pattern is longer than \(Int(limitSeconds)) s; use `thrum render` to write it to a file")
    }
    let file = thrum_memory_file("thrum-wav")
    guard file >= 0 else { throw StudioError("no memory for the sound: \(String(cString: strerror(errno)))") }
    defer { close(file) }
    do {
      let writer = try WAVWriter(
        descriptor: file, name: "sound", sampleRate: Int(render.sampleRate), channels: 2, format: format)
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
