import CCairo

struct Box {
  var left: Double
  var top: Double
  var width: Double
  var height: Double

  var right: Double { left + width }
  var bottom: Double { top + height }
}
