enum Key: Equatable {
  case pause, quit, begin, loop, mute, louder, quieter, first, second, flip, help
  /// Seconds.
  case step(Double)
}

/// Parses characters and escape sequences, which may arrive in pieces.
struct KeyParser {
  private var pending: [UInt8] = []

  mutating func keys(in bytes: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    for byte in bytes {
      if !pending.isEmpty || byte == 0x1B {
        if byte == 0x1B { pending = [] }
        pending.append(byte)
        let isIntroducer = pending.count == 2 && (byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O"))
        let isOver = pending.count > 1 && !isIntroducer && (byte >= 0x40 || pending.count > 8)
        guard isOver else { continue }
        if let key = KeyParser.sequence(pending) { keys.append(key) }
        pending = []
      } else if let key = KeyParser.character(byte) {
        keys.append(key)
      }
    }
    return keys
  }

  private static func character(_ byte: UInt8) -> Key? {
    switch UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte {
    case UInt8(ascii: " "): .pause
    case UInt8(ascii: "q"), 0x04: .quit
    case UInt8(ascii: "0"): .begin
    case UInt8(ascii: "l"): .loop
    case UInt8(ascii: "m"): .mute
    case UInt8(ascii: "+"), UInt8(ascii: "="): .louder
    case UInt8(ascii: "-"), UInt8(ascii: "_"): .quieter
    case UInt8(ascii: "a"): .first
    case UInt8(ascii: "b"): .second
    case 0x09: .flip
    case UInt8(ascii: "?"), UInt8(ascii: "h"): .help
    default: nil
    }
  }

  /// Arrow keys, with Shift for small steps: `ESC [ C`, `ESC O C`, `ESC [ 1 ; 2 C`.
  private static func sequence(_ bytes: [UInt8]) -> Key? {
    let text = String(decoding: bytes.dropFirst(2), as: UTF8.self)
    return switch text {
    case "C": .step(0.1)
    case "D": .step(-0.1)
    case "1;2C": .step(0.01)
    case "1;2D": .step(-0.01)
    case "H", "1~": .begin
    default: nil
    }
  }
}
