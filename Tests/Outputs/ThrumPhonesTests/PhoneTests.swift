import Testing
import ThrumDevice
import ThrumFormats
import ThrumPattern

@testable import ThrumPhones

/// The commands and effects for a phone.
@Suite("Phones: commands")
struct PhoneCommandTests {
  private typealias Step = VibrationEffect.Waveform.Step
  private typealias Envelope = VibrationEffect.BasicEnvelope

  /// Rises to full intensity in 100 ms, holds for 300 ms, and falls in 100 ms.
  private static let envelope = Envelope(
    initialSharpness: 0.2,
    points: [
      .init(intensity: 1, sharpness: 0.2, milliseconds: 100), .init(intensity: 1, sharpness: 0.6, milliseconds: 300),
      .init(intensity: 0, sharpness: 0.6, milliseconds: 100),
    ])

  @Test(arguments: [
    ("plain-1.2_3", "plain-1.2_3"), ("", "''"), ("a b", "'a b'"), ("$(x)", "'$(x)'"), ("it's", #"'it'\''s'"#),
    ("a;b", "'a;b'"), ("a\nb", "'a\nb'"), ("é", "'é'"),
  ])
  func `arguments for the phone's shell are quoted`(word: String, quoted: String) {
    #expect(Adb.quoted(word) == quoted)
  }

  @Test func `the rest of a waveform has the right total length at any speed`() {
    let steps = (0..<100).map { Step(milliseconds: 7, amplitude: 1 + $0 % 2) }
    let rest = EffectCut(from: 350, rate: 3).rest(of: steps)
    #expect(rest.reduce(0) { $0 + $1.milliseconds } == 117)
  }

  @Test func `nothing remains of a waveform after its end or after the start of its last pause`() {
    let steps = [Step(milliseconds: 100, amplitude: 9), Step(milliseconds: 50, amplitude: 0)]
    #expect(EffectCut(from: 100, rate: 1).rest(of: steps).isEmpty)
    #expect(EffectCut(from: 500, rate: 1).rest(of: steps).isEmpty)
    #expect(EffectCut(from: 99, rate: 1).rest(of: steps) == [Step(milliseconds: 1, amplitude: 9)])
  }

  @Test func `an envelope started partway through its vibration rises within the shortest segment`() throws {
    let rest = try #require(EffectCut(from: 250, rate: 1).rest(of: Self.envelope, start: 0))
    #expect(rest.initialSharpness == 0.4)
    #expect(
      rest.points == [
        .init(intensity: 1, sharpness: 0.4, milliseconds: 20), .init(intensity: 1, sharpness: 0.6, milliseconds: 130),
        .init(intensity: 0, sharpness: 0.6, milliseconds: 100),
      ])
  }

  @Test func `an envelope keeps the pause that precedes it`() throws {
    let rest = try #require(EffectCut(from: 500, rate: 1).rest(of: Self.envelope, start: 2_000))
    #expect(rest.points.prefix(3).map(\.milliseconds) == [750, 750, 100])
    #expect(rest.points.prefix(3).map(\.intensity) == [0, 0, 1])
  }

  @Test func `no segment of an envelope is too short at high speed or too long at low speed`() throws {
    let fast = try #require(EffectCut(from: 0, rate: 10).rest(of: Self.envelope, start: 0))
    let slow = try #require(EffectCut(from: 0, rate: 0.1).rest(of: Self.envelope, start: 0))
    #expect(fast.points.allSatisfy { $0.milliseconds >= VibrationLimits.shortestLine })
    #expect(slow.points.allSatisfy { $0.milliseconds <= VibrationLimits.longestLine })
    #expect(slow.points.reduce(0) { $0 + $1.milliseconds } == 5_000)
  }

  @Test func `adb's device list is read line by line`() {
    let text = """
      * daemon not running; starting now at tcp:5037
      List of devices attached
      A1B2C3                 device usb:1-1 product:shiba model:Pixel_8 device:shiba transport_id:1
      192.168.1.5:5555       offline transport_id:2
      C3\tunauthorized
      D4                     no permissions (missing udev rules? user is in the plugdev group); see [http://x]

      """
    let phones = ListedPhone.parse(text)
    #expect(phones.map(\.serial) == ["A1B2C3", "192.168.1.5:5555", "C3", "D4"])
    #expect(phones.map(\.state) == [.device, .offline, .unauthorized, .noPermissions])
    #expect(phones.map(\.model) == ["Pixel 8", nil, nil, nil])
  }

  // ADB-6
  @Test(arguments: [
    ("unauthorized usb:1-1", "does not trust this computer yet"), ("authorizing", "is being authorized"),
    ("offline transport_id:1", "does not respond (offline)"), ("connecting", "still connecting"),
    ("no permissions; see [http://developer.android.com/tools/device.html]", "you lack permission"),
    ("no permissions (user in plugdev group; are your udev rules wrong?); see [http://x]", "you lack permission"),
    ("no permissions", "you lack permission"), ("recovery", "in recovery instead of Android"),
    ("rescue", "in rescue mode"), ("sideload", "waiting for an update"), ("bootloader", "in its bootloader"),
    ("host", "not a phone, but a computer"), ("detached", "has released the phone"), ("unknown", "(unknown)"),
    ("brand new usb:1-1", "in a state that Thrum does not know (“brand new”)"),
    ("\u{1B}[31mdevice", #"in a state that Thrum does not know (“\x1B[31mdevice”)"#),
  ])
  func `each state of a phone has its own words`(state: String, words: String) throws {
    let phone = try #require(ListedPhone.parse("List of devices attached\nA1  \(state)\n").first)
    #expect { _ = try phone.usable() } throws: {
      "\($0)".contains(words) && "\($0)".contains("“A1”") && !"\($0)".contains("\u{1B}")
    }
  }

  // ADB-6
  @Test func `messages around the list are not phones`() {
    let text = """
      adb server version (41) doesn't match this client (39); killing...
      * daemon started successfully
      List of devices attached
      * failed to read
      error: closed now
      A1  device
      """
    #expect(ListedPhone.parse(text).map(\.serial) == ["A1"])
    #expect(ListedPhone.parse("A1  device\n").isEmpty)
  }
}
