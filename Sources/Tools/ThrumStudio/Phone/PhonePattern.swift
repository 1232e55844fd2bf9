import FoundationEssentials
import Synchronization
import ThrumAnswers
import ThrumDevice
import ThrumFeel
import ThrumPattern

/// One version of the open pattern, as sent to phones. Each part is made on its first request.
final class PhonePattern: Sendable {
  /// Maximum length of the text, bytes.
  static let textLimit = 4 << 20
  /// Maximum size of the picture (bytes) and number of durations in a vibration.
  static let (pictureLimit, vibrationLimit) = (2 << 20, 20_000)

  enum Condition: String, Encodable {
    case ready, broken, large
  }

  /// Everything for the page except the sound and the picture.
  struct Facts: Encodable, Equatable {
    var version: Int
    /// A ``Condition``, or `empty` without a pattern.
    var condition: String
    var seconds: Double?
    var taps: Int?
    var holds: Int?
    /// Length to which the sound is cut, s.
    var cutSeconds: Double?
    /// Durations in ms, alternately on and off.
    var vibration: [Int]?
    /// What is left of the difference between the vibration and the pattern.
    var vibrationDifference: String?

    static func empty(version: Int) -> Facts { Facts(version: version, condition: "empty") }
  }

  let version: Int
  let text: String
  /// Used to find sounds. Never sent.
  let path: String
  private let folder: StudioFolder?
  private let settings: SoundSettings
  private let draw: PhonePicture
  private let made = Mutex(Made())

  private struct Made {
    var facts: Facts?
    var sound: [UInt8]??
    /// Keyed by whether the picture is dark.
    var pictures: [Bool: [UInt8]?] = [:]
  }

  init(
    version: Int, text: String, path: String, folder: StudioFolder?, settings: SoundSettings,
    draw: @escaping PhonePicture
  ) {
    self.version = version
    self.text = text
    self.path = path
    self.folder = folder
    var settings = settings
    settings.monitor = .smallSpeaker
    settings.gain = 0
    self.settings = settings
    self.draw = draw
  }

  // Each part is kept once it is complete. If the work is ended, the next request starts it again.

  func facts(_ work: Work<StudioError>) throws(StudioError) -> Facts {
    try made.withLock { made throws(StudioError) in
      if let facts = made.facts { return facts }
      let facts = try makeFacts(work)
      made.facts = facts
      return facts
    }
  }

  /// A 16-bit WAV file, or `nil` if the pattern cannot be played.
  func sound(_ work: Work<StudioError>) throws(StudioError) -> [UInt8]? {
    guard try isReady(work) else { return nil }
    return try made.withLock { made throws(StudioError) in
      if let sound = made.sound { return sound }
      var sound: [UInt8]?
      do throws(StudioError) {
        sound = try PhoneSound.wav(pattern, settings: settings.render, work)
      } catch { guard error.kind == .input else { throw error } }
      made.sound = .some(sound)
      return sound
    }
  }

  func picture(isDark: Bool, _ work: Work<StudioError>) throws(StudioError) -> [UInt8]? {
    guard try isReady(work) else { return nil }
    return try made.withLock { made throws(StudioError) in
      if let picture = made.pictures[isDark] { return picture }
      let sounds = StudioSounds(folder: folder, pattern: path)
      var picture = try draw(Array(text.utf8), settings.render, isDark, { sounds.path($0) }, work)
      if let size = picture?.count, size > PhonePattern.pictureLimit { picture = nil }
      made.pictures[isDark] = .some(picture)
      return picture
    }
  }

  private func isReady(_ work: Work<StudioError>) throws(StudioError) -> Bool {
    try facts(work).condition == Condition.ready.rawValue
  }

  private var pattern: StudioPattern { StudioPattern(text, path: path, folder: folder) }

  private func makeFacts(_ work: Work<StudioError>) throws(StudioError) -> Facts {
    func only(_ condition: Condition) -> Facts { Facts(version: version, condition: condition.rawValue) }
    guard text.utf8.count <= PhonePattern.textLimit else { return only(.large) }
    guard let playable = pattern.playable else { return only(.broken) }
    var timeline = PatternTimeline()
    timeline.add(playable)
    var facts = only(.ready)
    facts.seconds = playable.duration
    facts.taps = timeline.taps.count
    facts.holds = timeline.holds.count
    if playable.duration > PhoneSound.mostSeconds { facts.cutSeconds = PhoneSound.mostSeconds }
    let fit = try PulseFit.searched(PulseDesign(PatternGroup(playable), work), work)
    facts.vibration = Array(fit.train.onOff.prefix(PhonePattern.vibrationLimit))
    facts.vibrationDifference = fit.words
    return facts
  }
}
