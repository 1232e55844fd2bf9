import CCairo

struct Point {
  var x: Double
  var y: Double
}
