import Foundation

/// A number of channels.
public typealias AVAudioChannelCount = UInt32
/// A number of frames.
public typealias AVAudioFrameCount = UInt32
/// A position in frames.
public typealias AVAudioFramePosition = Int64

/// Format of an audio buffer: 32-bit floats, one buffer per channel.
open class AVAudioFormat: NSObject {
  /// Frames per second.
  public let sampleRate: Double
  /// Number of channels.
  public let channelCount: AVAudioChannelCount

  /// Creates a format, or returns `nil` if an argument is not positive.
  public init?(standardFormatWithSampleRate sampleRate: Double, channels: AVAudioChannelCount) {
    guard sampleRate > 0, channels > 0 else { return nil }
    (self.sampleRate, channelCount) = (sampleRate, channels)
  }

  /// Whether rate and number of channels are the same.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVAudioFormat else { return false }
    return sampleRate == other.sampleRate && channelCount == other.channelCount
  }
  /// Hash of rate and number of channels.
  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(sampleRate)
    hasher.combine(channelCount)
    return hasher.finalize()
  }
}

/// Audio samples.
open class AVAudioPCMBuffer: NSObject {
  /// Sample format.
  public let format: AVAudioFormat
  /// Maximum number of frames.
  public let frameCapacity: AVAudioFrameCount
  /// Number of valid frames, at most ``frameCapacity``.
  open var frameLength: AVAudioFrameCount = 0 {
    didSet { frameLength = min(frameLength, frameCapacity) }
  }
  /// One pointer per channel, valid for as long as the buffer exists.
  public let floatChannelData: UnsafePointer<UnsafeMutablePointer<Float>>?
  private let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>

  /// Creates a silent buffer.
  public init?(pcmFormat format: AVAudioFormat, frameCapacity: AVAudioFrameCount) {
    (self.format, self.frameCapacity) = (format, frameCapacity)
    channels = .allocate(capacity: Int(format.channelCount))
    for channel in 0..<Int(format.channelCount) {
      let samples = UnsafeMutablePointer<Float>.allocate(capacity: max(1, Int(frameCapacity)))
      samples.initialize(repeating: 0, count: max(1, Int(frameCapacity)))
      channels[channel] = samples
    }
    floatChannelData = UnsafePointer(channels)
  }

  deinit {
    for channel in 0..<Int(format.channelCount) { channels[channel].deallocate() }
    channels.deallocate()
  }
}

/// A time in frames.
open class AVAudioTime: NSObject {
  /// Position in frames.
  public let sampleTime: AVAudioFramePosition
  /// Frames per second.
  public let sampleRate: Double
  /// Creates a time.
  public init(sampleTime: AVAudioFramePosition, atRate sampleRate: Double) {
    (self.sampleTime, self.sampleRate) = (sampleTime, sampleRate)
  }
}
