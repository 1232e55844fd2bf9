import ThrumAnswers

/// The studio's requests about the phone page.
struct PhoneRoutes: Sendable {
  static let root = "/api/phone"

  /// `nil` without `--phone`.
  let desk: PhoneDesk?
  let folder: StudioFolder?
  let motors: StudioMotors

  private struct Facts: Encodable {
    struct Code: Encodable {
      /// Modules along one side, including the margin.
      var width: Int
      var path: String

      init(_ code: QRCode) {
        width = code.width + 2 * QRCode.margin
        path = code.path
      }
    }

    var link: String?
    var code: Code?
    var problem: String?
    /// Browsers on the connected phones.
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

  func show(_ shown: Shown) -> HTTPResponse {
    using { desk in
      do throws(Refusal) {
        let settings = try SoundSettings(actuator: shown.actuator, motor: motors.lookup)
        desk.show(shown.text, path: shown.path ?? "", folder: folder, settings: settings)
      } catch { return .refusal(error) }
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
