import Glibc
import HTTPServing
import HTTPTypes

/// The origin of a request, as precisely as limits distinguish computers.
struct ClientAddress: Sendable, Hashable {
  /// An IPv4 address, or the /64 network of an IPv6 address.
  ///
  /// One computer can have any number of addresses in such a network.
  let text: String

  /// - Parameter proxies: those whose `X-Forwarded-For` is trusted.
  init(_ request: ReceivedRequest, proxies: Set<String>) {
    guard case .tcp(_, let peer) = request.connection else {
      text = "local"
      return
    }
    guard proxies.contains(peer), let forwarded = request.header(.forwardedFor) else {
      text = ClientAddress.network(of: peer)
      return
    }
    // The last entry that a trusted proxy wrote about a client: everything before it was sent by
    // the client and may be anything.
    let hops = forwarded.split(separator: ",").map { String($0.filter { $0 != " " }) }
    text = ClientAddress.network(of: hops.last { !proxies.contains($0) } ?? peer)
  }

  /// An IP address as the system writes it, by which those of connections are compared.
  ///
  /// Nil for text that is not an address.
  static func canonical(_ text: String) -> String? {
    var (four, six) = (in_addr(), in6_addr())
    // There is only one way to write it that is accepted.
    if inet_pton(AF_INET, text, &four) == 1 { return text }
    guard inet_pton(AF_INET6, text, &six) == 1 else { return nil }
    let size = Int(INET6_ADDRSTRLEN)
    var name = [CChar](repeating: 0, count: size)
    guard inet_ntop(AF_INET6, &six, &name, socklen_t(size)) != nil else { return nil }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func network(of address: String) -> String {
    var bytes = in6_addr()
    guard address.contains(":"), inet_pton(AF_INET6, address, &bytes) == 1 else {
      return String(address.prefix(45))
    }
    return withUnsafeBytes(of: bytes) { bytes in
      // An IPv4 address within IPv6 (RFC 4291, section 2.5.5.2).
      if bytes.prefix(12).elementsEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]) {
        return bytes.suffix(4).map { String($0) }.joined(separator: ".")
      }
      return stride(from: 0, to: 8, by: 2)
        .map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }
        .joined(separator: ":") + "::/64"
    }
  }
}

extension HTTPField.Name {
  static let forwardedFor = named("X-Forwarded-For")

  private static func named(_ name: StaticString) -> HTTPField.Name {
    guard let field = HTTPField.Name("\(name)") else {
      preconditionFailure("\(name) is not the name of a header field")
    }
    return field
  }
}
