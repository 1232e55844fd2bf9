import Foundation

/// `make soak`, `make soak-live`: long runs that must not lose commands or leak.
@main
enum Soak {
  private static let usage = """
    usage: Soak hammer SECONDS         many tasks against one live engine
           Soak life HOURS             a random life in virtual time
           Soak engines N              engines made and dropped; nothing is left
           Soak live SECONDS DEVICE    a random life over an ALSA device
    """

  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let amount = arguments.count > 1 ? Double(arguments[1]) ?? 0 : 0
    guard amount > 0, amount.isFinite else { return refuse() }
    let isWell: Bool
    switch (arguments[0], arguments.count) {
    case ("hammer", 2): isWell = try await Hammer.run(seconds: amount)
    case ("life", 2): isWell = LifeSoak.runVirtually(hours: amount)
    case ("engines", 2): isWell = try await Engines.run(max(1, Int(min(amount, 1e7))))
    case ("live", 3): isWell = try LifeSoak.runLive(seconds: amount, device: arguments[2])
    default: return refuse()
    }
    exit(isWell ? 0 : 1)
  }

  private static func refuse() {
    print(usage)
    exit(64)
  }
}
