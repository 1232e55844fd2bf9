import Foundation

/// The names in a module's symbol graph.
struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    let pathComponents: [String]
  }
  let symbols: [Symbol]

  /// The public declarations in files of `swift-symbolgraph-extract`, under the table's names: a pattern key is a
  /// string here.
  static func names(in files: [String]) throws -> Set<String> {
    var names: Set<String> = []
    for file in files {
      let graph = try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
      for symbol in graph.symbols {
        let isKey = symbol.pathComponents.first == "String"
        names.insert(
          (isKey ? ["CHHapticPattern", "Key"] + symbol.pathComponents.dropFirst() : symbol.pathComponents)
            .joined(separator: "."))
      }
    }
    return names
  }
}
