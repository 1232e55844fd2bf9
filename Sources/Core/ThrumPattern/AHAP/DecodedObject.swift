/// A decoded JSON object, for formats that preserve unknown members.
package struct DecodedObject {
  /// The object, which is incomplete if ``isTooLarge``.
  package let object: JSONObject
  package let findings: [Finding]
  package let isTooLarge: Bool

  package init(_ token: Int, of tape: TapeReader, path: String, limits: ReadLimits) {
    var decoder = AHAPDecoder(tape, limits: limits)
    object = decoder.object(token, path: path)
    findings = decoder.findings.list
    isTooLarge = decoder.isOverflowing
  }
}
