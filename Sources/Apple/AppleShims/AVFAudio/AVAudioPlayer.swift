import Foundation
import ThrumEngine

/// A delegate notified when a player's sound ends.
public protocol AVAudioPlayerDelegate: AnyObject {
  /// Called when the sound has ended.
  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool)
  /// Reports that the sound cannot be decoded. Never called.
  func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?)
}

extension AVAudioPlayerDelegate {
  /// Does nothing.
  public func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {}
  /// Does nothing.
  public func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {}
}

/// A silent player that plays for as long as its sound lasts, in environment time.
///
/// - Thread: any of the app's, but one at a time; the delegate is called on the main queue.
open class AVAudioPlayer: NSObject {
  /// Sound file, if any.
  public let url: URL?
  /// Length in seconds.
  public let duration: TimeInterval
  /// Delegate notified when the sound ends.
  open weak var delegate: (any AVAudioPlayerDelegate)?
  /// Unused.
  open var volume: Float = 1
  /// Unused.
  open var pan: Float = 0
  /// Unused.
  open var enableRate = false
  /// Unused.
  open var rate: Float = 1
  /// Unused.
  open var isMeteringEnabled = false
  /// Repetitions after the first pass, endless if negative.
  open var numberOfLoops = 0
  /// Always 2.
  open var numberOfChannels: Int { 2 }

  private let environment = HapticEnvironment.current
  /// Environment time at which playback started, or `nil` while not playing.
  private var started: Double?
  private var position: TimeInterval = 0
  private var playback = 0

  /// Opens a file.
  ///
  /// - Throws: `CocoaError` for a missing or unreadable file.
  public init(contentsOf url: URL) throws {
    self.url = url
    do { duration = try SoundLength.seconds(ofFileAt: url.path) } catch {
      throw CocoaError(error.reason == .notFound ? .fileReadNoSuchFile : .fileReadCorruptFile)
    }
    super.init()
  }

  /// Opens a file.
  public convenience init(contentsOf url: URL, fileTypeHint utiString: String?) throws {
    try self.init(contentsOf: url)
  }

  /// Creates a player with duration 0, since the data is not read.
  public init(data: Data) throws {
    (url, duration) = (nil, 0)
    super.init()
  }

  /// Whether the sound is playing.
  open var isPlaying: Bool { started != nil && !hasEnded }

  /// Position in seconds.
  open var currentTime: TimeInterval {
    get {
      guard let started else { return position }
      let passed = position + environment.engineTime - started
      if numberOfLoops == 0 { return min(passed, duration) }
      return duration > 0 ? passed.truncatingRemainder(dividingBy: duration) : 0
    }
    set {
      position = min(max(0, newValue), duration)
      if started != nil { begin() }
    }
  }

  private var hasEnded: Bool {
    guard let started, numberOfLoops >= 0 else { return false }
    return position + environment.engineTime - started >= duration * Double(numberOfLoops + 1)
  }

  /// Does nothing.
  @discardableResult open func prepareToPlay() -> Bool { true }

  /// Starts or resumes playing.
  @discardableResult open func play() -> Bool {
    if hasEnded { position = 0 }
    begin()
    return true
  }

  /// Starts playing at once.
  @discardableResult open func play(atTime time: TimeInterval) -> Bool { play() }

  /// Seconds on the environment's clock.
  open var deviceCurrentTime: TimeInterval { environment.engineTime }

  /// Stops playing and keeps the position.
  open func pause() {
    position = currentTime
    started = nil
    playback += 1
  }

  /// Stops playing and keeps the position.
  open func stop() { pause() }

  /// Sets the volume at once.
  open func setVolume(_ volume: Float, fadeDuration duration: TimeInterval) { self.volume = volume }
  /// Does nothing.
  open func updateMeters() {}
  /// Returns −160 dBFS.
  open func averagePower(forChannel channelNumber: Int) -> Float { -160 }
  /// Returns −160 dBFS.
  open func peakPower(forChannel channelNumber: Int) -> Float { -160 }

  private func begin() {
    playback += 1
    started = environment.engineTime
    guard numberOfLoops >= 0 else { return }
    let left = duration * Double(numberOfLoops + 1) - position
    // Safety: read and called on the main queue only.
    nonisolated(unsafe) weak let player = self
    let number = playback
    environment.delay(by: max(0, left)) { DispatchQueue.main.async { player?.end(number) } }
  }

  private func end(_ number: Int) {
    guard number == playback, started != nil else { return }
    started = nil
    position = 0
    delegate?.audioPlayerDidFinishPlaying(self, successfully: true)
  }
}
