import HTTPTypes

/// Requests that pages of other sites cause a browser to send.
///
/// Source: OWASP, "Cross-Site Request Forgery Prevention"; Fetch Metadata Request Headers.
package enum CrossSite {
  /// Whether the browser reports a request from a page of another site.
  package static func isForeign(_ headers: HTTPFields) -> Bool {
    guard let site = headers[.fetchSite] else { return false }
    return site != "same-origin" && site != "none"
  }
}
