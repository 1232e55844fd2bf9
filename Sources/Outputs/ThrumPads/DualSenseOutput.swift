import ThrumDevice

/// A DualSense on USB: a sound card of four channels, of which the third and the fourth are its two voice coils.
///
/// - Thread: the device's queue.
public final class DualSenseOutput: OutputDevice {
  private let find: () -> String?
  private let makeCard: (String) throws(OutputError) -> any OutputDevice
  private var card: (any OutputDevice)?

  /// An output to the first DualSense that is connected.
  public convenience init() {
    self.init(find: { DualSenseOutput.card(in: DualSenseOutput.soundCards) }) { (name) throws(OutputError) in
      try OutputKind.output(named: "alsa:\(name)")()
    }
  }

  init(find: @escaping () -> String?, makeCard: @escaping (String) throws(OutputError) -> any OutputDevice) {
    self.find = find
    self.makeCard = makeCard
  }

  /// What ALSA lists; nothing in a program without it.
  private static var soundCards: [ListedDevice] { OutputKind.all.first { $0.name == "alsa" }?.list() ?? [] }

  /// The name of the card among devices; `nil` when there is none. Its newer firmware calls itself DualSense, the older one Wireless
  /// Controller, as a DualShock 4 does, which has fewer channels.
  static func card(in devices: [ListedDevice]) -> String? {
    let cards = devices.filter { $0.source == .alsa && $0.name.hasPrefix("hw:") }
    return
      (cards.first { $0.summary.contains("DualSense") } ?? cards.first { $0.summary.contains("Wireless Controller") })?
      .name
  }

  /// Opens the card with the left and the right signal on channels 3 and 4, and silence on the headset's.
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
        message: "“\(name)” has \(format.channels) channels, and the motors of a DualSense are the third and the fourth"
      )
    }
    self.card = card
    return format
  }

  /// Begins to play.
  public func start(_ feed: RenderFeed) throws(OutputError) { try card?.start(feed) }

  /// Fades out and closes.
  public func stop() -> Bool {
    defer { card = nil }
    return card?.stop() ?? true
  }

  /// What the card has to say.
  public var problem: OutputError? { card?.problem }
}

extension DualSenseOutput {
  /// `dualsense`.
  public static let kind = OutputKind(
    "dualsense", summary: "the voice coils of a DualSense on USB", audience: .hand,
    list: {
      DualSenseOutput.card(in: soundCards).map {
        [ListedDevice(name: "dualsense", source: .pad, summary: "voice coils of \($0)")]
      } ?? []
    }
  ) { _ in DualSenseOutput() }
}
