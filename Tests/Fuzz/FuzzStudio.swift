import Foundation
import ThrumPattern

@testable import ThrumStudio

/// Requests, frames and messages from a hostile page.
@Sendable func fuzzStudio(_ input: [UInt8]) {
  var bytes = Bytes(input)
  switch bytes.choice(5) {
  case 0: frames(input)
  case 1: _ = ClientMessage.read(String(decoding: input.dropFirst(), as: UTF8.self))
  case 2: request(&bytes)
  case 3: phoneRequest(&bytes)
  default:
    let path = String(decoding: input.dropFirst(), as: UTF8.self)
    guard let place = FolderPath(path) else { return }
    precondition(place.names.allSatisfy { $0 != ".." && $0 != "." && !$0.isEmpty && !$0.contains("/") })
    _ = SoundPlaces.places(of: path, inFolder: place.folders)
  }
}

private func frames(_ input: [UInt8]) {
  var frames = WebSocketFrames(limit: 256)
  var rest = input.dropFirst()
  do {
    while !rest.isEmpty {
      frames.feed(rest.prefix(5))
      rest = rest.dropFirst(5)
      while let event = try frames.next() {
        if case .binary(let payload) = event { precondition(payload.count <= 256) }
      }
    }
  } catch { return }
}

private func request(_ bytes: inout Bytes) {
  let methods = ["GET", "POST", "PUT", "HEAD", "OPTIONS", "DELETE"]
  let paths = [
    "/", "/api/session", "/api/file", "/api/ask/analyse", "/api/ask/render", "/api/ask/convert", "/api/live", "/x",
  ]
  var request = HTTPRequest(method: methods[bytes.choice(methods.count)], path: paths[bytes.choice(paths.count)])
  request.query = ["path": bytes.text(64), "token": bytes.text(40)]
  for name in ["host", "origin", "x-thrum-token", "content-type", "upgrade"] where bytes.choice(2) == 0 {
    request.fields.append((name, bytes.text(40)))
  }
  let policy = RequestPolicy(token: SecretToken(known: "0123456789abcdef0123456789abcdef"), port: 1)
  let refusal = policy.refusal(request)
  let isOurs = request["host"] == "127.0.0.1:1" || request["host"] == "localhost:1"
  precondition(isOurs || refusal != nil, "another host was let in")
  // Past the policy the routes must also withstand any request.
  request.body = Array(bytes.text(200).utf8)
  if request.path != "/api/session" { _ = StudioRoutes(StudioContext(folder: nil)).answer(request) }
}

/// Nobody gets anything but the page without the code, which is random.
private func phoneRequest(_ bytes: inout Bytes) {
  let methods = ["GET", "POST", "HEAD", "OPTIONS"]
  let paths = ["/", "/phone.js", "/api/session", "/api/state", "/api/sound", "/api/pattern.ahap", "/" + bytes.text(40)]
  var request = HTTPRequest(method: methods[bytes.choice(methods.count)], path: paths[bytes.choice(paths.count)])
  request.query = ["after": bytes.text(8), "theme": bytes.text(8)]
  for (name, usual) in [
    ("host", "127.0.0.1:1"), ("origin", "http://127.0.0.1:1"), ("content-type", "application/json"),
    ("cookie", "thrum-phone-1=0"), ("user-agent", "Firefox/1"),
  ] where bytes.choice(4) > 0 {
    request.fields.append((name, bytes.choice(2) == 0 ? usual : bytes.text(40)))
  }
  let service = PhoneService(PhoneDesk(address: .loopback, now: { 0 }))
  service.open(port: 1)
  var arrival = IncomingRequest(request)
  service.responder.append(Array(bytes.text(300).utf8), to: &arrival)
  let answer = service.responder.refusal(request) ?? service.responder.response(to: arrival)
  let isPage = request["host"] == "127.0.0.1:1" && !request.path.hasPrefix("/api/")
  precondition(isPage || answer.status >= 400, "\(request.path) was answered")
}
