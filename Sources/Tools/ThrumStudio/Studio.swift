import FoundationEssentials
import Glibc
import Synchronization
import ThrumAnalysis
import ThrumAnswers
import ThrumDevice
import ThrumEngine
import ThrumOutput
import ThrumPattern
import ThrumSystem

/// The web page for editing, playing and comparing patterns, served only on the loopback interface.
package final class Studio: Sendable {
  private let server: HTTPServer
  /// Address to open, including this run's token.
  package let address: String
  package let port: UInt16

  /// `only` is the only file to list. The first of `actuators` is the default. A `port` of 0 selects a free port, and
  /// `nil` prefers the folder's own port, where the browser finds the last run's drafts.
  ///
  /// - Throws: ``StudioError`` if the folder or the port is unavailable, or no thread is left.
  package convenience init(
    folder: String?, only: String? = nil, isWritable: Bool = false, device: String? = nil,
    actuators: [ActuatorFile] = [], port: UInt16? = nil, phone: PhonePage? = nil, share: ShareMaker? = nil
  ) throws(StudioError) {
    var opened: StudioFolder?
    if let folder { opened = try StudioFolder(folder, isWritable: isWritable, only: only) }
    let context = StudioContext(
      folder: opened, motors: StudioMotors(actuators), devices: StudioDevices(own: device),
      phone: phone?.desk, share: share)
    try self.init(context, ports: port.map { [$0] } ?? StudioPort.preferred(folder: folder), limits: Limits())
  }

  typealias Limits = HTTPServer.Limits

  init(
    _ context: StudioContext, ports: [UInt16] = [0], limits: Limits,
    startLiveThread: @escaping HTTPServer.ThreadStarter = startThread
  ) throws(StudioError) {
    let service = StudioService(context, limits: limits)
    server = HTTPServer(limits: limits, responder: service.responder, startLiveThread: startLiveThread)
    self.port = try server.start(ports: ports)
    service.open(port: self.port)
    address = "http://127.0.0.1:\(self.port)/?token=\(service.token)"
  }

  // No request retains a studio, so this never runs on a server thread.
  deinit { server.stop() }

  package func stop() { server.stop() }
}

/// A studio without its server: policy, routes and token.
struct StudioService: Sendable {
  let token = SecretToken()
  let responder: HTTPResponder
  private let gate: PolicyGate

  init(_ context: StudioContext, limits: HTTPServer.Limits = HTTPServer.Limits()) {
    let (gate, routes) = (PolicyGate(), StudioRoutes(context))
    self.gate = gate
    responder = HTTPResponder(
      guardHead: { gate.refusal($0) }, handler: { routes.answer($0) }, bodyBytes: limits.bodyBytes,
      fields: RequestPolicy.fields)
  }

  /// Admits requests that name this port. Until this call, all are refused.
  func open(port: UInt16) { gate.open(RequestPolicy(token: token, port: port)) }
}

/// Ports for a studio started without `--port`.
///
/// A given folder always has the same port (decision 0053).
enum StudioPort {
  /// Range of ports below Linux's range for outgoing connections.
  private static let range: Range<UInt64> = 16_384..<32_000
  /// Number of preferred ports to try before any free one.
  private static let attempts: UInt64 = 8

  /// Returns the folder's ports in order of preference, then 0.
  static func preferred(folder: String?) -> [UInt16] {
    let place = folder.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path } ?? ""
    // FNV-1a.
    let hash = place.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    let count = UInt64(range.count)
    return (0..<attempts).map { UInt16(range.lowerBound + (hash % count + $0) % count) } + [0]
  }
}

/// The devices that the page may use.
///
/// ALSA device names can run commands (`file:"|command",raw`), so the page may choose only from the list.
final class StudioDevices: Sendable {
  private let own: String?
  private let list: @Sendable () -> [Choice]
  private let listed = Mutex<Set<String>?>(nil)

  /// - Parameter own: device named on the command line, listed first.
  init(own: String? = nil, list: @escaping @Sendable () -> [Choice] = alsa) {
    self.own = own
    self.list = list
  }

  func choices() -> [Choice] {
    let all = list().filter { !ListedDevice.isConverter($0.name) && $0.name != own }
    let ordered = all.filter { $0.name == "default" } + all.filter { $0.name != "default" }
    listed.withLock { $0 = ($0 ?? []).union(ordered.map(\.name)) }
    let first = own.map { [Choice(name: $0, about: "the device given on the command line")] } ?? []
    return first + ordered
  }

  func has(_ name: String) -> Bool {
    if name == own { return true }
    if listed.withLock({ $0 == nil }) { _ = choices() }
    return listed.withLock { $0?.contains(name) ?? false }
  }

  private static let alsa: @Sendable () -> [Choice] = {
    LinkedLibraries.register()
    return OutputKind.devices.filter { $0.source == .alsa }.map {
      Choice(name: $0.name, about: $0.summary)
    }
  }
}

/// The response to `GET /api/session`.
struct SessionFacts: JSONWritable {
  let context: StudioContext

  init(_ context: StudioContext) { self.context = context }

  func write(to writer: inout JSONWriter) {
    let choice = context.monitor
    writer.object { writer in
      writer.member("schema", "thrum.studio/1")
      writer.member("version", ThrumVersion.current)
      writer.member("folder", ifPresent: context.folder?.name)
      writer.member("writable", context.folder?.isWritable ?? false)
      writer.member("sampleRate", 48_000)
      writer.member("actuators", context.motors.all.map { Choice($0.preset) })
      writer.member("monitors", Choice.monitors)
      writer.name("monitor")
      writer.object { writer in
        writer.member("name", choice.mode.rawValue)
        // In dB.
        writer.member("gain", choice.gainDecibels)
        writer.member("reason", ifPresent: choice.reason)
      }
      writer.member("devices", context.devices.choices())
      writer.member("exports", PatternExport.formats)
      writer.member("hasPhonePage", context.phone != nil)
    }
  }
}
