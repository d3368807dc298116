import Core
import HTTPClient

/// An address that somebody has named for notices: of a push service, or of a webhook.
///
/// People must not use the server to reach what only the server can reach, so it must be a public
/// name with `https`; the resolved address is checked again for each connection
/// (``Reach/publicInternet``).
package struct ChannelAddress: Sendable, Equatable {
  /// The addresses that are accepted.
  package enum Rule: Sendable {
    /// Public names with `https`.
    case `public`
    /// Also this machine, and `http`: for trying out a server, and for tests.
    case alsoLoopback
  }

  private static let mostBytes = 1024
  /// Names that no public name server knows (RFC 6761, 6762, 8375, 9476; ICANN's `internal`).
  private static let privateEndings = [
    "localhost", "local", "internal", "home.arpa", "alt", "test", "invalid", "onion", "lan", "home",
    "corp", "localdomain",
  ]

  let url: HTTPURL

  /// The address in its stored form: with the host name in lowercase.
  package var text: String { url.description }

  /// - Throws: a ``DomainError`` that says why an address is not accepted.
  package init(_ text: String, _ rule: Rule) throws {
    guard text.utf8.count <= ChannelAddress.mostBytes, let url = try? HTTPURL(text) else {
      throw ChannelAddress.refused("it is not an address such as https://example.org/notices")
    }
    self.url = url
    if rule == .alsoLoopback, url.isLoopback { return }
    guard url.scheme == .https else {
      throw ChannelAddress.refused("it does not begin with https://")
    }
    guard ChannelAddress.isPublicName(url.host) else {
      throw ChannelAddress.refused(
        "only a public name can be used, neither a number nor a local name"
      )
    }
  }

  /// Whether it is a name below a public domain, and not a number in any notation.
  private static func isPublicName(_ host: String) -> Bool {
    let labels = host.split(separator: ".")
    guard labels.count > 1, let last = labels.last, last.contains(where: \.isLetter),
      !last.hasPrefix("0x"), !host.contains(":")
    else { return false }
    return !privateEndings.contains { host == $0 || host.hasSuffix(".\($0)") }
  }

  private static func refused(_ why: String) -> DomainError {
    DomainError(
      "address-not-usable",
      "Notices cannot be sent to this address: \(why). Nothing was changed.",
      isFinal: true
    )
  }
}
