/// An object of a tape as values, for formats that keep what they do not know.
package struct DecodedObject {
  /// The values; not all of them when there are too many.
  package let object: JSONObject
  /// What was found while reading them.
  package let findings: [Finding]
  /// Whether there are more values than the limits allow.
  package let isTooLarge: Bool

  /// Reads the object of a token.
  package init(_ token: Int, of tape: TapeReader, path: String, limits: ReadLimits) {
    var decoder = AHAPDecoder(tape, limits: limits)
    object = decoder.object(token, path: path)
    findings = decoder.findings.list
    isTooLarge = decoder.isOverflowing
  }
}
