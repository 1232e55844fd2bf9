import ThrumFeel
import ThrumPattern

/// What can be chosen, and what motors can do.
extension Question {
  static var motors: [Question] { [catalogue, reach, waveforms] }

  private static var catalogue: Question {
    Question(
      "catalogue", "Motors, monitors, formats and presets", answer: .json("Catalogue"), read: { _ in },
      { _, _, _ in .json(Catalogue()) })
  }

  private static var reach: Question {
    Question(
      "reach", "What a motor makes perceptible, by sharpness", answer: .json("Reach"),
      read: { form in
        let asked = (
          actuator: form.name(ifPresent: "actuator", "the motor; without it, the host's first"),
          seconds: form.number(ifPresent: "seconds", "length of one continuous event; without it, one transient")
        )
        if let seconds = asked.seconds, seconds < 0 { form.refuse("the length must be a number of seconds") }
        return asked
      },
      { asked, desk, _ in
        desk.reach(asked.actuator, seconds: asked.seconds).map { .json($0) }
          ?? .refused(.unknown(motor: asked.actuator))
      })
  }

  private static var waveforms: Question {
    Question(
      "waveforms", "Names of the sounds that a pattern plays", answer: .json("string[]"),
      read: { AskedText(&$0) }, { asked, desk, _ in .json(Names(list: desk.pattern(asked).waveforms)) })
  }
}

private struct Names: JSONWritable {
  let list: [String]

  func write(to writer: inout JSONWriter) {
    writer.array(list) { writer, name in writer.string(name) }
  }
}
