import ArgumentParser
import ThrumDevice
import ThrumEngine
import ThrumFeel
import ThrumMessages
import ThrumOutput
import ThrumPattern
import ThrumPhones
import ThrumStudio

/// The device chosen by `-D` or `THRUM_DEVICE`.
struct DeviceChoice {
  let makeOutput: @Sendable () -> any OutputDevice
  /// Set if the device plays whole patterns by itself.
  let patternDevice: (any PatternDevice)?
  let file: String?
  /// Name as given, without a path or number; `nil` for the default.
  let name: String?
  /// Kind, or `nil` for the name of an ALSA device.
  let kind: OutputKind?
  let isLoudspeaker: Bool
  let isInTheHand: Bool
  /// Whether silent output may replace the device. True only for the default.
  let mayFallBack: Bool

  /// Uses `-D`, then `THRUM_DEVICE`, then ALSA's `default`.
  init(_ option: String?) throws {
    let environment = ProcessDevice.asked
    let prefix = WAVOutput.kind.name + ":"
    file = (option ?? environment).flatMap { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : nil }
    DeviceChoice.register()
    name = (option ?? environment).map { String($0.prefix { $0 != ":" }) }
    kind = (option ?? environment).flatMap { OutputKind.kind(of: $0) }
    let audience = kind?.audience ?? .ears
    isInTheHand = audience == .hand
    isLoudspeaker = audience == .ears
    mayFallBack = option == nil && environment == nil
    let make: @Sendable () -> any OutputDevice
    if let option {
      make = try DeviceChoice.output(option)
    } else if let environment {
      make = try DeviceChoice.named(environment, "THRUM_DEVICE")
    } else {
      make = { ALSAOutput(name: "default") }
    }
    patternDevice = make() as? any PatternDevice
    if let device = patternDevice { makeOutput = { device } } else { makeOutput = make }
  }

  /// Failure of a device that cannot be opened, or that goes away while it plays. Only here is its exit code decided: a
  /// device is a service, and a file is written.
  func failure(_ message: String) -> Failure { Failure(file == nil ? .noDevice : .inputOutput, message) }

  private static func register() {
    LinkedLibraries.register()
    Phones.register { patterns in
      let fit = PulseFit.searched(PulseDesign(PatternGroup(patterns), Work<Never>.endless), Work<Never>.endless)
      return OnOffTimes(milliseconds: fit.train.onOff, difference: fit.words)
    }
  }

  private static func output(_ name: String) throws -> @Sendable () -> any OutputDevice {
    guard !name.isEmpty else { throw Failure(.usage, "-D needs a name; see `thrum devices`") }
    guard OutputKind.kind(of: name) != nil else { return { ALSAOutput(name: name) } }
    return try named(name, "-D")
  }

  private static func named(_ name: String, _ asked: String) throws -> @Sendable () -> any OutputDevice {
    do throws(OutputError) { return try OutputKind.output(named: name) } catch {
      throw Failure(.usage, "\(asked): \(error)")
    }
  }

  static var names: String {
    DeviceChoice.register()
    return OutputKind.names()
  }

  /// `all` includes ALSA's converters.
  static func devices(all: Bool = false) -> [ListedDevice] {
    DeviceChoice.register()
    return OutputKind.devices.filter { all || !$0.isConverter }
  }
}

/// The value of `thrum studio --phone`.
enum PhoneOption: ExpressibleByArgument, CustomStringConvertible {
  /// This machine's only local address.
  case anyAddress
  case place(PhonePlace)
  /// A word that is not an address.
  case other(String)

  init(argument: String) {
    self = PhonePlace(argument).map { .place($0) } ?? .other(argument)
  }

  /// Returns what is wrong with a word that was meant as an address, or `nil` for the name of a folder.
  static func fault(of word: String) -> String? {
    let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, PhonePlace(String(parts[0])) != nil {
      return "--phone: “\(quoted(parts[1]))” is not a port: use a number from 0 to 65535"
    }
    guard word.contains(where: { ".:".contains($0) }), word.allSatisfy({ "0123456789.:".contains($0) }) else {
      return nil
    }
    return needsAddress
  }

  static let needsAddress =
    "--phone needs an address of this machine, such as 192.168.1.5 or 192.168.1.5:8080"

  var description: String { "this machine's only local address" }

  var place: PhonePlace {
    get throws {
      if case .place(let place) = self { return place }
      return try PhonePlace()
    }
  }
}
