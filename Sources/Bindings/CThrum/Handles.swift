import Synchronization

/// The objects behind the handles of one kind.
///
/// A handle is a number in a pointer's clothes: it is looked up, never followed, so that a stale one is an error and no
/// crash. Numbers are never given twice, and are odd, as no object's address is.
final class HandleTable<Object: AnyObject & Sendable>: Sendable {
  private let kind: UInt
  private let name: String
  private let state = Mutex(State())

  private struct State {
    var count: UInt = 0
    var objects: [UInt: Object] = [:]
  }

  /// - Parameter kind: 0 … 7.
  init(kind: UInt, name: String) {
    self.kind = kind
    self.name = name
  }

  /// Gives an object a handle.
  func add(_ object: Object) -> OpaquePointer? {
    state.withLock { state in
      state.count += 1
      let number = state.count << 4 | kind << 1 | 1
      state.objects[number] = object
      return OpaquePointer(bitPattern: number)
    }
  }

  /// The object of a handle.
  func callAsFunction(_ handle: OpaquePointer?) throws -> Object {
    if let object = find(handle) { return object }
    throw Misuse.handle(handle == nil ? "the \(name) is null" : "this is no \(name), or it was freed")
  }

  /// The object of a handle, `nil` when there is none.
  func find(_ handle: OpaquePointer?) -> Object? {
    state.withLock { $0.objects[UInt(bitPattern: handle)] }
  }

  /// Makes a handle stale; returns what was behind it.
  func remove(_ handle: OpaquePointer?) -> Object? {
    state.withLock { $0.objects.removeValue(forKey: UInt(bitPattern: handle)) }
  }
}

let environments = HandleTable<EnvironmentObject>(kind: 0, name: "environment")
let engines = HandleTable<EngineObject>(kind: 1, name: "engine")
let patterns = HandleTable<PatternObject>(kind: 2, name: "pattern")
let players = HandleTable<PlayerObject>(kind: 3, name: "player")
let generators = HandleTable<GeneratorObject>(kind: 4, name: "generator")
