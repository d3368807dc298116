import Core
import HTTPClient

/// The address of a server as a person types it.
enum ServerAddress {
  /// Returns the origin that the text means: `habits.example.org` is `https://habits.example.org`.
  ///
  /// A path is removed, such as that of a page copied from a browser.
  ///
  /// - Throws: a ``DomainError`` if it is not an address, or one without encryption.
  static func parse(_ text: String) throws(DomainError) -> HTTPURL {
    do throws(HTTPClientError) {
      let given = String(text.trimmed.prefix { $0 != "#" })
      guard !given.contains("://") else { return try checked(HTTPURL(given)) }
      let secure = try HTTPURL("https://" + given)
      // This machine rarely has a certificate.
      return try secure.isLoopback ? HTTPURL("http://" + given).at("/") : checked(secure)
    } catch { throw DomainError(error) }
  }

  private static func checked(_ url: HTTPURL) throws(HTTPClientError) -> HTTPURL {
    guard url.scheme == .https || url.isLoopback else { throw .insecure(host: url.authority) }
    return try url.at("/")
  }
}
