/// The studio's requests about the page for phones: which pattern it shows, its code, and who is connected.
struct PhoneRoutes: Sendable {
  static let root = "/api/phone"

  /// `nil` without `--phone`.
  let desk: PhoneDesk?
  let folder: StudioFolder?
  let motors: StudioMotors

  private struct Facts: Encodable {
    struct Code: Encodable {
      /// Modules along one side, with the margin.
      var width: Int
      /// The dark modules, an SVG path.
      var path: String

      init(_ code: QRCode) {
        width = code.width + 2 * QRCode.margin
        path = code.path
      }
    }

    /// `null` once a phone has used the code.
    var link: String?
    var code: Code?
    /// Why there is a link and no code.
    var problem: String?
    /// The browsers of the phones that are present.
    var phones: [String]

    init(_ desk: PhoneDesk) {
      link = desk.link
      phones = desk.present.map(\.description)
      guard let link else { return }
      do throws(StudioError) { code = Code(try QRCode(link)) } catch { problem = error.description }
    }
  }

  func facts() -> HTTPResponse { using { .json(Facts($0)) } }

  struct Shown: Decodable {
    /// `null` if no pattern is open.
    var text: String?
    var path: String?
    var actuator: String?
  }

  /// Shows a text on the phones.
  func show(_ shown: Shown) -> HTTPResponse {
    using { desk in
      do throws(StudioError) {
        let settings = try SoundSettings(actuator: shown.actuator, monitor: nil, gain: nil, of: motors)
        desk.show(shown.text, path: shown.path ?? "", folder: folder, settings: settings)
      } catch { return .refusal(400, "badSettings", error.description) }
      return .json(Facts(desk))
    }
  }

  func renewCode() -> HTTPResponse {
    using { desk in
      desk.renewCode()
      return .json(Facts(desk))
    }
  }

  func disconnectAll() -> HTTPResponse {
    using { desk in
      desk.disconnectAll()
      return .json(Facts(desk))
    }
  }

  private func using(_ body: (PhoneDesk) -> HTTPResponse) -> HTTPResponse {
    guard let desk else { return .refusal(404, "noPhonePage", "the studio was started without --phone") }
    return body(desk)
  }
}
