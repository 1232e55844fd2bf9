import Foundation
import ThrumEngine

/// Receives the end of a player's sound.
public protocol AVAudioPlayerDelegate: AnyObject {
  /// The sound has ended.
  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool)
  /// The sound cannot be decoded. Never called.
  func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?)
}

extension AVAudioPlayerDelegate {
  /// Does nothing.
  public func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {}
  /// Does nothing.
  public func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {}
}

/// A silent player that takes as long as its sound, in the time of the caller's environment.
///
/// - Thread: the app's, one at a time; the delegate is called on the main queue.
open class AVAudioPlayer: NSObject {
  /// The sound's file, if it has one.
  public let url: URL?
  /// The sound's length, s.
  public let duration: TimeInterval
  /// Receives the end of the sound.
  open weak var delegate: (any AVAudioPlayerDelegate)?
  /// Has no effect.
  open var volume: Float = 1
  /// Has no effect.
  open var pan: Float = 0
  /// Has no effect.
  open var enableRate = false
  /// Has no effect.
  open var rate: Float = 1
  /// Has no effect.
  open var isMeteringEnabled = false
  /// Repetitions after the first pass; negative for an endless loop.
  open var numberOfLoops = 0
  /// Always 2.
  open var numberOfChannels: Int { 2 }

  private let environment = HapticEnvironment.current
  /// Environment time of the start; `nil` while not playing.
  private var started: Double?
  private var position: TimeInterval = 0
  private var playback = 0

  /// Opens a file.
  ///
  /// - Throws: `CocoaError` if the file does not exist or is not a sound.
  public init(contentsOf url: URL) throws {
    self.url = url
    do { duration = try SoundLength.seconds(ofFileAt: url.path) } catch {
      throw CocoaError(error.reason == .notFound ? .fileReadNoSuchFile : .fileReadCorruptFile)
    }
    super.init()
  }

  /// Opens a file; ignores the type hint.
  public convenience init(contentsOf url: URL, fileTypeHint utiString: String?) throws {
    try self.init(contentsOf: url)
  }

  /// Plays data, whose length is not read: the sound has no duration.
  public init(data: Data) throws {
    (url, duration) = (nil, 0)
    super.init()
  }

  /// Whether the sound is playing.
  open var isPlaying: Bool { started != nil && !hasEnded }

  /// Position in the sound, s.
  open var currentTime: TimeInterval {
    get {
      guard let started else { return position }
      let passed = position + environment.now - started
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
    return position + environment.now - started >= duration * Double(numberOfLoops + 1)
  }

  /// Does nothing.
  @discardableResult open func prepareToPlay() -> Bool { true }

  /// Starts or resumes playing.
  @discardableResult open func play() -> Bool {
    if hasEnded { position = 0 }
    begin()
    return true
  }

  /// Starts playing after a delay of `time` − `deviceCurrentTime`, which is ignored.
  @discardableResult open func play(atTime time: TimeInterval) -> Bool { play() }

  /// Seconds on the environment's clock, the same for every player.
  open var deviceCurrentTime: TimeInterval { environment.now }

  /// Stops playing and keeps the position.
  open func pause() {
    position = currentTime
    started = nil
    playback += 1
  }

  /// Stops playing and keeps the position.
  open func stop() { pause() }

  /// Has no effect.
  open func setVolume(_ volume: Float, fadeDuration duration: TimeInterval) { self.volume = volume }
  /// Does nothing.
  open func updateMeters() {}
  /// Always silent, dBFS.
  open func averagePower(forChannel channelNumber: Int) -> Float { -160 }
  /// Always silent, dBFS.
  open func peakPower(forChannel channelNumber: Int) -> Float { -160 }

  private func begin() {
    playback += 1
    started = environment.now
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
