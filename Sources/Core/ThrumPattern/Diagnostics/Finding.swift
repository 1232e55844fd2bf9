/// A diagnostic with an offset instead of a line and a column.
package struct Finding {
  package var code: DiagnosticCode
  package var offset: Int
  package var path: String
  package var message: String
  package var remedy: String
}
