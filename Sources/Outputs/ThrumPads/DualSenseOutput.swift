import ThrumDevice

/// A DualSense on USB: a sound card whose channels 3 and 4 drive the two voice coils.
public final class DualSenseOutput: OutputDevice {
  private let find: () -> String?
  private let makeCard: (String) throws(OutputError) -> any OutputDevice
  private var card: (any OutputDevice)?

  /// Creates an output for the first connected DualSense.
  public convenience init() {
    self.init(
      find: { DualSenseOutput.card(in: DualSenseOutput.soundCards) },
      makeCard: { (name) throws(OutputError) in try OutputKind.output(named: "alsa:\(name)")() })
  }

  init(find: @escaping () -> String?, makeCard: @escaping (String) throws(OutputError) -> any OutputDevice) {
    self.find = find
    self.makeCard = makeCard
  }

  private static var soundCards: [ListedDevice] { OutputKind.all.first { $0.name == "alsa" }?.list() ?? [] }

  /// Finds the card by its name: “DualSense”, or “Wireless Controller” with old firmware. A DualShock 4 has the latter
  /// name too, but fewer channels.
  static func card(in devices: [ListedDevice]) -> String? {
    let cards = devices.filter { $0.source == .alsa && $0.name.hasPrefix("hw:") }
    return
      (cards.first { $0.summary.contains("DualSense") } ?? cards.first { $0.summary.contains("Wireless Controller") })?
      .name
  }

  /// Opens the card with the signal on channels 3 and 4, and silence on the headset.
  public func open(_ request: OutputRequest) throws(OutputError) -> OutputFormat {
    guard let name = find() else {
      throw OutputError(
        .noDevice, device: "dualsense",
        message:
          "no DualSense was found among the sound cards: connect it by USB (over Bluetooth it is not a sound card; use -D pad)"
      )
    }
    var request = request
    request.channels = ChannelMap([.silence, .silence, .left, .right])
    let card = try makeCard(name)
    let format = try card.open(request)
    guard format.channels >= 4 else {
      _ = card.stop()
      throw OutputError(
        .unsupported, device: "dualsense",
        message: "“\(name)” has \(format.channels) channels, but a DualSense's motors are on channels 3 and 4"
      )
    }
    self.card = card
    return format
  }

  /// Starts playing.
  public func start(_ feed: RenderFeed) throws(OutputError) { try card?.start(feed) }

  /// Fades out and closes the card.
  public func stop() -> Bool {
    defer { card = nil }
    return card?.stop() ?? true
  }

  /// The sound card's error, if any.
  public var problem: OutputError? { card?.problem }
}

extension DualSenseOutput {
  /// The output `dualsense`.
  public static let kind = OutputKind(
    "dualsense", summary: "the voice coils of a DualSense on USB", audience: .hand,
    obeys: [.period, .buffer, .samples],
    list: {
      DualSenseOutput.card(in: soundCards).map {
        [ListedDevice(name: "dualsense", source: .pad, summary: "voice coils of \($0)")]
      } ?? []
    },
    make: { _ in DualSenseOutput() })
}
