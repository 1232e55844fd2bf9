/// Header fields of every response: own scripts only, no framing, no caching, no type sniffing.
enum SafetyFields {
  /// - Parameter sources: further directives of the content security policy.
  static func fields(_ sources: String, referrer: String) -> [(name: String, value: String)] {
    [
      (
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \(sources); base-uri 'none'; "
          + "form-action 'none'; frame-ancestors 'none'"
      ),
      ("X-Frame-Options", "DENY"),
      ("X-Content-Type-Options", "nosniff"),
      ("Referrer-Policy", referrer),
      ("Cross-Origin-Resource-Policy", "same-origin"),
      ("Cache-Control", "no-store"),
    ]
  }
}
