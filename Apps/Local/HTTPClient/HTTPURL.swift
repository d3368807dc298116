/// The URL of a resource on a server by RFC 3986, with neither user nor fragment.
package struct HTTPURL: Sendable, Equatable, CustomStringConvertible {
  package enum Scheme: String, Sendable {
    case http, https

    var port: UInt16 { self == .http ? 80 : 443 }
  }

  /// The maximum length; a longer one is mistyped, or an attack.
  private static let mostBytes = 4096

  package let scheme: Scheme
  /// A name in lowercase, or an address; an IPv6 address without its brackets.
  package let host: String
  package let port: UInt16
  /// The path with its query; begins with a slash.
  package var target: String

  /// Parses an address.
  ///
  /// - Throws: ``HTTPClientError/badAddress(_:)``.
  package init(_ text: String) throws(HTTPClientError) {
    guard text.utf8.count <= HTTPURL.mostBytes, let end = text.firstRange(of: "://"),
      let scheme = Scheme(rawValue: text[..<end.lowerBound].lowercased())
    else { throw .badAddress(HTTPURL.shown(text)) }
    let rest = text[end.upperBound...]
    let start = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    guard let authority = Authority(rest[..<start], default: scheme.port),
      let target = HTTPURL.target(rest[start...])
    else { throw .badAddress(HTTPURL.shown(text)) }
    self.scheme = scheme
    host = authority.host
    port = authority.port
    self.target = target
  }

  /// Resolves the `Location` header of an answer from here; nil if it is not an address.
  ///
  /// Only addresses that begin with a scheme or a slash are supported.
  func redirected(to location: String) -> HTTPURL? {
    let location = location.prefix { $0 != "#" }
    guard location.hasPrefix("/"), !location.hasPrefix("//") else {
      return try? HTTPURL(String(location))
    }
    var other = self
    guard let target = HTTPURL.target(location) else { return nil }
    other.target = target
    return other
  }

  /// The same server with another path and query.
  ///
  /// - Parameter target: begins with a slash, and is already escaped.
  package func at(_ target: String) throws(HTTPClientError) -> HTTPURL {
    var other = self
    guard target.hasPrefix("/"), let valid = HTTPURL.target(target[...]) else {
      throw .badAddress(HTTPURL.shown(target))
    }
    other.target = valid
    return other
  }

  /// The origin as in browsers: scheme, host, and the port if it is not the default.
  package var origin: String { "\(scheme.rawValue)://\(authority)" }

  /// The host, and the port if it is not the default.
  package var authority: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return port == scheme.port ? name : "\(name):\(port)"
  }

  package var description: String { origin + target }

  /// Whether the host is this machine, regardless of any name server (RFC 6761, 6.3).
  package var isLoopback: Bool {
    if host == "::1" || isLocalName { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  /// Whether it is a name that always means this machine.
  var isLocalName: Bool { host == "localhost" || host.hasSuffix(".localhost") }

  /// Only visible ASCII, so that it cannot contain a line break.
  private static func target(_ text: Substring) -> String? {
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }) else {
      return nil
    }
    return text.hasPrefix("/") ? String(text) : "/" + text
  }

  /// The beginning of an address, for a message: without anything that could be a secret.
  private static func shown(_ text: String) -> String {
    let visible = text.prefix { $0 != "?" && $0 != "#" }
    guard let at = visible.lastIndex(of: "@") else { return String(visible.prefix(80)) }
    return String(visible[visible.index(after: at)...].prefix(80))
  }
}

/// Host and port of an address.
private struct Authority {
  let host: String
  let port: UInt16

  init?(_ text: Substring, default usual: UInt16) {
    let isAddress = text.hasPrefix("[")
    let end = isAddress ? text.lastIndex(of: "]") : text.lastIndex(of: ":") ?? text.endIndex
    guard let end else { return nil }
    let name = isAddress ? text[..<end].dropFirst() : text[..<end]
    let rest = isAddress ? text[end...].dropFirst() : text[end...]
    guard let port = rest.isEmpty ? usual : Authority.port(rest),
      isAddress ? Authority.isAddress(name) : Authority.isName(name)
    else { return nil }
    host = name.lowercased()
    self.port = port
  }

  private static func port(_ text: Substring) -> UInt16? {
    let digits = text.dropFirst()
    guard text.hasPrefix(":"), !digits.isEmpty, digits.utf8.count <= 5,
      digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return UInt16(digits).flatMap { $0 == 0 ? nil : $0 }
  }

  private static func isName(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.count <= 253
      && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy(isLabel)
  }

  private static func isLabel(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.count <= 63 && !text.hasPrefix("-")
      && text.utf8.allSatisfy { byte in
        switch byte | 0x20 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): true
        default:
          (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == 0x2D || byte == 0x5F
        }
      }
  }

  private static func isAddress(_ text: Substring) -> Bool {
    text.contains(":") && text.utf8.count <= 45
      && text.utf8.allSatisfy { byte in
        switch byte | 0x20 {
        case UInt8(ascii: "a")...UInt8(ascii: "f"): true
        default: (UInt8(ascii: "0")...UInt8(ascii: ":")).contains(byte) || byte == UInt8(ascii: ".")
        }
      }
  }
}
