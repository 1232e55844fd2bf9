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
