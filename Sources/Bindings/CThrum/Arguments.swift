/// The text of an argument.
func text(_ characters: UnsafePointer<CChar>?, _ name: String) throws -> String {
  guard let characters else { throw Misuse.argument("\(name) is null") }
  guard let text = String(validatingCString: characters) else { throw Misuse.argument("\(name) is not UTF-8") }
  return text
}

/// The elements of an argument; null with a count of 0 is none.
func elements<Element>(
  _ start: UnsafePointer<Element>?, _ count: Int, _ name: String
) throws -> UnsafeBufferPointer<Element> {
  guard count >= 0, count <= mostElements else { throw Misuse.argument("\(name): \(count) of them cannot be") }
  if start == nil, count > 0 { throw Misuse.argument("\(name) is null, and yet there are \(count) of them") }
  return UnsafeBufferPointer(start: start, count: count)
}

/// As many as a pattern may have.
private let mostElements = 10_000_000

/// One of the cases that a number names, in their order.
func named<Name: CaseIterable>(_ number: Int32, _ name: String) throws -> Name where Name.AllCases == [Name] {
  let all = Name.allCases
  guard all.indices.contains(Int(number)) else {
    throw Misuse.argument("\(name) \(number) does not exist: they are 0 … \(all.count - 1)")
  }
  return all[Int(number)]
}

/// Puts a new handle where the caller wants it; null first, so that nothing stale stays there when `make` fails.
func hand(
  to place: UnsafeMutablePointer<OpaquePointer?>?, _ make: () throws -> OpaquePointer?
) throws {
  guard let place else { throw Misuse.argument("there is no place for the new handle") }
  place.pointee = nil
  place.pointee = try make()
}

/// Copies text with its ending 0 as far as it fits; returns the bytes that all of it needs.
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
