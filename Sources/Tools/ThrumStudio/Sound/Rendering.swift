import CLinux
import Glibc
import Synchronization
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

struct SoundSettings: Sendable, Equatable {
  private(set) var motor: ActuatorFile
  var monitor = MonitorMode.full
  /// In dB.
  var gain = 0.0

  var actuator: String { motor.preset.name }

  /// Parses the page's settings, with defaults for missing ones.
  ///
  /// - Throws: ``StudioError`` for an unknown name, or a volume outside −120…40 dB.
  init(actuator: String?, monitor: String?, gain: Double?, of motors: StudioMotors = StudioMotors())
    throws(StudioError)
  {
    guard let motor = motors.named(actuator) else { throw StudioError("there is no actuator “\(actuator ?? "")”") }
    self.motor = motor
    if let monitor {
      guard let mode = MonitorMode(rawValue: monitor) else {
        throw StudioError("there is no monitor mode “\(monitor)”")
      }
      self.monitor = mode
    }
    if let gain {
      guard gain.isFinite, (-120...40).contains(gain) else {
        throw StudioError("the volume must be between -120 and 40 dB")
      }
      self.gain = gain
    }
  }

  init(_ motors: StudioMotors = StudioMotors()) { motor = motors.named(nil) ?? ActuatorFile(.phone) }

  var render: RenderSettings {
    var settings = RenderSettings()
    motor.apply(to: &settings)
    settings.monitor = monitor
    settings.gainDecibels = gain
    // A phone stays silent until the next event, but users want to hear the event at the cursor.
    settings.entersMidEvent = true
    return settings
  }
}

/// The actuators given on the command line, then the presets. Of actuators with equal names, only the first counts.
struct StudioMotors: Sendable {
  let all: [ActuatorFile]

  init(_ given: [ActuatorFile] = []) {
    var names: Set<String> = []
    all = (given + ActuatorPreset.all.map { ActuatorFile($0) }).filter { names.insert($0.preset.name).inserted }
  }

  /// Returns the first actuator if `name` is `nil`.
  func named(_ name: String?) -> ActuatorFile? {
    name.map { name in all.first { $0.preset.name == name } } ?? all.first
  }
}
