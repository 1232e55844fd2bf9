import Foundation
import Testing
import ThrumDevice
import ThrumEngine
import ThrumOffline
import ThrumPattern
import ThrumRender

@testable import ThrumOutput

/// Real libasound over the simulated card of `Tests/Outputs/Rig`, which `make test` builds.
struct ALSARig {
  /// Whether the rig is set up: its folder in `THRUM_RIG`, its configuration in `ALSA_CONFIG_PATH`.
  static var isBuilt: Bool {
    let environment = ProcessInfo.processInfo.environment
    guard let folder = environment["THRUM_RIG"], let path = environment["ALSA_CONFIG_PATH"] else { return false }
    return path.contains("test.conf") && FileManager.default.fileExists(atPath: folder + "/test.conf")
  }

  static let skipMessage: Comment = "the ALSA rig is not built: run `make test`, which builds it"

  /// The test's temporary folder.
  let folder: URL

  init() throws {
    // In memory if possible, so that the card does not wait seconds for a busy disk.
    let memory = URL(fileURLWithPath: "/dev/shm")
    let place = access(memory.path, W_OK) == 0 ? memory : FileManager.default.temporaryDirectory
    folder = place.appendingPathComponent("thrum-rig-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// Name of a rig card that captures and injects faults.
  func name(_ faults: String = "", more: String = "") -> String {
    var name = "rigfault:FILE=\(capture.path),ONCE=\(folder.path)/once"
    if !faults.isEmpty { name += ",FAULT=\(faults)" }
    if !more.isEmpty { name += ",\(more)" }
    return name
  }

  var capture: URL { folder.appendingPathComponent("capture.raw") }

  /// Frames that the card received, as floats.
  func captured(_ format: SampleFormat = .float32, channels: Int = 2) throws -> [Float] {
    let data = try Data(contentsOf: capture)
    return data.withUnsafeBytes { bytes in
      (0..<bytes.count / format.byteCount).map { index in
        let offset = index * format.byteCount
        return switch format {
        case .float32: bytes.loadUnaligned(fromByteOffset: offset, as: Float.self)
        case .signed32: Float(Double(bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)) / 2_147_483_647)
        case .signed24:
          Float(Double(bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self).signExtended24) / 8_388_607)
        case .signed16: Float(bytes.loadUnaligned(fromByteOffset: offset, as: Int16.self)) / 32_767
        }
      }
    }
  }

  static let pattern = Pattern(entries: [
    .event(Event(type: .hapticTransient, time: 0, parameters: [EventParameter(.hapticIntensity, 1)])),
    .event(
      Event(
        type: .hapticContinuous, time: 0.05, duration: 0.25, parameters: [EventParameter(.hapticIntensity, 0.9)])),
    .event(Event(type: .hapticTransient, time: 0.35, parameters: [EventParameter(.hapticSharpness, 1)])),
  ])

  /// What an engine reported while it played the pattern.
  struct Outcome {
    var format: OutputFormat
    var notes: HapticEngine.DeviceNotes
    var error: EngineError?
    var stopSeconds: Double
  }

  /// Plays a pattern to its end and stops.
  func play(
    _ name: String, _ pattern: Pattern = ALSARig.pattern, channels: ChannelMap = .stereo, period: Int? = nil
  ) async throws -> Outcome {
    var configuration = EngineConfiguration { ALSAOutput(name: name) }
    configuration.request.channels = channels
    configuration.request.periodFrames = period
    configuration.request.bufferFrames = period.map { 2 * $0 }
    let engine = try HapticEngine(configuration, in: .realTime())
    // The rig opens in milliseconds; on a stalled machine the engine's limit of two seconds may still pass.
    let machine = try Machine.attend()
    do { try await engine.start() } catch {
      try machine.skipIfStalled()
      throw error
    }
    let format = try #require(await engine.outputFormat)
    let player = try await engine.makePlayer(pattern)
    try await engine.start([player])
    let error = await player.untilFinished()
    let notes = await engine.deviceNotes
    // Measured in the handler: the awaiting test may resume later, when other tests use all threads.
    let seconds = await withCheckedContinuation { continuation in
      let begin = ContinuousClock.now
      engine.stop { _ in continuation.resume(returning: (ContinuousClock.now - begin) / .seconds(1)) }
    }
    return Outcome(format: format, notes: notes, error: error, stopSeconds: seconds)
  }

  /// Plays a pattern on its own rig and expects the stop in time, unless the machine stalled.
  static func playInTime(
    _ fault: String, more: String = "", _ pattern: Pattern = ALSARig.pattern,
    check: (ALSARig, Outcome) throws -> Void = { _, _ in }
  ) async throws {
    let watch = try Machine.watch(forStallsBeyond: 0.1)
    let rig = try ALSARig()
    defer { rig.remove() }
    let outcome = try await rig.play(rig.name(fault, more: more), pattern)
    #expect(outcome.error == nil)
    try watch.skipIfStalled()
    #expect(outcome.stopSeconds < 0.8)
    try check(rig, outcome)
  }

  /// The pattern rendered offline, left channel.
  static func reference(sampleRate: Double = 48_000) -> [Float] {
    var settings = RenderSettings()
    settings.sampleRate = sampleRate
    let schedule = ScheduleCompiler(sampleRate: sampleRate).compile(pattern)
    var renderer = OfflineRenderer([schedule], settings: settings)
    var samples: [Float] = []
    while renderer.renderNext({ samples.append(contentsOf: $0) }) {}
    return stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
  }

  /// A channel from its first nonzero frame on.
  static func sounding(_ samples: [Float], channel: Int = 0, of channels: Int = 2) -> [Float] {
    let one = stride(from: channel, to: samples.count, by: channels).map { samples[$0] }
    return Array(one.drop { $0 == 0 })
  }
}

extension Int32 {
  /// Sign extension of 24 bits in the lower part of 32.
  fileprivate var signExtended24: Int32 { (self << 8) >> 8 }
}
