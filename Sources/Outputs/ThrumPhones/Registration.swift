import ThrumDevice

package enum Phones {
  /// Makes phones on adb available as outputs.
  package static func register() { OutputKind.register(PhoneOutput.kind) }
}
