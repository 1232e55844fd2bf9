import Foundation
import TestSupport
import Testing
import ThrumEngine
import ThrumPattern
import ThrumRender

@testable import ThrumDevice
@testable import ThrumEngine

/// Sounds that an app registers or a pattern names, without a decoder.
@Suite struct SoundTests {
  // SOUND-1
  @Test func `a registered sound has a nonzero number and plays for its own duration`() throws {
    let sound = try SoundFixture(seconds: 0.5)
    let rig = try EngineRig()
    let id = try rig.do { try $0.registerSound(path: sound.path) }
    #expect(id > 0)
    try rig.start()
    let player = try rig.player(Pattern(entries: [.event(SoundFixture.event(id))]))
    try rig.play(player)
    rig.pass(0.45)
    #expect(player.isActive)
    rig.pass(0.1)
    #expect(!player.isActive)
  }

  @Test func `sounds that an engine for haptics leaves out are noted in the timeline`() throws {
    let sound = try SoundFixture(seconds: 0.1)
    let rig = try EngineRig()
    try rig.do { $0.setPlaysHapticsOnly(true) }
    let id = try rig.do { try $0.registerSound(path: sound.path) }
    try rig.start()
    try rig.play(rig.player(Pattern(entries: [.event(SoundFixture.event(id))])))
    #expect(rig.environment.timeline.description.contains("1 audio event will not play: it plays haptics only"))
  }

