import Foundation
import Testing

@Suite struct PlayTests {
  private func tap(in folder: TemporaryFolder, name: String = "tap.ahap") throws -> String {
    let path = folder.path(name)
    try #"{"Version": 1.0, "Pattern": [{"Event": {"Time": 0, "EventType": "HapticTransient"}}]}"#
      .write(toFile: path, atomically: false, encoding: .utf8)
    return path
  }

  @Test func `play reports that a device has no real-time thread`() async throws {
    let folder = try TemporaryFolder()
    let arguments = ["play", "-D", "null", "--realtime", "--length", "0.05", try tap(in: folder)]
    let result = try await ThrumProcess.run(arguments)
    #expect(result.code == 0 && result.messages == "priority: not requested: --realtime is for ALSA devices\n")
  }

  @Test func `the null device plays without sound or messages`() async throws {
    let folder = try TemporaryFolder()
    let result = try await ThrumProcess.run(["play", "-D", "null", "--length", "0.05", try tap(in: folder)])
    #expect(result.code == 0)
    #expect(result.output.isEmpty)
    #expect(result.messages.isEmpty)
  }

  @Test func `the first JSON line reports the start, and every line names the schema`() async throws {
    let folder = try TemporaryFolder()
    let result = try await ThrumProcess.run(["play", "-D", "null", "--json", "--length", "0.05", try tap(in: folder)])
    let lines = result.text.split(separator: "\n")
    #expect(lines.first?.contains(#""event":"started""#) == true)
    for line in lines {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(object?["schema"] as? String == "thrum.play/1")
    }
  }

