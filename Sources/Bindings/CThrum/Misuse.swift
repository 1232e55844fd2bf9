// The headers document the public functions in this folder.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CThrumHeader
import Synchronization
import ThrumEngine
import ThrumPattern

/// An error in a call to the C interface.
enum Misuse: Error {
  case handle(String)
  case argument(String)
}

/// Runs a call, stores its error message for `thrum_last_error`, and returns its status.
func attempt(_ body: () throws -> Void) -> thrum_status {
  do {
    try body()
    return thrum_status(THRUM_OK)
  } catch {
    let (status, message) = described(error)
    keep(message, CTHRUM_LAST_ERROR)
    return status
  }
}

/// Runs a call that is given a context. If the call fails or does not keep the context, it is released at once.
func attempt(keeping context: HostContext, _ body: (HostContext) throws -> Void) -> thrum_status {
  attempt {
    do { try body(context) } catch {
      // Before the message is stored: the host's function may make calls that fail, too.
      context.release()
      throw error
    }
  }
}

func described(_ error: any Error) -> (thrum_status, String) {
  switch error {
  case Misuse.handle(let message): (thrum_status(THRUM_INVALID_HANDLE), message)
  case Misuse.argument(let message): (thrum_status(THRUM_INVALID_ARGUMENT), message)
  case let error as EngineError: (thrum_status(truncatingIfNeeded: error.code.rawValue), error.message)
  default: (thrum_status(THRUM_UNKNOWN_ERROR), "\(error)")
  }
}

@discardableResult
private func keep(_ text: String, _ slot: Int) -> UnsafePointer<CChar> {
  var text = text
  return text.withUTF8 { utf8 in
    utf8.withMemoryRebound(to: CChar.self) { characters in
      // Safety: the buffer of an empty string may have no address; for 0 bytes, any address will do.
      cthrum_keep(Int32(slot), characters.baseAddress ?? cthrum_kept(Int32(slot)), characters.count)
    }
  }
}

@_cdecl("thrum_last_error") @implementation
public func thrum_last_error() -> UnsafePointer<CChar> { cthrum_kept(Int32(CTHRUM_LAST_ERROR)) }

@_cdecl("thrum_status_name") @implementation
public func thrum_status_name(_ status: thrum_status) -> UnsafePointer<CChar> {
  let name =
    switch Int(status) {
    case THRUM_OK: "ok"
    case THRUM_INVALID_HANDLE: "invalidHandle"
    case THRUM_INVALID_ARGUMENT: "invalidArgument"
    default: EngineError.Code(rawValue: Int(status)).anyName
    }
  return keep(name, CTHRUM_STATUS_NAME)
}

@_cdecl("thrum_abi_version") @implementation
public func thrum_abi_version() -> UInt32 { UInt32(THRUM_ABI_VERSION) }

@_cdecl("thrum_version") @implementation
public func thrum_version() -> UnsafePointer<CChar> { keep(ThrumVersion.current, CTHRUM_VERSION) }

func text(_ characters: UnsafePointer<CChar>?, _ name: String) throws -> String {
  guard let characters else { throw Misuse.argument("\(name) is null") }
  guard let text = String(validatingCString: characters) else { throw Misuse.argument("\(name) is not UTF-8") }
  return text
}

/// A null pointer with a count of 0 means an empty array.
func elements<Element>(
  _ start: UnsafePointer<Element>?, _ count: Int, _ name: String
) throws -> UnsafeBufferPointer<Element> {
  guard count >= 0, count <= mostElements else { throw Misuse.argument("\(name): \(count) is not a valid count") }
  if start == nil, count > 0 { throw Misuse.argument("\(name) is null, but the count is \(count)") }
  return UnsafeBufferPointer(start: start, count: count)
}

private let mostElements = 10_000_000

func named<Name: CaseIterable>(_ number: Int32, _ name: String) throws -> Name where Name.AllCases == [Name] {
  let all = Name.allCases
  guard all.indices.contains(Int(number)) else {
    throw Misuse.argument("\(name) \(number) does not exist: valid numbers are 0 … \(all.count - 1)")
  }
  return all[Int(number)]
}

/// Stores a new handle, or null if `make` fails.
func hand(
  to place: UnsafeMutablePointer<OpaquePointer?>?, _ make: () throws -> OpaquePointer?
) throws {
  guard let place else { throw Misuse.argument("the pointer to the new handle is null") }
  place.pointee = nil
  place.pointee = try make()
}

/// Copies as much text as fits, with a terminating 0. Returns the number of bytes that the whole text needs.
func copy(_ bytes: some Collection<UInt8>, to target: UnsafeMutablePointer<CChar>?, _ capacity: Int) -> Int {
  if let target, capacity > 0 {
    var end = 0
    for byte in bytes.prefix(capacity - 1) {
      target[end] = CChar(bitPattern: byte)
      end += 1
    }
    target[end] = 0
  }
  return bytes.count + 1
}

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

  func add(_ object: Object) -> OpaquePointer? { add(object, as: reserve()) }

  /// Returns the next handle, for an object that must know it.
  func reserve() -> UInt {
    state.withLock { state in
      state.count += 1
      return state.count << 4 | kind << 1 | 1
    }
  }

  func add(_ object: Object, as number: UInt) -> OpaquePointer? {
    state.withLock { $0.objects[number] = object }
    return OpaquePointer(bitPattern: number)
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

@_cdecl("thrum_environment_check") @implementation
public func thrum_environment_check(_ environment: OpaquePointer?) -> thrum_status {
  attempt { _ = try environments(environment) }
}

@_cdecl("thrum_engine_check") @implementation
public func thrum_engine_check(_ engine: OpaquePointer?) -> thrum_status { attempt { _ = try engines(engine) } }

@_cdecl("thrum_pattern_check") @implementation
public func thrum_pattern_check(_ pattern: OpaquePointer?) -> thrum_status { attempt { _ = try patterns(pattern) } }

@_cdecl("thrum_player_check") @implementation
public func thrum_player_check(_ player: OpaquePointer?) -> thrum_status { attempt { _ = try players(player) } }
