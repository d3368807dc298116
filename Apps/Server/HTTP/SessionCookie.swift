import HTTPTypes

/// The cookie with a browser's session.
///
/// Source: RFC 6265bis, section 4.1.3.2 (the prefix `__Host-`); OWASP ASVS 5.0, 3.3.
struct SessionCookie: Sendable {
  /// Whether browsers only send it over encrypted connections.
  let isSecure: Bool

  var name: String { isSecure ? "__Host-trellis" : "trellis-server" }

  private var attributes: String {
    "Path=/; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "")
  }

  /// The field that sets a token, for the maximum lifetime of a browser's session.
  func field(with token: String, seconds: Int64) -> HTTPField {
    HTTPField(name: .setCookie, value: "\(name)=\(token); Max-Age=\(seconds); \(attributes)")
  }

  var clearing: HTTPField {
    HTTPField(name: .setCookie, value: "\(name)=; Max-Age=0; \(attributes)")
  }
}
