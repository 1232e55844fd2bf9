/// Where the decoder is in the document, as little as is needed to write a path when something is wrong.
struct JSONPath {
  /// Index in the `Pattern` array.
  var entry: Int
  /// The entry's key; `nil` for the entry itself.
  var kind: AHAPKey?
  /// The array inside the entry.
  var list: AHAPKey?
  /// Index in that array.
  var element = 0

  /// The members that Core Haptics knows here.
  var members: [AHAPKey] {
    switch list ?? kind {
    case .event: AHAPKey.eventMembers
    case .parameter: AHAPKey.parameterMembers
    case .parameterCurve: AHAPKey.curveMembers
    case .eventParameters: AHAPKey.eventParameterMembers
    case .parameterCurveControlPoints: AHAPKey.pointMembers
    default: AHAPKey.entry
    }
  }

  /// The path of a member, such as `Pattern[3].Event.EventParameters[0].ParameterID`.
  func to(_ key: AHAPKey?) -> String { to(name: key.map { "\($0.name)" }) }

  /// The path itself.
  var text: String { to(name: nil) }

  /// The path of a member that may be unknown.
  func to(name: String?) -> String {
    var path = "Pattern[\(entry)]"
    if let kind { path += ".\(kind.name)" }
    if let list { path += ".\(list.name)[\(element)]" }
    if let name { path += ".\(name)" }
    return path
  }
}
