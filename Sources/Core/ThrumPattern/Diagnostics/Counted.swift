/// Formats a count for a message, such as “1 event” or “3 events”.
package func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
