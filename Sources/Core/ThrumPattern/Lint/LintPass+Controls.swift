extension LintPass {
  func check(_ parameter: DynamicParameter, _ index: Int) {
    if !parameter.id.range.contains(parameter.value) {
      let token = tape.member(.parameterValue, of: body(index, .parameter))
      reportRange(
        parameter.id, parameter.value, token, path(index, .parameter).to(.parameterValue), others: 0)
    }
    checkKeys(
      parameter.unknown, AHAPKey.parameterMembers, body(index, .parameter),
      path(index, .parameter).text)
  }

  func check(_ curve: ParameterCurve, _ index: Int) {
    checkPoints(curve, index)
    if curve.points.count == 1 || curve.points.count > options.mostPoints { reportCount(curve, index) }
    if curve.hasAbsoluteTimes { reportAbsoluteTimes(curve, index) }
    checkKeys(
      curve.unknown, AHAPKey.curveMembers, body(index, .parameterCurve),
      path(index, .parameterCurve).text)
  }

  @inline(__always)
  private func checkPoints(_ curve: ParameterCurve, _ index: Int) {
    let range = curve.id.range
    var outside = 0
    var firstOutside = 0
    var disorder: Int?
    var last = 0.0
    for (number, point) in curve.points.enumerated() {
      if !range.contains(point.value) {
        if outside == 0 { firstOutside = number }
        outside &+= 1
      }
      if point.time < last, disorder == nil { disorder = number }
      last = point.time
      checkKeys(
        point.unknown, AHAPKey.pointMembers, locate(number, nil, index, curve).token,
        locate(number, nil, index, curve).path)
    }
    if outside > 0 {
      let place = locate(firstOutside, .parameterValue, index, curve)
      reportRange(curve.id, curve.points[firstOutside].value, place.token, place.path, others: outside - 1)
    }
    if let disorder { reportDisorder(curve, disorder, index) }
  }

  private func locate(
    _ number: Int, _ member: AHAPKey?, _ index: Int, _ curve: ParameterCurve
  ) -> (token: Int, path: String) {
    element(
      number, member, of: .parameterCurveControlPoints, index, .parameterCurve, count: curve.points.count)
  }

  @inline(never)
  private func reportRange(
    _ id: DynamicParameterID, _ value: Double, _ token: Int, _ path: @autoclosure () -> String, others: Int
  ) {
    let used = id.clamped(value)
    let more = others > 0 ? ", as \(others == 1 ? "is" : "are") \(others) more in this curve" : ""
    report(
      .controlValueOutOfRange, token, path(),
      "`\(id.rawValue)` \(shown(value, outside: used...used)) is outside \(id.range.inWords)\(more); the device uses \(used)",
      "Write \(used), or the intended value.")
  }

  @inline(never)
  private func reportDisorder(_ curve: ParameterCurve, _ number: Int, _ index: Int) {
    let place = locate(number, .time, index, curve)
    let time = curve.points[number].time
    report(
      .unorderedPoints, place.token, place.path,
      number == 0
        ? "the point's time, \(shown(time)) s, is before the start of the curve"
        : "the point's time, \(shown(time)) s, is earlier than the previous point's",
      "Sort the points by time; times are measured from the start of the curve.")
  }

  @inline(never)
  private func reportCount(_ curve: ParameterCurve, _ index: Int) {
    let token = tape.member(.parameterCurveControlPoints, of: body(index, .parameterCurve))
    let path = path(index, .parameterCurve).to(.parameterCurveControlPoints)
    if curve.points.count == 1 {
      return report(
        .singlePointCurve, token, path,
        "the curve has only one point: the control ramps from its previous value to the point's value, and stays there",
        "Add a point, or use a `Parameter` for a jump, unless you want the ramp.")
    }
    report(
      .manyPoints, token, path,
      "the curve has \(curve.points.count) points; Apple's documented maximum is \(options.mostPoints)",
      "Split it into consecutive curves.")
  }

  @inline(never)
  private func reportAbsoluteTimes(_ curve: ParameterCurve, _ index: Int) {
    let place = locate(0, .time, index, curve)
    report(
      .absolutePointTimes, place.token, place.path,
      "the first point's time equals the curve's `Time` (\(fixed(curve.time, 3)) s), as if times were relative to the start of"
        + " the pattern; as a result, the curve starts \(fixed(curve.time, 3)) s late",
      "Make the points' times relative to the start of the curve.")
  }
}

extension ParameterCurve {
  var hasAbsoluteTimes: Bool {
    guard points.count > 1, time > 0, let first = points.first else { return false }
    return abs(first.time - time) <= 1e-6 * time
  }
}

extension ClosedRange<Double> {
  var inWords: String { "\(lowerBound)…\(upperBound)" }
}