  // SOUND-2
  @Test func `missing files and unknown sounds have different error codes`() throws {
    let noise = try SoundFixture(seconds: 0.1, name: "noise.wav")
    let rig = try EngineRig()
    #expect(rig.code { _ = try $0.registerSound(path: noise.path + ".gone") } == .fileNotFound)
    #expect(rig.code { try $0.unregisterSound(1) } == .invalidAudioResource)
    #expect(rig.code { try $0.unregisterSound(0) } == .invalidAudioResource)
    let unknown = Pattern(entries: [.event(SoundFixture.event(7))])
    #expect(rig.code { _ = try $0.makePlayer(unknown) } == .invalidAudioResource)
    let named = Event(type: .audioCustom, time: 0, waveformPath: noise.path + ".gone")
    #expect(rig.code { _ = try $0.makePlayer(Pattern(entries: [.event(named)])) } == .fileNotFound)
    #expect(
      rig.code { _ = try $0.makePlayer(Pattern(entries: [.event(Event(type: .audioCustom, time: 0))])) }
        == .badEventEntry)
  }

  // SOUND-3
  @Test func `registered sounds are limited to 8 MB, and unregistering one makes room`() throws {
    let sound = try SoundFixture(seconds: 20)  // 3.84 MB
    let rig = try EngineRig()
    let first = try rig.do { try $0.registerSound(path: sound.path) }
    _ = try rig.do { try $0.registerSound(path: sound.path) }
    #expect(rig.code { _ = try $0.registerSound(path: sound.path) } == .resourceNotAvailable)
    try rig.do { try $0.unregisterSound(first) }
    #expect(rig.code { _ = try $0.registerSound(path: sound.path) } == nil)
    #expect(rig.code { try $0.unregisterSound(first) } == .invalidAudioResource)
  }

  // SOUND-4
  @Test func `the memory limit is shared by all engines in a process`() throws {
    let sound = try SoundFixture(seconds: 30)
    let environment = HapticEnvironment.virtual()
    let first = try EngineRig(environment: environment)
    let second = try EngineRig(environment: environment)
    _ = try first.do { try $0.registerSound(path: sound.path) }
    #expect(second.code { _ = try $0.registerSound(path: sound.path) } == .resourceNotAvailable)
  }

  // SOUND-5
  @Test func `registered sounds survive a stop and a restart`() throws {
    let sound = try SoundFixture(seconds: 0.25)
    let rig = try EngineRig()
    try rig.start()
    let id = try rig.do { try $0.registerSound(path: sound.path) }
    let player = try rig.player(Pattern(entries: [.event(SoundFixture.event(id))]))
    for _ in 0..<2 {
      try rig.play(player)
      rig.pass(1)
      rig.stop()
      try rig.start()
    }
    #expect(rig.eventFrames().count == 2)
  }

  // SOUND-6
  @Test func `a sound that was registered as looping repeats until the end of its event`() throws {
    let sound = try SoundFixture(seconds: 0.25)
    let rig = try EngineRig()
    try rig.start()
    let id = try rig.do { try $0.registerSound(path: sound.path, loops: true) }
    let bounded = try rig.player(Pattern(entries: [.event(SoundFixture.event(id, duration: 2))]))
    let endless = try rig.player(Pattern(entries: [.event(SoundFixture.event(id))]))
    for player in [bounded, endless] { try rig.play(player) }
    rig.pass(1.9)
    #expect(bounded.isActive && endless.isActive)
    rig.pass(1)
    #expect(!bounded.isActive && endless.isActive)
    #expect(rig.engine.withEngine { $0.soundOptions(id)?.loops } == true)
  }

  // SOUND-7
  @Test func `a released engine frees the memory of its sounds`() throws {
    let sound = try SoundFixture(seconds: 40)
    let environment = HapticEnvironment.virtual()
    for _ in 0..<3 {
      let engine = try HapticEngine(in: environment)
      _ = try engine.withEngine { (engine) throws(EngineError) in try engine.registerSound(path: sound.path) }
    }
  }

  @Test func `a sound that no player uses is evicted to make room for another`() throws {
    let rig = try EngineRig()
    try rig.start()
    for _ in 0..<5 {
      let sound = try SoundFixture(seconds: 20)  // 3.84 MB
      let event = Event(type: .audioCustom, time: 0, duration: 0.1, waveformPath: sound.path)
      try rig.do { try $0.playPattern(Pattern(entries: [.event(event)])) }
      rig.pass(1)
    }
    #expect(rig.environment.hardware { $0.soundBytes } <= 8 << 20)
    #expect(rig.eventFrames().count == 5)
  }

  @Test func `sounds with the same name in two folders are kept apart`() throws {
    let (short, long) = (try SoundFixture(seconds: 0.1), try SoundFixture(seconds: 1))
    let rig = try EngineRig()
    try rig.start()
    let pattern = Pattern(entries: [.event(Event(type: .audioCustom, time: 0, waveformPath: "sound.wav"))])
    var players: [HapticPlayer] = []
    for sound in [short, long] {
      var options = PlayerOptions()
      options.resolveSound = { URL(fileURLWithPath: sound.path).deletingLastPathComponent().path + "/" + $0 }
      let made = options
      players.append(try rig.do { try $0.makePlayer(pattern, options: made) })
    }
    for player in players { try rig.play(player) }
    rig.pass(0.5)
    #expect(players.map { $0.isActive } == [false, true])
  }

  @Test func `a sound counts only once towards the limit, whatever the device's sample rate`() throws {
    let sound = try SoundFixture(seconds: 1)
    let hand = ManualOutput.Driver()
    let environment = HapticEnvironment.virtual(opensDevices: true)
    for _ in 0..<3 {
      let engine = try HapticEngine(EngineConfiguration { SlowOutput(hand) }, in: environment)
      let player = try engine.withEngine { engine in
        let event = Event(type: .audioCustom, time: 0, waveformPath: sound.path)
        let player = try engine.makePlayer(Pattern(entries: [.event(event)]))
        engine.start { _ in }
        #expect(environment.hardware { $0.soundBytes } == 192_000)
        engine.setAutoShutdownEnabled(true)
        try player.start()
        return player
      }
      environment.advance(by: 0.1)
      #expect(engine.withEngine { _ in environment.hardware { $0.soundBytes } } == 192_000)
      engine.stop { _ in }
      environment.advance(by: 1)
      #expect(!engine.withEngine { $0.isRunning })
      withExtendedLifetime(player) {}
    }
  }

  /// A device that opens at half the requested rate.
  final class SlowOutput: OutputDevice {
    private let output: ManualOutput
    init(_ hand: ManualOutput.Driver) { output = ManualOutput(hand) }
    func open(_ request: OutputRequest) throws(OutputError) -> OutputFormat {
      var request = request
      request.sampleRate /= 2
      return try output.open(request)
    }
    func start(_ feed: RenderFeed) throws(OutputError) { try output.start(feed) }
    func stop() -> Bool { output.stop() }
  }

  // SOUND-8
  @Test func `folders, pipes, text files and empty files are rejected as sounds`() throws {
    let fixture = try SoundFixture(seconds: 0.1)
    let folder = URL(fileURLWithPath: fixture.path).deletingLastPathComponent()
    let pipe = folder.appendingPathComponent("pipe.wav").path
    #expect(mkfifo(pipe, 0o600) == 0)
    let empty = folder.appendingPathComponent("empty.wav").path
    try Data().write(to: URL(fileURLWithPath: empty))
    let rig = try EngineRig()
    for path in [folder.path, pipe, "/dev/zero", "/etc/passwd", empty] {
      #expect(rig.code { _ = try $0.registerSound(path: path) } == .invalidAudioResource, "\(path)")
      #expect(throws: SoundError.self) { _ = try PlainSoundReader().read(path: path) }
    }
    #expect(rig.environment.hardware { $0.soundBytes } == 0)
  }

  // SOUND-9
  @Test func `an uncompressed sound plays in virtual time`() throws {
    let fixture = try SoundFixture(seconds: 0.5, amplitude: 0.5)
    let rig = try EngineRig()
    try rig.start()
    let id = try rig.do { try $0.registerSound(path: fixture.path) }
    try rig.play(try rig.player(Pattern(entries: [.event(SoundFixture.event(id))])))
    rig.pass(1)
    let samples = rig.engine.withEngine { $0.samples() }
    #expect(samples[9_600..<38_400].contains { abs($0) > 0.2 })
    #expect(samples[57_600...].allSatisfy { abs($0) < 1e-3 })
  }

  // SOUND-10
  @Test func `without a decoder, a compressed sound plays as silence of the same length`() throws {
    let fixture = try SoundFixture(seconds: 0.5, coding: .muLaw)
    guard case .silence(let memory, let format) = try PlainSoundReader().read(path: fixture.path) else {
      Issue.record("it is not silence")
      return
    }
    #expect(memory.seconds == 0.5 && format == "compressed WAV")
  }

  @Test func `broken sound headers never cause a trap`() throws {
    let fixture = try SoundFixture(seconds: 0.1)
    let whole = Array(try Data(contentsOf: URL(fileURLWithPath: fixture.path)))
    func read(_ bytes: [UInt8]) {
      let file = ChunkedFile(bytes)
      if let sound = UncompressedSound(file) {
        var block = [Float](repeating: 0, count: 16 * sound.channels)
        block.withUnsafeMutableBufferPointer {
          if let base = $0.baseAddress { #expect(sound.read(from: 0, into: base, frames: 16) <= 16) }
        }
      }
      _ = SoundLength(file)
    }
    for length in 0..<64 { read(Array(whole[..<length])) }
    for place in 0..<44 {
      for byte: UInt8 in [0, 0x7F, 0x80, 0xFF] {
        var bytes = whole
        bytes[place] = byte
        read(bytes)
      }
    }
    for byte: UInt8 in [0, 0x7F, 0x80, 0xFF] {
      let filler = [UInt8](repeating: byte, count: 99)
      for head in [
        "caff\0\u{1}\0\0desc", "FORM\0\0\u{1}\0AIFFCOMM", "FORM\0\0\u{1}\0AIFCCOMM", "OggS", "fLaC", "ID3\u{4}\0\0",
      ] {
        read(Array(head.utf8) + filler)
      }
      for atom in ["moov", "trak", "mdia", "mdhd", "hdlr"] {
        read([0, 0, 0, 8] + Array("ftyp".utf8) + filler[..<4] + Array(atom.utf8) + filler)
      }
    }
  }

  @Test func `the length of MPEG-4 and AAC files is read`() throws {
    func atom(_ name: String, _ content: [UInt8]) -> [UInt8] {
      let size = UInt32(content.count + 8)
      return (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * UInt32($0))) } + Array(name.utf8) + content
    }
    let header: [UInt8] = [0, 0, 0, 0] + [UInt8](repeating: 0, count: 8) + [0, 0, 0xAC, 0x44] + [0, 1, 0x58, 0x88]
    let media = atom("hdlr", [UInt8](repeating: 0, count: 8) + Array("soun".utf8)) + atom("mdhd", header)
    let movie = atom("ftyp", Array("M4A ".utf8)) + atom("moov", atom("trak", atom("mdia", media)))
    let music = try #require(SoundLength(ChunkedFile(movie)))
    #expect(music.format == "MPEG-4" && music.sampleRate == 44_100 && music.frames == 88_200)
    // 16-byte frames at 44.1 kHz, 1024 samples each.
    let frame: [UInt8] = [0xFF, 0xF1, 0x50, 0x80, 0x02, 0x00, 0xFC] + [UInt8](repeating: 1, count: 9)
    let stream = try #require(SoundLength(ChunkedFile((0..<10).flatMap { _ in frame })))
    #expect(stream.format == "AAC" && stream.sampleRate == 44_100 && stream.frames == 10_240)
  }

  // SWITCH-1
  @Test func `playsHapticsOnly and playsAudioOnly take effect at the next start`() throws {
    let both = Pattern(entries: [
      .event(Event(type: .hapticTransient, time: 0)), .event(Event(type: .audioContinuous, time: 0, duration: 0.1)),
    ])
    let rig = try EngineRig()
    let player = try rig.player(both)
    func events() throws -> Int {
      let before = rig.eventFrames().count
      try rig.play(player)
      rig.pass(1)
      return rig.eventFrames().count - before
    }
    try rig.start()
    rig.engine.withEngine { $0.setPlaysHapticsOnly(true) }
    #expect(try events() == 2)
    rig.stop()
    try rig.start()
    #expect(try events() == 1)
    rig.engine.withEngine {
      $0.setPlaysHapticsOnly(false)
      $0.setPlaysAudioOnly(true)
    }
    #expect(try events() == 1)
    rig.stop()
    try rig.start()
    #expect(try events() == 1)
    rig.engine.withEngine { $0.setPlaysAudioOnly(false) }
    rig.stop()
    try rig.start()
    #expect(try events() == 2)
  }

  // SWITCH-2
  @Test func `muting haptics during playback takes effect immediately, and time keeps advancing`() throws {
    let rig = try EngineRig()
    try rig.start()
    try rig.play(try rig.player(.buzz(1)))
    rig.pass(0.25)
    rig.engine.withEngine { $0.setMutedForHaptics(true) }
    rig.pass(0.25)
    rig.engine.withEngine { $0.setMutedForHaptics(false) }
    rig.pass(1)
    let samples = rig.engine.withEngine { $0.samples() }
    func level(_ range: Range<Int>) -> Float { range.map { abs(samples[2 * $0]) }.max() ?? 0 }
    #expect(level(4_800..<9_600) > 0.1)
    #expect(level(14_000..<23_000) < 1e-2)
    #expect(level(28_000..<46_000) > 0.1)
    #expect(rig.told == ["1 done 1"] || rig.told.first?.hasSuffix("done 1") == true)
  }
}
