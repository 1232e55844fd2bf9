import ThrumDevice
import ThrumOutput
import ThrumSystem

protocol RenderedFile: AnyObject {
  var frames: Int { get }
  var clippedSamples: Int { get }
  func prepare(forFrames frames: Int)
  func append(atLeast least: Int, _ fill: (UnsafeMutableBufferPointer<Float>) -> Int) throws(FileError)
  func finish() throws(FileError)
}

extension WAVWriter: RenderedFile {}

extension FLACWriter: RenderedFile {
  func prepare(forFrames frames: Int) {}
}

extension Render {
  /// Always false with `--each` and `--list`, where the output is a folder.
  var writesFLAC: Bool { !each && list == nil && Render.isFLAC(output) }

  private static func isFLAC(_ path: String) -> Bool { path.lowercased().hasSuffix(".flac") }

  func makeWriter(_ place: FilePlace) throws(FileError) -> any RenderedFile {
    if Render.isFLAC(place.path) {
      return try FLACWriter(
        place: place, sampleRate: sampleRate, channels: signal.channels,
        format: format == .float32 ? .signed16 : format, dithers: dither)
    }
    return try WAVWriter(
      place: place, sampleRate: sampleRate, channels: signal.channels, format: format, dithers: dither)
  }
}
