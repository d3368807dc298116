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

  private static let shared: HTTPFields = [
    .xContentTypeOptions: "nosniff",
    .resourcePolicy: "same-origin",
    .cacheControl: "no-store",
  ]

  private static let ofPages =
    shared + [
      .contentSecurityPolicy: policy,
      // With no-referrer browsers say "Origin: null" when a form is sent without a script, which the
      // gate must refuse (Fetch, "append a request Origin header").
      .referrerPolicy: "same-origin",
      .openerPolicy: "same-origin",
      .permissionsPolicy:
        "camera=(), geolocation=(), microphone=(), payment=(), usb=(), interest-cohort=()",
    ]

  /// A document of data has nothing that could use a camera or follow a link.
  private static let ofData =
    shared + [.contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'"]

  /// Adds what the answer does not say itself.
  ///
  /// - Parameter isData: whether it is for programs.
  static func add(to headers: inout HTTPFields, isData: Bool) {
    for field in isData ? ofData : ofPages where headers[field.name] == nil {
      headers.append(field)
    }
  }
}
