import ThrumDevice
import ThrumPattern

package enum Phones {
  /// - Parameter onOff: makes the times for phones without amplitude control.
  package static func register(onOff: @escaping OnOffMaker) { OutputKind.register(PhoneOutput.kind(onOff)) }
}
