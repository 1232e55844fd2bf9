import ThrumAnalysis
import ThrumDevice
import ThrumSystem

/// The local web page on which patterns are seen, heard, compared and edited; served on the loopback interface alone.
///
/// - Thread: any.
package final class Studio: Sendable {
  private let server: HTTPServer
  /// The address to open, with the token of this run.
  package let address: String
  /// The port that is listened on.
  package let port: UInt16

  /// Starts to serve.
  ///
  /// - Parameters:
  ///   - folder: what is shown beside the library; `nil` shows the library alone.
  ///   - only: a file of the folder that is shown alone; the folder is then never searched.
  ///   - isWritable: whether the page may save files in the folder.
  ///   - device: an ALSA device that the page may play to beside those that ALSA lists.
  ///   - actuators: motors to choose from beside the presets; the first one is what is heard at first.
  ///   - port: 0 takes one that is free.
  /// - Throws: ``StudioError`` for a folder that cannot be opened, a port that cannot be had, and a system without a thread
  ///   left for the server.
  package convenience init(
    folder: String?, only: String? = nil, isWritable: Bool = false, device: String? = nil,
    actuators: [ActuatorFile] = [], port: UInt16 = 0
  ) throws(StudioError) {
    var opened: StudioFolder?
    if let folder { opened = try StudioFolder(folder, isWritable: isWritable, only: only) }
    let context = StudioContext(
      folder: opened, motors: StudioMotors(actuators), devices: StudioDevices(own: device))
    try self.init(context, port: port, limits: Limits())
  }

  /// What clients may ask for.
  typealias Limits = HTTPServer.Limits

  init(
    _ context: StudioContext, port: UInt16 = 0, limits: Limits,
    startLiveThread: @escaping HTTPServer.ThreadStarter = startThread
  ) throws(StudioError) {
    let service = StudioService(context, limits: limits)
    server = HTTPServer(limits: limits, responder: service.responder, startLiveThread: startLiveThread)
    self.port = try server.start(port: port)
    service.open(port: self.port)
    address = "http://127.0.0.1:\(self.port)/?token=\(service.token)"
  }

  // No request holds a studio: this never runs on a thread of the server.
  deinit { server.stop() }

  /// Ends all connections and the sound with them.
  package func stop() { server.stop() }
}
