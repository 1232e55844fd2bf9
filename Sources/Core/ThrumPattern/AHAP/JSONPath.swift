struct JSONPath {
  /// Index in the `Pattern` array.
  var entry: Int
  /// `nil` for the entry itself.
  var kind: AHAPKey?
  var list: AHAPKey?
  var element = 0

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

  /// For example `Pattern[3].Event.EventParameters[0].ParameterID`.
  func to(_ key: AHAPKey?) -> String { to(name: key.map { "\($0.name)" }) }

  var text: String { to(name: nil) }

  func to(name: String?) -> String {
    var path = "Pattern[\(entry)]"
    if let kind { path += ".\(kind.name)" }
    if let list { path += ".\(list.name)[\(element)]" }
    if let name { path += ".\(name)" }
    return path
  }
}
