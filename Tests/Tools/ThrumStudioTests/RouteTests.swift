import Foundation
import TestSupport
import Testing
import ThrumAnalysis
import ThrumAnswers
import ThrumDevice
import ThrumEngine
import ThrumFormats
import ThrumOffline
import ThrumPattern

@testable import ThrumStudio

@Suite("Studio: routes")
struct RouteTests {
  @Test func `the embedded page and library match the repository`() throws {
    let folders = [
      "page": "Sources/Tools/ThrumStudio/Page", "phone": "Sources/Tools/ThrumStudio/PhonePage",
      "share": "Sources/Tools/ThrumStudio/SharePage", "library": "Patterns",
    ]
    var expected: [String] = []
    for (name, folder) in folders {
      let place = PackageFolder.root.appendingPathComponent(folder)
      for file in try FileManager.default.subpathsOfDirectory(atPath: place.path) {
        let parts = file.split(separator: "/")
        let isPattern = parts.count == 1 && file.hasSuffix(".ahap")
        let isSound = parts.count == 2 && parts[0] == "Sounds" && file.hasSuffix(".wav")
        guard name == "library" ? isPattern || isSound : file.contains(".") else { continue }
        expected.append("\(name)/\(file)")
        #expect(
          StudioLibrary.file("\(name)/\(file)") == Array(try Data(contentsOf: place.appendingPathComponent(file))))
      }
    }
    #expect(StudioLibrary.names == expected.sorted(), "run Sources/Shims/CPage/list-files.sh")
  }

  @Test func `every script and style of the page is served`() throws {
    let rig = try StudioRig()
    let page = rig.ask("GET", "/").text
    let names = page.matches(of: /(?:src|href)="([^"#]+)"/).map { String($0.1) }
    #expect(!names.isEmpty)
    for name in names { #expect(rig.ask("GET", name.hasPrefix("/") ? name : "/" + name).status == 200, "\(name)") }
    for name in ["server/request-worker.js", "player/block-worklet.js", "player/live-worklet.js"] {
      let answer = rig.ask("GET", "/" + name)
      #expect(answer.status == 200 && answer.field("Content-Type") == "text/javascript; charset=utf-8", "\(name)")
    }
  }

  @Test func `a path with another method is refused with the methods that it has`() throws {
    let rig = try StudioRig()
    for (path, methods) in StudioRoutes.methods {
      for method in ["GET", "POST", "PUT", "PATCH", "DELETE"] where !methods.contains(method) {
        let target = path == RequestPolicy.livePath ? "\(path)?token=\(rig.token)" : path
        let answer = rig.ask(method, target, ["Content-Type": "application/json"], body: "{}")
        #expect(answer.status == 405 && answer.field("Allow") == methods.joined(separator: ", "), "\(method) \(path)")
      }
      #expect(!rig.ask(methods[0], path).text.contains("no page at this address"), "\(path) has no route")
    }
    #expect(rig.ask("GET", "/api/share").status == 405)
    #expect(rig.ask("GET", "/api/nothing").status == 404)
  }

  @Test func `the library lists each name only once`() {
    let titles = StudioLibrary.entries.map(\.title)
    #expect(titles.count == Set(titles).count && titles.contains("impact-light") && titles.contains("heartbeat"))
  }

  @Test func `the library's patterns open without warnings`() throws {
    for entry in StudioLibrary.entries {
      let bytes = try #require(StudioLibrary.text(entry.path))
      let pattern = StudioPattern(String(decoding: bytes, as: UTF8.self), path: entry.path, folder: nil)
      let findings = pattern.findings()
      #expect(!findings.contains { $0.severity != .note }, "\(entry.path): \(findings)")
      #expect(!entry.about.isEmpty)
    }
  }

  @Test func `a pattern that cannot be played is rejected with the line number`() throws {
    let rig = try StudioRig()
    let text = tapText.replacingOccurrences(of: "HapticTransient", with: "HapticTransistor")
    let answer = rig.ask("POST", "/api/ask/take", json: ["text": text])
    #expect(answer.status == 422 && answer.text.contains("line 1"))
    let look = rig.ask("POST", "/api/ask/analyse", json: ["text": text])
    #expect(look.status == 200 && look.text.contains("\"severity\":\"error\"") && !look.text.contains("\"wave\""))
  }

  @Test func `the waveform has the requested number of columns`() throws {
    let rig = try StudioRig()
    for (asked, given) in [(100, 100), (0, 1), (1_000_000, 8192)] {
      let answer = rig.ask("POST", "/api/ask/analyse", json: ["text": tapText, "columns": asked])
      let object = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any]
      let wave = object?["wave"] as? [String: Any]
      #expect((wave?["low"] as? [Any])?.count == given && (wave?["high"] as? [Any])?.count == given)
      #expect((wave?["peak"] as? Double ?? 0) > 0.1)
    }
  }

  /// A section of the waveform as sent to the page.
  private struct Stretch: Decodable {
    let from: Double
    let to: Double
    let low: [Float]
    let high: [Float]
  }

  @Test func `a short section of the waveform shows the renderer's individual samples`() throws {
    let rig = try StudioRig()
    let compiled = StudioPattern(tapText, path: "", folder: nil).compile(sampleRate: 48_000)
    var renderer = OfflineRenderer(
      [try #require(compiled).schedule], settings: SoundSettings().render, signal: .acceleration)
    var samples: [Float] = []
    while renderer.renderNext({ samples += $0 }) {}
    func stretch(_ from: Double, _ to: Double, _ columns: Int) throws -> Stretch {
      let answer = rig.ask(
        "POST", "/api/ask/wave", json: ["text": tapText, "from": from, "to": to, "columns": columns])
      return try JSONDecoder().decode(Stretch.self, from: Data(answer.body))
    }
    let fine = try stretch(0, 0.01, 480)
    #expect(fine.low == fine.high && fine.high == Array(samples.prefix(480)))
    let coarse = try stretch(0, 10, 100)
    #expect(abs(coarse.to - Double(samples.count) / 48_000) < 1e-9)
    #expect(coarse.high.max() == samples.max() && coarse.low.min() == samples.min())
    for (from, to) in [(1.0, 0.5), (0.0, 1e9)] {
      #expect(rig.ask("POST", "/api/ask/wave", json: ["text": tapText, "from": from, "to": to]).status == 400)
    }
  }

  @Test func `the page's file picker offers each ending of a pattern and of a sound that can be read`() throws {
    let page = String(decoding: try #require(StudioLibrary.file("page/index.html")), as: UTF8.self)
    let offered = try #require(page.firstMatch(of: #/accept="([^"]*)"/#)).1.split(separator: ",").map { String($0) }
    let endings = PatternFormat.named.flatMap { $0.endings } + SoundEndings.readable.map { ".\($0)" }
    #expect(Set(endings).isSubset(of: offered))
  }

  @Test func `the waveform lasts until all sound has ended`() throws {
    let rig = try StudioRig()
    let text =
      #"{"Version":1,"Pattern":[{"Event":{"Time":0,"EventType":"HapticContinuous","EventDuration":0.2,"#
      + #""EventParameters":[{"ParameterID":"ReleaseTime","ParameterValue":1}]}}]}"#
    let answer = rig.ask("POST", "/api/ask/analyse", json: ["text": text])
    let object = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any]
    let seconds = try #require((object?["wave"] as? [String: Any])?["seconds"] as? Double)
    #expect(seconds > 1 && seconds < 2)
  }

  @Test func `the first file in a pair names its partner`() throws {
    let rig = try StudioRig(["x_continuous.ahap": tapText, "x_transients.ahap": tapText, "y_continuous.ahap": tapText])
    #expect(rig.ask("GET", "/api/file?path=x_continuous.ahap").text.contains(#""partner":"x_transients.ahap""#))
    #expect(!rig.ask("GET", "/api/file?path=x_transients.ahap").text.contains("partner"))
    #expect(!rig.ask("GET", "/api/file?path=y_continuous.ahap").text.contains("partner"))
  }

  @Test(arguments: [(true, "small-speaker", 0.0), (false, "felt", -12)])
  func `the session names the monitor that suits the machine`(isPortable: Bool, name: String, gain: Double) throws {
    let facts = SessionFacts(
      StudioContext(folder: nil, devices: StudioDevices(list: { [] }), isPortable: isPortable))
    struct Session: Decodable {
      struct Monitor: Decodable {
        var name: String
        var gain: Double
        var reason: String?
      }
      var monitor: Monitor
    }
    let monitor = try JSONDecoder().decode(Session.self, from: Data(facts.json)).monitor
    #expect(monitor.name == name && monitor.gain == gain && monitor.reason != nil)
  }

  @Test func `a custom actuator is listed first and shapes the waveform`() throws {
    var mine = ActuatorPreset.coin175
    mine.name = "mine"
    let rig = try StudioRig(actuators: [ActuatorFile(mine)])
    let session = rig.ask("GET", "/api/session").text
    #expect(session.contains(#""actuators":[{"name":"mine","title":"mine","about""#))
    func wave(_ actuator: String?) -> String {
      rig.ask(
        "POST", "/api/ask/analyse",
        json: ["text": tapText, "columns": 50].merging(actuator.map { ["actuator": $0] } ?? [:]) { $1 }
      )
      .text.replacing(#/"take":"\d+"/#, with: "")
    }
    #expect(wave("mine") == wave(ActuatorPreset.coin175.name))
    #expect(wave(nil) == wave("mine"))
    #expect(wave("mine") != wave(ActuatorPreset.phone.name))
    #expect(wave("yours").contains("there is no motor"))
  }

  @Test func `a clip opens as a converted pattern and cannot be overwritten`() throws {
    let clip = """
      {"version":{"major":1,"minor":0,"patch":0},"metadata":{},"signals":{"continuous":{"envelopes":{"amplitude":[
      {"time":0,"amplitude":0.5,"emphasis":{"amplitude":0.8,"frequency":0.5}},{"time":1,"amplitude":0}]}}}}
      """
    let rig = try StudioRig(isWritable: true, ["a.haptic": clip, "bad.haptic": "{"])
    let text = rig.ask("GET", "/api/file?path=a.haptic").text
    #expect(text.contains("HapticContinuous") && text.contains("\"writable\":false") && text.contains("convert"))
    let dropped = rig.ask("convert", json: ["name": "b.haptic"], file: Array(clip.utf8)).text
    #expect(try Shown(text) == Shown(dropped))
    #expect(rig.ask("convert", json: ["name": "b.haptic"], file: Array("{".utf8)).status == 422)
    #expect(rig.ask("GET", "/api/file?path=bad.haptic").status == 422)
    #expect(rig.ask("PUT", "/api/file?path=a.haptic", body: #"{"text":"{}","revision":null}"#).status == 400)
  }

  /// A clip as shown in the page.
  private struct Shown: Decodable, Equatable {
    let text: String
    let notes: [String]

    init(_ json: String) throws { self = try JSONDecoder().decode(Shown.self, from: Data(json.utf8)) }
  }

  @Test func `a folder that does not exist is rejected`() {
    #expect(throws: StudioError.self) { _ = try StudioFolder("/does/not/exist", isWritable: false) }
  }
}
