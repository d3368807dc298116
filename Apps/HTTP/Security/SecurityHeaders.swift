import HTTPTypes
import Hummingbird

/// Header fields that restrict browsers, for every response.
package enum SecurityHeaders {
  private static let directives = """
    default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; \
    base-uri 'none'; frame-ancestors
    """
  package static let policy = directives + " 'none'"

  /// For a page that others may embed.
  ///
  /// - Parameter ancestors: their origins, separated by spaces; `*` for all.
  package static func policy(within ancestors: String) -> String { "\(directives) \(ancestors)" }

  private static let shared: HTTPFields = [
    .xContentTypeOptions: "nosniff",
    .resourcePolicy: "same-origin",
    .cacheControl: "no-store",
  ]

  private static let ofPages =
    shared + [
      .contentSecurityPolicy: policy,
      // With no-referrer, browsers send "Origin: null" with a form without a script, which access
      // control must reject (Fetch, "append a request Origin header").
      .referrerPolicy: "same-origin",
      .openerPolicy: "same-origin",
      .permissionsPolicy:
        "camera=(), geolocation=(), microphone=(), payment=(), usb=(), interest-cohort=()",
    ]

  /// A data document contains nothing that could use a camera or follow a link.
  private static let ofData =
    shared + [.contentSecurityPolicy: "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"]

  /// Adds the fields that the response does not set itself.
  ///
  /// - Parameter isData: whether it is for programs.
  package static func add(to headers: inout HTTPFields, isData: Bool) {
    for field in isData ? ofData : ofPages where headers[field.name] == nil {
      headers.append(field)
    }
  }
}
