/// A text, and the names of what it is rendered for.
struct Version {
  let text: AskedText
  let actuator: String?
  let monitor: String?
  let gain: Double?
  let sampleRate: Double?

  init(_ form: inout Form) {
    text = AskedText(&form)
    actuator = form.name(ifPresent: "actuator", "the motor; without it, the host's first")
    monitor = form.name(ifPresent: "monitor", "how the haptics are made audible; without it, “full”")
    gain = form.number(ifPresent: "gain", "volume, −120 to 40 dB; without it, 0")
    sampleRate = form.number(ifPresent: "sampleRate", "of the sound, Hz; without it, 48,000")
  }
}
