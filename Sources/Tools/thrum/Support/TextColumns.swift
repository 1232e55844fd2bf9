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