  @Test func `a WAV device writes the same samples as render`() async throws {
    let folder = try TemporaryFolder()
    let input = try tap(in: folder)
    let played = folder.path("played.wav")
    #expect(try await ThrumProcess.run(["play", "-D", "wav:\(played)", "--gain", "-6", input]).code == 0)
    #expect(
      try await ThrumProcess.run(["render", input, "-o", folder.path("rendered.wav"), "--gain", "-6"]).code == 0)
    let heard = try soundingFrames(played)
    let rendered = try soundingFrames(folder.path("rendered.wav"))
    let count = min(heard.count, rendered.count)
    #expect(count > 1000)
    #expect(Array(heard[..<count]) == Array(rendered[..<count]))
  }

  /// Samples of a float WAV file from the first nonzero one.
  private func soundingFrames(_ path: String) throws -> [Float] {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let marker = try #require(data.range(of: Data("data".utf8)))
    let samples = data[(marker.upperBound + 4)...].withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
    }
    return Array(samples.drop { $0 == 0 })
  }

  @Test func `a pattern's partner file is read together with the pattern`() async throws {
    let folder = try TemporaryFolder()
    let input = try tap(in: folder, name: "x_continuous.ahap")
    try "broken".write(toFile: folder.path("x_transients.ahap"), atomically: false, encoding: .utf8)
    let result = try await ThrumProcess.run(["play", "-D", "null", input])
    #expect(result.code == 65)
    #expect(result.messages.contains("x_transients.ahap"))
  }

  @Test func `a missing device is reported on one line, with exit code 69`() async throws {
    let folder = try TemporaryFolder()
    let result = try await ThrumProcess.run(["play", "-D", "no-such-card", try tap(in: folder)])
    #expect(result.code == 69)
    #expect(result.messages.split(separator: "\n").count == 1)
  }

  @Test func `invalid options are rejected with exit code 64`() async throws {
    let folder = try TemporaryFolder()
    let input = try tap(in: folder)
    for options in [
      ["--channels", "9"], ["--period", "3"], ["--gain", "400"], ["--start", "-1"], ["--length", "0"],
    ] {
      #expect(try await ThrumProcess.run(["play", "-D", "null", input] + options).code == 64, "\(options)")
    }
    #expect(try await ThrumProcess.run(["play", "-D", "wav:", input]).code == 64)
  }

  @Test func `a missing ALSA configuration is reported on one line`() async throws {
    let folder = try TemporaryFolder()
    let result = try await ThrumProcess.run(
      ["play", "-D", "default", try tap(in: folder)], environment: ["ALSA_CONFIG_PATH": folder.path("none.conf")])
    #expect(result.code == 69)
    #expect(result.messages.split(separator: "\n").count == 1)
  }

  @Test func `play is silent when there is no device and none is requested`() async throws {
    let folder = try TemporaryFolder()
    let result = try await ThrumProcess.run(
      ["play", "--length", "0.05", try tap(in: folder)],
      environment: ["ALSA_CONFIG_PATH": folder.path("none.conf"), "THRUM_DEVICE": ""])
    #expect(result.code == 0)
    #expect(result.messages.contains("silence"))
  }

  @Test func `THRUM_DEVICE selects the device, and an unknown name is rejected`() async throws {
    let folder = try TemporaryFolder()
    let input = try tap(in: folder)
    let played = folder.path("played.wav")
    #expect(
      try await ThrumProcess.run(
        ["play", "--length", "0.05", input], environment: ["THRUM_DEVICE": "wav:\(played)"]
      ).code == 0)
    #expect(FileManager.default.fileExists(atPath: played))
    #expect(try await ThrumProcess.run(["play", input], environment: ["THRUM_DEVICE": "loud"]).code == 64)
  }

  @Test func `a full disk is reported and makes the command fail`() async throws {
    let folder = try TemporaryFolder()
    let result = try await ThrumProcess.run(["play", "-D", "wav:/dev/full", "--length", "0.05", try tap(in: folder)])
    #expect(result.code == 74)
    #expect(result.messages.contains("/dev/full"))
    let rendered = try await ThrumProcess.run(["render", try tap(in: folder), "-o", "/dev/full"])
    #expect(rendered.code == 74)
  }

  @Test func `play, render and info accept curve points before 0 s and reject a sound without a file`() async throws {
    let folder = try TemporaryFolder()
    let event = #"{"Event": {"Time": 0, "EventType": "HapticContinuous", "EventDuration": 0.1}}"#
    let curve =
      #"{"ParameterCurve": {"ParameterID": "HapticIntensityControl", "Time": 0, "ParameterCurveControlPoints": "#
      + #"[{"Time": -0.1, "ParameterValue": 1}, {"Time": 0.1, "ParameterValue": 0}]}}"#
    let sound = #"{"Event": {"Time": 0, "EventType": "AudioCustom"}}"#
    for (entry, code) in [(curve, Int32(0)), (sound, 65)] {
      let path = try folder.write(#"{"Version": 1.0, "Pattern": [\#(event), \#(entry)]}"#, "a.ahap")
      for command in [["play", "-D", "null", path], ["render", path, "-o", folder.path("a.wav")], ["info", path]] {
        let result = try await ThrumProcess.run(command)
        #expect(result.code == code && !result.messages.contains("Error:"), "\(command[0]): \(result.messages)")
      }
    }
  }

  @Test func `the duration in JSON is the time left until the end`() async throws {
    let folder = try TemporaryFolder()
    let buzz = #"{"Pattern": [{"Event": {"Time": 0, "EventType": "HapticContinuous", "EventDuration": 0.25}}]}"#
    let path = try folder.write(buzz, "a.ahap")
    for (options, expected) in [
      ([], 0.25), (["--length", "0.125"], 0.125), (["--start", "0.125"], 0.125), (["--loop=2"], 0.5),
    ] {
      let result = try await ThrumProcess.run(["play", "-D", "null", "--json", path] + options)
      let line = try #require(result.output.split(separator: 10).first)
      let started = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
      #expect(started?["duration"] as? Double == expected, "\(options)")
    }
  }

  @Test func `a start beyond the end is rejected`() async throws {
    let folder = try TemporaryFolder()
    let output = folder.path("a.wav")
    let result = try await ThrumProcess.run(["play", "-D", "wav:\(output)", "--start", "5", try tap(in: folder)])
    #expect(result.code == 64 && result.messages.contains("--start 5.0 is not before the end"))
    let rendered = try await ThrumProcess.run(["render", "--start", "5", try tap(in: folder), "-o", output])
    #expect(rendered.code == 64 && rendered.messages.contains("is not before the end"))
  }

  @Test func `looping a single tap leaves time between passes`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("lone.ahap")
    try #"{"Version":1,"Pattern":[{"Event":{"Time":0,"EventType":"HapticTransient"}}]}"#
      .write(toFile: path, atomically: true, encoding: .utf8)
    let output = folder.path("a.wav")
    let result = try await ThrumProcess.run(["play", "-D", "wav:\(output)", "--loop=3", path])
    #expect(result.code == 0)
    // Two channels, from the first sounding frame to the last.
    let last = try soundingFrames(output).lastIndex { $0 != 0 } ?? 0
    #expect(last > 2 * 24_000)
  }

  @Test func `a counted loop that starts near the end of the pattern plays exactly the requested number of passes`()
    async throws
  {
    let folder = try TemporaryFolder()
    let output = folder.path("a.wav")
    let path = try folder.write(
      #"{"Pattern": [{"Event": {"Time": 0, "EventType": "HapticContinuous", "EventDuration": 0.5}}]}"#, "a.ahap")
    let result = try await ThrumProcess.run(["play", "-D", "wav:\(output)", "--loop=2", "--start", "0.45", path])
    #expect(result.code == 0)
    // The motor rings inaudibly for as long as the device runs.
    let frames = try soundingFrames(output).map { abs($0) > 0.005 }
    let (first, last) = (frames.firstIndex(of: true) ?? 0, frames.lastIndex(of: true) ?? 0)
    let seconds = Double(last - first) / 2 / 48_000
    #expect(abs(seconds - 0.55) < 0.01, "\(seconds)")
  }

  @Test func `the meter lines show even a single tap`() async throws {
    let folder = try TemporaryFolder()
    let result = try await ThrumProcess.run([
      "play", "-D", "wav:\(folder.path("a.wav"))", "--json", try tap(in: folder),
    ])
    let peaks = String(decoding: result.output, as: UTF8.self).matches(of: /"peakDecibels":(-?[0-9.]+)/).compactMap {
      Double($0.1)
    }
    #expect((peaks.max() ?? -120) > -40, "\(result.output)")
  }
}
