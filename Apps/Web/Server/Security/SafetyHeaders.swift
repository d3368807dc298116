import HTTPTypes
import Hummingbird

/// What every answer tells browsers to refuse.
enum SafetyHeaders {
  private static let directives = """
    default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; \
    base-uri 'none'; frame-ancestors
    """
  static let policy = directives + " 'none'"
  /// For what other pages may show inside of theirs.
  static let embeddablePolicy = directives + " *"

  static func add(to headers: inout HTTPFields) {
    set(.contentSecurityPolicy, policy, in: &headers)
    set(.resourcePolicy, "same-origin", in: &headers)
    set(.cacheControl, "no-store", in: &headers)
    headers[.xContentTypeOptions] = "nosniff"
    // With no-referrer browsers say "Origin: null" when a form is sent without a script, which the
    // gate must refuse (Fetch, "append a request Origin header").
    headers[.referrerPolicy] = "same-origin"
    headers[.openerPolicy] = "same-origin"
    headers[.permissionsPolicy] =
      "camera=(), geolocation=(), microphone=(), payment=(), usb=(), interest-cohort=()"
  }

  private static func set(_ name: HTTPField.Name, _ value: String, in headers: inout HTTPFields) {
    if headers[name] == nil { headers[name] = value }
  }
}
