import Synchronization
import ThrumEngine

/// The objects behind handles of one kind.
///
/// A handle is an integer stored in a pointer. Handles are looked up, never dereferenced, so a stale handle causes an
/// error rather than a crash. They are never reused, and are odd, unlike object addresses.
final class HandleTable<Object: AnyObject & Sendable>: Sendable {
  private let kind: UInt
  private let name: String
  private let refusal: @Sendable (Object) -> EngineError?
  private let state = Mutex(State())

  private struct State {
    var count: UInt = 0
    var objects: [UInt: Object] = [:]
  }

  /// - Parameters:
  ///   - kind: 0…7.
  ///   - refusal: Why an object must not be touched, if at all. It is then as if it were freed, and is never freed.
  init(kind: UInt, name: String, refusal: @escaping @Sendable (Object) -> EngineError? = { _ in nil }) {
    self.kind = kind
    self.name = name
    self.refusal = refusal
  }

  func add(_ object: Object) -> OpaquePointer? {
    state.withLock { state in
      state.count += 1
      let number = state.count << 4 | kind << 1 | 1
      state.objects[number] = object
      return OpaquePointer(bitPattern: number)
    }
  }

  /// - Throws: ``Misuse`` if the handle is null, stale or of another kind; the object's refusal.
  func callAsFunction(_ handle: OpaquePointer?) throws -> Object {
    if let object = state.withLock({ $0.objects[UInt(bitPattern: handle)] }) {
      if let refusal = refusal(object) { throw refusal }
      return object
    }
    throw Misuse.handle(handle == nil ? "the \(name) is null" : "this is not a valid \(name), or it was freed")
  }

  func find(_ handle: OpaquePointer?) -> Object? { try? self(handle) }

  func remove(_ handle: OpaquePointer?) -> Object? {
    guard let object = state.withLock({ $0.objects.removeValue(forKey: UInt(bitPattern: handle)) }) else { return nil }
    guard refusal(object) != nil else { return object }
    _ = Unmanaged.passRetained(object)
    return nil
  }
}

let environments = HandleTable<EnvironmentObject>(kind: 0, name: "environment")
let engines = HandleTable<EngineObject>(kind: 1, name: "engine") { $0.engine.environment.forkRefusal }
let patterns = HandleTable<PatternObject>(kind: 2, name: "pattern")
let players = HandleTable<PlayerObject>(kind: 3, name: "player") { $0.player.engine?.environment.forkRefusal }
let generators = HandleTable<GeneratorObject>(kind: 4, name: "generator")
