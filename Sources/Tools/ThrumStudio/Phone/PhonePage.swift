import CRealtime
import ThrumSystem

/// A server whose page shows and plays the studio's open pattern on phones.
package final class PhonePage: Sendable {
  let desk: PhoneDesk
  private let server: HTTPServer

  /// - Parameter report: receives a line about each phone that connects.
  /// - Throws: ``StudioError`` if the address or port is unavailable, or no thread can be created.
  package convenience init(
    _ place: PhonePlace, draw: @escaping PhonePicture, report: @escaping @Sendable (String) -> Void
  ) throws(StudioError) {
    let desk = PhoneDesk(
      address: place.address, now: { Double(thrum_monotonic_nanoseconds()) * 1e-9 }, draw: draw,
      report: { report("A phone has connected: \($0), \($1).") })
    try self.init(desk, port: place.port, limits: PhonePolicy.limits)
  }

  init(_ desk: PhoneDesk, port: UInt16 = 0, limits: HTTPServer.Limits) throws(StudioError) {
    self.desk = desk
    let service = PhoneService(desk, limits: limits)
    server = HTTPServer(address: desk.address, limits: limits, responder: service.responder)
    service.open(port: try server.start(ports: [port]))
  }

  deinit { server.stop() }

  package func stop() { server.stop() }

  /// Address with a code that works once.
  package var link: String { desk.link ?? "" }

  /// Returns the link as a QR code for a terminal; see ``QRCode/halfBlocks(isColored:)``.
  package func terminalCode(isColored: Bool) throws(StudioError) -> [String] {
    try QRCode(link).halfBlocks(isColored: isColored)
  }
}

/// A phone page without its server.
struct PhoneService: Sendable {
  let responder: HTTPResponder
  private let desk: PhoneDesk

  init(_ desk: PhoneDesk, limits: HTTPServer.Limits = PhonePolicy.limits) {
    self.desk = desk
    let routes = PhonePageRoutes(desk: desk)
    responder = HTTPResponder(
      guardHead: { routes.refusal($0) }, handler: { routes.answer($0) }, bodyBytes: limits.bodyBytes,
      fields: PhonePolicy.fields)
  }

  func open(port: UInt16) { desk.open(port: port) }
}
