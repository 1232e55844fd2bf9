import CPads
import ThrumDevice
import ThrumMessages

/// An output for a game pad's two motors: `pad`, `pad:1`.
public final class PadOutput: OutputDevice {
  private let output: LevelOutput

  /// Creates an output for the pad at `index` (from 0), or for the first pad with motors.
  public convenience init(index: Int? = nil, profile: RumbleProfile = .usual) {
    self.init(pad: index.map { "\($0)" } ?? "", profile: profile)
  }

  fileprivate init(pad: String, profile: RumbleProfile) {
    output = LevelOutput(
      pad.isEmpty ? "pad" : "pad:\(pad)",
      check: { () throws(OutputError) in
        _ = try GamePad.find(pad)
        return .two(profile)
      },
      // SDL's pads belong to the thread that opens them.
      connect: { () throws(OutputError) in try GamePad(pad) })
  }

  /// Checks that the pad exists.
  public func open(_ request: OutputRequest) throws(OutputError) -> OutputFormat { try output.open(request) }

  /// Starts driving the motors.
  public func start(_ feed: RenderFeed) throws(OutputError) { try output.start(feed) }

  /// Stops the motors.
  public func stop() -> Bool { output.stop() }

  /// The error of a pad that failed to open, refused a level or was disconnected.
  public var problem: OutputError? { output.problem }
}

extension PadOutput {
  /// The outputs `pad` and `pad:N`.
  public static let kind = OutputKind(
    "pad", argument: .optional("N"), summary: "a game pad's motors, through SDL 2", audience: .hand,
    obeys: [.samples],
    list: { GamePad.all.filter(\.hasRumble).map(\.listed) },
    obstacle: { thrum_sdl_load().map { "No game pads: \(String(cString: $0))" } },
    make: { PadOutput(pad: $0, profile: .usual) })
}

@_cdecl("thrum_pads_register")
func registerPads() {
  for kind in [PadOutput.kind, DualSenseOutput.kind] { OutputKind.register(kind) }
}
