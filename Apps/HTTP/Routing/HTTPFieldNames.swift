import HTTPTypes

extension HTTPField.Name {
  /// `1` requests the inner part of a page.
  package static let fragment = known("X-Trellis-Fragment")
  /// With an inner part: the path of the page that it belongs to.
  package static let landedAt = known("X-Trellis-Path")
  /// With an inner part after a form: `done`, `celebration` or `refusal`.
  package static let outcome = known("X-Trellis-Outcome")
  /// With a refusal: `useless` if the same form can never succeed.
  package static let repetition = known("X-Trellis-Repetition")
  /// A delayed submission: when the person made it, and the clock of its page.
  package static let claim = known("X-Trellis-Claim")
  package static let fetchSite = known("Sec-Fetch-Site")
  /// What search engines may do with a document.
  package static let robots = known("X-Robots-Tag")
  /// Set when a browser prefetches a page that nobody has requested yet.
  package static let purpose = known("Sec-Purpose")
  package static let clearSiteData = known("Clear-Site-Data")
  package static let host = known("Host")
  package static let idempotencyKey = known("Idempotency-Key")
  package static let referrerPolicy = known("Referrer-Policy")
  package static let permissionsPolicy = known("Permissions-Policy")
  package static let openerPolicy = known("Cross-Origin-Opener-Policy")
  package static let resourcePolicy = known("Cross-Origin-Resource-Policy")
  package static let lastEventID = known("Last-Event-ID")
  package static let buffering = known("X-Accel-Buffering")

  private static func known(_ name: StaticString) -> HTTPField.Name {
    guard let field = HTTPField.Name("\(name)") else {
      preconditionFailure("\(name) is not the name of a header field")
    }
    return field
  }
}
