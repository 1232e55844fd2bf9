import CWeb
import FoundationEssentials
import Glibc
import Synchronization

/// A request's state, held by libmicrohttpd until completion.
final class Arrival {
  var request: IncomingRequest
  var takeOver: TakeOver?
  init(_ head: HTTPRequest) { request = IncomingRequest(head) }
}

extension HTTPServer {
  // MARK: libmicrohttpd callbacks, on the connection's thread

  static let didConnect: MHD_NotifyConnectionCallback = { context, connection, _, event in
    guard let context, let connection else { return }
    let server = Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
    let socket = thrum_http_socket(connection)
    if thrum_http_is_opening(event) != 0 { server.deadlines.open(socket) } else { server.deadlines.close(socket) }
  }

  static let didComplete: MHD_RequestCompletedCallback = { context, connection, arrival, outcome in
    if let address = arrival?.pointee {
      let known = Unmanaged<Arrival>.fromOpaque(address).takeRetainedValue()
      arrival?.pointee = nil
      known.takeOver?.giveUp()
    }
    guard let context, let connection, thrum_http_is_complete(outcome) != 0 else { return }
    let server = Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
    server.deadlines.wait(thrum_http_socket(connection), for: .head)
  }

  static let handle: MHD_AccessHandlerCallback = { context, connection, path, method, version, data, size, arrival in
    guard let context, let connection, let path, let method, let version, let size, let arrival else { return .NO }
    let server = Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
    if let address = arrival.pointee {
      let known = Unmanaged<Arrival>.fromOpaque(address).takeUnretainedValue()
      if size.pointee > 0 {
        server.take(data, size, known)
        return .YES
      }
      return server.finish(known, connection)
    }
    let head = HTTPServer.head(connection, path: String(cString: path), method: String(cString: method))
    let new = Arrival(head)
    arrival.pointee = Unmanaged.passRetained(new).toOpaque()
    server.deadlines.headHasCome(thrum_http_socket(connection))
    guard thrum_http_hides_bytes(connection, method, version) == 0 else {
      let refusal = HTTPResponse.refusal(400, "badHead", "the request's head contains NUL, or a line without CRLF")
      return server.send(server.responder.complete(refusal), connection, new)
    }
    // Leaves the body of a refused request unread.
    if let refusal = server.responder.refusal(head) { return server.send(refusal, connection, new) }
    return .YES
  }

  // MARK: Reading

  private func take(_ data: UnsafePointer<CChar>?, _ size: UnsafeMutablePointer<Int>, _ arrival: Arrival) {
    // Safety: libmicrohttpd owns the bytes until this callback returns.
    responder.append(UnsafeRawBufferPointer(start: data, count: size.pointee), to: &arrival.request)
    size.pointee = 0
  }

  private func finish(_ arrival: Arrival, _ connection: OpaquePointer) -> MHD_Result {
    let socket = thrum_http_socket(connection)
    deadlines.beginWork(socket)
    let response = responder.response(to: arrival.request) { [self] in
      isStopping.load(ordering: .acquiring) || thrum_http_client_has_gone(socket) != 0
    }
    return send(response, connection, arrival)
  }

  private static func head(_ connection: OpaquePointer, path: String, method: String) -> HTTPRequest {
    var request = HTTPRequest(method: method, path: path)
    request.client = IPv4Address(thrum_http_client(connection))
    withUnsafeMutablePointer(to: &request) { request in
      MHD_get_connection_values(
        connection, MHD_ValueKind.HEADER_KIND,
        { context, _, name, value in
          guard let context, let name else { return .YES }
          let request = context.assumingMemoryBound(to: HTTPRequest.self)
          request.pointee.fields.append((String(cString: name).lowercased(), value.map { String(cString: $0) } ?? ""))
          return .YES
        }, request)
      MHD_get_connection_values_n(
        connection, MHD_ValueKind.GET_ARGUMENT_KIND,
        { context, _, name, nameSize, value, valueSize in
          guard let context, let name else { return .YES }
          let request = context.assumingMemoryBound(to: HTTPRequest.self)
          let key = text(name, nameSize)
          if request.pointee.query[key] == nil { request.pointee.query[key] = text(value, valueSize) }
          return .YES
        }, request)
    }
    return request
  }

  // MARK: Answering

  private func send(_ response: HTTPResponse, _ connection: OpaquePointer, _ arrival: Arrival) -> MHD_Result {
    if let takeOver = response.takeOver {
      let upgraded = upgrade(response, takeOver, connection, arrival)
      if let upgraded { return upgraded }
      let refusal = HTTPResponse.refusal(503, "tooMany", "there are too many live connections: close other tabs")
      return send(responder.complete(refusal), connection, arrival)
    }
    deadlines.wait(thrum_http_socket(connection), for: .client)
    let made = response.body.withUnsafeBytes { thrum_http_response($0.baseAddress, $0.count) }
    return queue(made, response, connection)
  }

  func queue(_ made: OpaquePointer?, _ response: HTTPResponse, _ connection: OpaquePointer) -> MHD_Result {
    guard let made else { return .NO }
    defer { MHD_destroy_response(made) }
    for field in response.fields { MHD_add_response_header(made, field.name, field.value) }
    return MHD_queue_response(connection, UInt32(clamping: response.status), made)
  }
}

/// Decodes text that may contain NUL bytes. Invalid UTF-8 becomes an empty string.
private func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String {
  guard let start else { return "" }
  return String(validating: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self) ?? ""
}
