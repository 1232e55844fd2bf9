import ThrumDevice

package enum Phones {
  package static func register() { OutputKind.register(PhoneOutput.kind) }
}
