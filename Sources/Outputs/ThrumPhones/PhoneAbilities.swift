import ThrumDevice
import ThrumMessages
import ThrumPattern
import ThrumSystem

/// A phone's answers about its vibrator.
struct PhoneAbilities: Equatable {
  /// `vibrator_manager` since Android 12, `vibrator` before.
  let service: String
  let form: PhoneForm
  /// Whether commands need an option to return before the vibration ends.
  let hasBackground: Bool
  /// Whether Do Not Disturb is on and, according to the phone's help, silences these commands.
  let isSilenced: Bool

  private static let mark = "thrum-next"

  static let question = [
    "settings get global zen_mode", "cmd vibrator_manager help", "cmd vibrator_manager list",
    "dumpsys vibrator_manager | grep -i capabilities", "cmd vibrator help", "cmd vibrator capabilities",
  ].map { "\($0) 2>&1" }.joined(separator: "; echo \(mark); ")

  static func ask(
    _ serial: String, _ adb: Adb, device: String, within seconds: Double = Adb.patience
  ) throws(OutputError) -> PhoneAbilities {
    try PhoneAbilities(adb.shell(serial, question, within: seconds).text, device: device)
  }

  /// - Throws: ``OutputError`` for a phone whose shell cannot play a pattern.
  init(_ answer: String, device: String) throws(OutputError) {
    var sections: [[Substring]] = [[]]
    for line in answer.split(whereSeparator: \.isNewline) {
      if line == PhoneAbilities.mark { sections.append([]) } else { sections[sections.count - 1].append(line) }
    }
    func section(_ index: Int) -> [Substring] { sections.indices.contains(index) ? sections[index] : [] }
    func commands(_ index: Int) -> [[Substring]] { section(index).map { $0.split(separator: " ") } }
    let (manager, older) = (commands(1), commands(4))
    let isManager = manager.contains { $0.first == "synced" }
    guard isManager || older.contains(where: { $0.first == "waveform" }) else {
      throw OutputError(
        .unsupported, device: device,
        message: "the phone’s shell cannot play a pattern: Android 11 or later can (the phone says: "
          + "\(Adb.summary(section(1).joined(separator: "\n"))))")
    }
    if isManager, section(2).contains(where: { $0.contains("No vibrator") }) {
      throw OutputError(.unsupported, device: device, message: "the phone says that it has no vibrator")
    }
    service = isManager ? "vibrator_manager" : "vibrator"
    hasBackground = isManager && manager.contains { $0.first == "-B" }
    let words = Set(section(3).flatMap { $0.split { !$0.isLetter && !$0.isNumber && $0 != "_" } })
    let hasEnvelopes = words.contains("COMPOSE_PWLE_EFFECTS_V2") || words.contains("CAP_COMPOSE_PWLE_EFFECTS_V2")
    // A phone that lists no capabilities is sent amplitudes, since Android emulates them if necessary.
    let hasAmplitudes =
      isManager
      ? words.isEmpty || words.contains("AMPLITUDE_CONTROL")
      : section(5).isEmpty || section(5).contains { $0.drop(while: \.isWhitespace) == "Amplitude control" }
    let takesXML = manager.contains { $0.first == "xml" }
    form = isManager && takesXML && hasEnvelopes ? .envelope : hasAmplitudes ? .amplitudes : .onOff
    let zen = section(0).last { !$0.hasPrefix("*") }.map { $0.filter { !$0.isWhitespace } } ?? "0"
    let isOn = Int(zen).map { $0 != 0 } ?? false
    isSilenced = isOn && section(isManager ? 1 : 4).contains { $0.contains("DND") }
  }
}
