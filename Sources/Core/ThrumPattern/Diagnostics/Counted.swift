package func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

package func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
