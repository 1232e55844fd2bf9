// Generates Swift from a table of declarations; symbols.txt describes the form.
//
//     generate client TABLE              a client that compiles and runs if the table is right
//     generate absent TABLE              a function for each statement that must not compile
//     generate surplus TABLE GRAPH...    the declarations in symbol graphs that the table lacks
import Foundation

let arguments = CommandLine.arguments.dropFirst()
guard let path = arguments.dropFirst().first, let text = try? String(contentsOfFile: path, encoding: .utf8) else {
  print("usage: generate client|absent|surplus TABLE [GRAPH...]")
  exit(64)
}
let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
let rows = lines.enumerated().compactMap { Row(line: $0 + 1, $1) }
var client = Client(path: path, rows: rows)
switch arguments.first {
case "surplus":
  let names = try SymbolGraph.names(in: Array(arguments.dropFirst(2)))
  for name in names.subtracting(rows.map(\.name)).sorted() { print(name) }
  exit(0)
case "absent": client.addAbsent()
default:
  client.addChecks()
  client.addClasses()
  client.addMain()
}
print(client.source.joined(separator: "\n"))
