import Foundation
import ThrumEngine
import ThrumNotifications

/// A node of an audio engine.
open class AVAudioNode: NSObject {
  /// Engine to which the node is attached.
  open internal(set) weak var engine: AVAudioEngine?
  /// Creates a detached node.
  public override init() { super.init() }

  /// Returns a stereo format at 48 kHz.
  open func outputFormat(forBus bus: Int) -> AVAudioFormat { AVAudioEngine.format }
  /// Returns a stereo format at 48 kHz.
  open func inputFormat(forBus bus: Int) -> AVAudioFormat { AVAudioEngine.format }
  /// Never calls the block.
  open func installTap(
    onBus bus: Int, bufferSize: AVAudioFrameCount, format: AVAudioFormat?,
    block tapBlock: @escaping (AVAudioPCMBuffer, AVAudioTime) -> Void
  ) {}
  /// Does nothing.
  open func removeTap(onBus bus: Int) {}
  /// Does nothing.
  open func reset() {}
}

/// A node that mixes its inputs.
open class AVAudioMixerNode: AVAudioNode {
  /// Unused.
  open var outputVolume: Float = 1
  /// Unused.
  open var volume: Float = 1
  /// Unused.
  open var pan: Float = 0
}

/// The microphone or the loudspeaker.
open class AVAudioIONode: AVAudioNode {}
/// The microphone, which is silent.
open class AVAudioInputNode: AVAudioIONode {}
/// The loudspeaker.
open class AVAudioOutputNode: AVAudioIONode {}

/// A silent graph of nodes.
open class AVAudioEngine: NSObject {
  // Safety: the sample rate and the channel count are both positive.
  static var format: AVAudioFormat { AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2)! }

  /// Mixer of all sounds.
  public let mainMixerNode = AVAudioMixerNode()
  /// The loudspeaker.
  public let outputNode = AVAudioOutputNode()
  /// The microphone.
  public let inputNode = AVAudioInputNode()
  /// Attached nodes.
  open private(set) var attachedNodes: Set<AVAudioNode> = []
  /// Whether the engine is running.
  open private(set) var isRunning = false
  /// Unused.
  open var isAutoShutdownEnabled = false
  private let environment = HapticEnvironment.current

  /// Creates a stopped engine.
  public override init() {
    super.init()
    for node in [mainMixerNode, outputNode, inputNode] { node.engine = self }
  }

  /// Attaches a node.
  open func attach(_ node: AVAudioNode) {
    attachedNodes.insert(node)
    node.engine = self
  }

  /// Detaches a node.
  open func detach(_ node: AVAudioNode) {
    attachedNodes.remove(node)
    node.engine = nil
  }

  /// Does nothing.
  open func connect(_ node1: AVAudioNode, to node2: AVAudioNode, format: AVAudioFormat?) {}
  /// Does nothing.
  open func connect(
    _ node1: AVAudioNode, to node2: AVAudioNode, fromBus bus1: Int, toBus bus2: Int, format: AVAudioFormat?
  ) {}
  /// Does nothing.
  open func disconnectNodeOutput(_ node: AVAudioNode) {}
  /// Does nothing.
  open func disconnectNodeInput(_ node: AVAudioNode) {}
  /// Does nothing.
  open func prepare() {}

  /// Starts the engine.
  ///
  /// - Throws: `NSError` with code `cannotStartPlaying` while the app is in the background.
  open func start() throws {
    guard !environment.isAppSuspended else {
      throw NSError(domain: "com.apple.coreaudio.avfaudio", code: EngineError.Code.cannotStartPlaying.rawValue)
    }
    isRunning = true
  }

  /// Pauses the engine.
  open func pause() { isRunning = false }
  /// Stops the engine.
  open func stop() { isRunning = false }
  /// Does nothing.
  open func reset() {}
}

extension NSNotification.Name {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Posted only in tests.
  public static var AVAudioEngineConfigurationChange: Notification.Name {
    .ofPhone("AVAudioEngineConfigurationChangeNotification")
  }
}

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
