/// A type of an answer: an object, or a list in JSON.
package struct AnswerType: Sendable {
  package struct Member: Sendable {
    package let name: String
    package let shape: Shape
    package let isOptional: Bool
    package let about: String

    init(_ name: String, _ shape: Shape, isOptional: Bool = false, _ about: String = "") {
      (self.name, self.shape, self.isOptional, self.about) = (name, shape, isOptional, about)
    }

    static func optional(_ name: String, _ shape: Shape, _ about: String = "") -> Member {
      Member(name, shape, isOptional: true, about)
    }
  }

  package let name: String
  package let about: String
  package let members: [Member]

  init(_ name: String, _ about: String, _ members: [Member]) {
    (self.name, self.about, self.members) = (name, about, members)
  }

  package static func named(_ name: String) -> AnswerType? { all.first { $0.name == name } }
}
