// Makes Swift of a table of declarations: see symbols.txt for its form.
//
//     generate TABLE            a client that compiles and runs if the table is right
//     generate --absent TABLE   a function for each statement that must not compile
import Foundation

guard let path = CommandLine.arguments.dropFirst().last, let text = try? String(contentsOfFile: path, encoding: .utf8)
else {
  print("usage: generate [--absent] TABLE")
  exit(64)
}
let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
var client = Client(path: path, rows: lines.enumerated().compactMap { Row(line: $0 + 1, $1) })
if CommandLine.arguments.contains("--absent") {
  client.addAbsent()
} else {
  client.addChecks()
  client.addClasses()
  client.addMain()
}
print(client.source.joined(separator: "\n"))
