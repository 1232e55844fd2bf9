import Foundation
import ThrumEngine

/// A sound file.
open class AVAudioFile: NSObject {
  /// The file.
  public let url: URL
  /// Stereo at 48 kHz.
  public let processingFormat: AVAudioFormat
  /// Same as ``processingFormat``.
  open var fileFormat: AVAudioFormat { processingFormat }
  /// Number of frames at 48 kHz.
  public let length: AVAudioFramePosition

  /// Opens a file.
  ///
  /// - Throws: `CocoaError` for a missing or unreadable file.
  public init(forReading fileURL: URL) throws {
    (url, processingFormat) = (fileURL, AVAudioEngine.format)
    do {
      let seconds = try SoundLength.seconds(ofFileAt: fileURL.path)
      length = AVAudioFramePosition((seconds * processingFormat.sampleRate).rounded())
    } catch {
      throw CocoaError(error.reason == .notFound ? .fileReadNoSuchFile : .fileReadCorruptFile)
    }
  }

  /// Fills a buffer with silence.
  open func read(into buffer: AVAudioPCMBuffer) throws { buffer.frameLength = buffer.frameCapacity }
}

/// Options for scheduling a buffer.
public struct AVAudioPlayerNodeBufferOptions: OptionSet, Sendable {
  /// Raw bits.
  public let rawValue: UInt
  /// Creates options.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// Repeats the buffer.
  public static let loops = Self(rawValue: 1)
  /// Interrupts buffers scheduled earlier.
  public static let interrupts = Self(rawValue: 2)
  /// Interrupts a loop at its end.
  public static let interruptsAtLoop = Self(rawValue: 4)
}

/// A silent player. Buffers and files play as soon as they are scheduled.
open class AVAudioPlayerNode: AVAudioNode {
  /// Whether the node is playing.
  open private(set) var isPlaying = false
  /// Unused.
  open var volume: Float = 1
  /// Unused.
  open var pan: Float = 0
  private let environment = HapticEnvironment.current

  /// Starts playing.
  open func play() { isPlaying = true }
  /// Starts playing at once.
  open func play(at when: AVAudioTime?) { isPlaying = true }
  /// Pauses.
  open func pause() { isPlaying = false }
  /// Stops.
  open func stop() { isPlaying = false }

  /// Schedules a buffer. Calls `completionHandler` after the buffer's duration, unless the buffer loops.
  open func scheduleBuffer(
    _ buffer: AVAudioPCMBuffer, at when: AVAudioTime? = nil, options: AVAudioPlayerNodeBufferOptions = [],
    completionHandler: (@Sendable () -> Void)? = nil
  ) {
    guard let completionHandler, !options.contains(.loops) else { return }
    environment.delay(by: Double(buffer.frameLength) / buffer.format.sampleRate, completionHandler)
  }

  /// Schedules a file. Calls `completionHandler` after the file's duration.
  open func scheduleFile(
    _ file: AVAudioFile, at when: AVAudioTime?, completionHandler: (@Sendable () -> Void)? = nil
  ) {
    guard let completionHandler else { return }
    environment.delay(by: Double(file.length) / file.processingFormat.sampleRate, completionHandler)
  }
}
