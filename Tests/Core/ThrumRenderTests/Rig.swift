import TestSupport
import ThrumDevice
import ThrumEngine
import ThrumOffline
import ThrumPattern

@testable import ThrumRender

/// A renderer with players in slots 0, 1, 2 …, commanded at exact frames, with its buses recorded.
final class Rig {
  private(set) var renderer: Renderer
  private let memories: [CompiledPattern]
  private var serial: UInt64 = 0
  private(set) var drive = Recording(samples: [])
  private(set) var acceleration = Recording(samples: [])
  private(set) var left = Recording(samples: [])
  private(set) var right = Recording(samples: [])
  private(set) var notices: [Notice] = []

  /// Whether the renderer reports that nothing sounds or is pending.
  var isSilent: Bool { renderer.isSilent }
  var maySuspend: Bool { renderer.maySuspend }
  /// Notices dropped because the ring was full.
  var lostNotices: Int { renderer.lostNotices }
  var voicesInUse: Int { renderer.context.voices.count }
  /// Peak and level of the last quantum.
  var meters: (peak: Float, level: Float) { (renderer.controls.status.peak, renderer.controls.status.level) }

  /// Installs a player per pattern.
  init(_ patterns: [PatternEntry]..., settings: RenderSettings = .plain, sound: SoundMemory? = nil) {
    renderer = Renderer(settings)
    memories = patterns.map { compiled($0, settings.sampleRate, sound: sound) }
    for (slot, memory) in memories.enumerated() {
      serial += 1
      _ = renderer.commands.push(
        Command(.install(memory.schedule), player: slot, serial: serial))
    }
  }

  /// Sends a command; returns its serial, or `nil` when the ring is full.
  @discardableResult
  func send(
    _ order: Order, _ player: Int = 0, at time: SampleTime = Command.immediately,
    control: DynamicParameterID = .hapticIntensityControl, value: Double = 0, end: SampleTime = 0, flag: Bool = false
  ) -> UInt64? {
    serial += 1
    let command = Command(
      order.action(control, value: value, end: end, flag: flag), player: player, time: time, serial: serial)
    return renderer.commands.push(command) ? serial : nil
  }

  /// Raises the stop or cancel flag with the next serial, which it returns.
  @discardableResult
  func raiseStop(_ player: Int = 0, cancels: Bool = false) -> UInt64 {
    serial += 1
    renderer.controls.stop(player: player, serial: serial, cancels: cancels)
    return serial
  }

  /// Skips time in which nothing happens.
  func fastForwardSuspension(until frame: SampleTime) { renderer.fastForwardSuspension(until: frame) }

  func setGain(_ gain: Float) { renderer.controls.setGain(gain) }

  /// Renders whole quanta until a frame is reached.
  func run(to frame: SampleTime) {
    while renderer.now < frame {
      renderer.renderQuantum()
      for index in 0..<quantumFrames {
        drive.samples.append(renderer.drive[index])
        acceleration.samples.append(renderer.acceleration[index])
        left.samples.append(Double(renderer.left[index]))
        right.samples.append(Double(renderer.right[index]))
      }
      while let notice = renderer.notices.pop() { notices.append(notice) }
    }
  }

  /// Renders frames as a device takes them, in pieces of these lengths in turn. Returns left and right.
  func fetch(_ frames: Int, by lengths: [Int]) -> [[Float]] {
    var reader = BlockReader()
    let interleaver = Interleaver(.stereo, .float32)
    let lease = RenderLease()
    defer { lease.deallocate() }
    var samples = [Float](repeating: 0, count: 2 * frames)
    samples.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      withUnsafeMutablePointer(to: &renderer) { renderer in
        let feed = RenderFeed(renderer, lease: lease, noticeDescriptor: -1)
        var (done, turn) = (0, 0)
        while done < frames {
          let count = min(lengths[turn % lengths.count], frames - done)
          _ = reader.read(feed, interleaver, frames: count, to: base + done * interleaver.frameBytes)
          done += count
          turn += 1
        }
      }
    }
    return [0, 1].map { channel in stride(from: channel, to: samples.count, by: 2).map { samples[$0] } }
  }

  /// Renders a quantum without recording it.
  func discard() { renderer.renderQuantum() }

  /// Frames of the notices of one kind.
  func frames(_ kind: Notice.Kind, player: Int32? = nil) -> [Int] {
    notices.filter { $0.kind == kind && (player == nil || $0.player == player) }.map { Int($0.frame) }
  }
}
