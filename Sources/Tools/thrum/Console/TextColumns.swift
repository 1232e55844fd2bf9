import FoundationEssentials
import Glibc
import ThrumPattern

enum TextColumns {
  static func lines(_ rows: [(first: String, cells: [String])]) -> [String] {
    let first = rows.map(\.first.count).max() ?? 0
    let widths = (0..<(rows.first?.cells.count ?? 0)).map { column in rows.map { $0.cells[column].count }.max() ?? 0 }
    return rows.map { row in
      let texts = [pad(row.first, first)] + zip(row.cells, widths).map { pad($0, $1) }
      return String(texts.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
    }
  }
}

/// Returns a path's folder, empty for a bare file name.
func folder(ofPath path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "" }
  let folder = path[..<slash]
  return folder.isEmpty ? "/" : String(folder)
}

func pad(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}

func lead(_ text: String, _ width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}

func dropped(_ count: Int) -> String { count == 1 ? "1 event was dropped" : "\(count) events were dropped" }
