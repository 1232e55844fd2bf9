enum Byte {
  static var quote: UInt8 { 0x22 }
  static var backslash: UInt8 { 0x5C }
  static var comma: UInt8 { 0x2C }
  static var colon: UInt8 { 0x3A }
  static var openBrace: UInt8 { 0x7B }
  static var closeBrace: UInt8 { 0x7D }
  static var openBracket: UInt8 { 0x5B }
  static var closeBracket: UInt8 { 0x5D }
  static var slash: UInt8 { 0x2F }
  static var star: UInt8 { 0x2A }
  static var minus: UInt8 { 0x2D }
  static var plus: UInt8 { 0x2B }
  static var point: UInt8 { 0x2E }
  static var zero: UInt8 { 0x30 }
  static var nine: UInt8 { 0x39 }
  static var lineFeed: UInt8 { 0x0A }
  static var carriageReturn: UInt8 { 0x0D }
  static var space: UInt8 { 0x20 }
  static var tab: UInt8 { 0x09 }
}
