extension HTTPRequest {
  /// Checks what must hold before anything is sent.
  func check() throws(HTTPClientError) {
    guard url.scheme == .https || url.isLoopback else { throw .insecure(host: url.host) }
    guard headers.canBeSent else { throw .badAddress(url.authority) }
  }

  /// Returns the request to make instead, if the answer redirects within the same server.
  ///
  /// - Throws: ``HTTPClientError/redirected(host:to:)`` for another server, or the same one without
  ///   encryption: the contents of the request are meant only for this server.
  func redirected(by response: HTTPResponse) throws(HTTPClientError) -> HTTPRequest? {
    guard followsRedirections, [301, 302, 303, 307, 308].contains(response.status),
      let location = response.headers["Location"]
    else { return nil }
    guard let next = url.redirected(to: location), next.origin == url.origin else {
      let other = url.redirected(to: location)?.origin ?? "an address that cannot be read"
      throw .redirected(host: url.authority, to: other)
    }
    var request = self
    request.url = next
    if response.status == 303 {
      request.method = .get
      request.body = nil
    }
    return request
  }
}
