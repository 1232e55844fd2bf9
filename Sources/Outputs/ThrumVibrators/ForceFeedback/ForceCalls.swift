import CVibrators
import Glibc
import ThrumSystem

/// System calls for force feedback. Negative results are `-errno`.
protocol ForceCalls: Sendable {
  var paths: [String] { get }
  func open(_ path: String) -> Int32
  func ask(_ device: Int32, _ abilities: inout thrum_force_abilities) -> Int32
  /// Uploads an effect as `id`, or as a new effect if `id` is -1. Returns its id.
  func upload(_ device: Int32, _ id: Int32, _ effect: thrum_force_effect) -> Int32
  func play(_ device: Int32, _ id: Int32, _ value: Int32) -> Int32
  func erase(_ device: Int32, _ id: Int32) -> Int32
  func close(_ device: Int32)
}

struct KernelForce: ForceCalls {
  var paths: [String] {
    guard let folder = opendir("/dev/input") else { return [] }
    defer { closedir(folder) }
    var numbers: [Int] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name.hasPrefix("event"), let number = Int(name.dropFirst(5)) { numbers.append(number) }
    }
    return numbers.sorted().map { "/dev/input/event\($0)" }
  }

  func open(_ path: String) -> Int32 { thrum_force_open(path) }
  func ask(_ device: Int32, _ abilities: inout thrum_force_abilities) -> Int32 { thrum_force_ask(device, &abilities) }
  func upload(_ device: Int32, _ id: Int32, _ effect: thrum_force_effect) -> Int32 {
    withUnsafePointer(to: effect) { thrum_force_upload(device, id, $0) }
  }
  func play(_ device: Int32, _ id: Int32, _ value: Int32) -> Int32 { thrum_force_play(device, id, value) }
  func erase(_ device: Int32, _ id: Int32) -> Int32 { thrum_force_erase(device, id) }
  func close(_ device: Int32) { thrum_force_close(device) }
}
