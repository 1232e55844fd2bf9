import ThrumAnalysis
import ThrumDevice
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
