/// A path as a key: equal to another only if all bytes are equal.
///
/// A `String` equals others in another Unicode normal form, such as “é” as one or as two scalars, but on Linux those
/// are names of different files.
package struct PathKey: Hashable, Comparable, Sendable {
  package let path: String

  package init(_ path: String) { self.path = path }

  package static func == (one: PathKey, other: PathKey) -> Bool { one.path.utf8.elementsEqual(other.path.utf8) }

  package static func < (one: PathKey, other: PathKey) -> Bool {
    one.path.utf8.lexicographicallyPrecedes(other.path.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    var path = path
    path.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
