import Accounts
import HTTPServing
import Logging
import PostgreSQLJournal
import Replication

/// The server's configuration; the defaults are safe on one's own machine.
struct ServerConfiguration: Sendable {
  /// The folder of all the server's data, or with a database of its keys and ledgers.
  var dataFolder: String
  /// The database of accounts, friends and spaces; nil for files in the folder.
  var database: PostgreSQLSettings?
  var listen: [ListenAddress] = [ListenAddress(host: "127.0.0.1", port: 8080)]
  /// The address at which people reach the server, such as `https://habits.example.org`.
  ///
  /// Nil for the first address that it listens on.
  var address: String?
  /// The names of the products; the only one is served under any host name.
  var products = ["streaks"]
  /// The addresses of products that have their own, by name.
  var productAddresses: [String: String] = [:]
  var accounts = AccountPolicy()
  /// The quota of one person in one product.
  var quota = SpaceLimits()
  /// Nil for connections that are not encrypted.
  var tls: TLSFiles?
  /// The addresses of proxies that are trusted to report the client's address.
  var trustedProxies: Set<String> = []
  /// Whether other computers may connect without encryption.
  var allowsPlain = false
  var limits = HTTPLimits()
  /// The contact of this server for push services: `mailto:…`, or an `https` address.
  var noticesContact: String?
  /// Whether notices may be sent to addresses of this machine, for trying them out.
  var noticesReachLoopback = false
  /// The maximum number of requests that a person may send in a minute.
  var callsPerMinute = 600
  /// A file of at least 32 bytes that is mixed into passwords; nil for none.
  var pepper: String?
  /// The address where a monitoring system on this machine reads figures; nil for none.
  var metrics: ListenAddress?
  /// Whether counts are accepted from products that name this server as their receiver.
  var takesTelemetry = false
  var logLevel = Logger.Level.notice
  var logsAsJSON = false

  /// The files of a certificate, in PEM.
  struct TLSFiles: Sendable, Equatable {
    /// The server's certificate, followed by the intermediates up to one that browsers know.
    let certificate: String
    let key: String
  }

  /// The maximum number of concurrent streams of one account.
  ///
  /// It is a share of all streams, so that no account uses up those of the others.
  var streamsOfAccount: Int {
    min(accounts.sessions.most, limits.streams, max(8, limits.streams / 4))
  }

  /// The maximum number of other requests of one account in progress.
  private static let requestsOfAccount = 32

  /// The limits of connections, of which one account only has a part.
  var connectionLimits: HTTPLimits {
    var limits = limits
    limits.connections.requestsOfOwner = streamsOfAccount + ServerConfiguration.requestsOfAccount
    return limits
  }

  /// Whom push services may write to: as configured, or else the server's address.
  var contact: String? {
    noticesContact ?? address.flatMap { $0.hasPrefix("https://") ? $0 : nil }
  }

  /// Whether a trusted proxy can be elsewhere: on another machine, or in another container.
  ///
  /// A proxy on this machine does not count: a server that listens beyond the machine is reached
  /// without it.
  var hasProxyElsewhere: Bool {
    trustedProxies.contains { address in
      // An IPv4 address within IPv6 (RFC 4291, section 2.5.5.2).
      let mapped = "::ffff:"
      let host = address.hasPrefix(mapped) ? String(address.dropFirst(mapped.count)) : address
      return !ListenAddress(host: host, port: 0).isLoopback
    }
  }

  /// Whether people reach the server through an encrypted connection, its own or a proxy's.
  var isEncrypted: Bool { tls != nil || address?.hasPrefix("https://") == true }
}

/// An address to listen at: `127.0.0.1:8080`, `[::]:443`.
struct ListenAddress: Sendable, Equatable {
  let host: String
  let port: Int

  init(host: String, port: Int) { (self.host, self.port) = (host, port) }

  /// Nil for text that is not such an address.
  init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"),
      let port = ListenAddress.port(text[text.index(after: colon)...])
    else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty else { return nil }
    self.init(host: String(host), port: port)
  }

  /// A port in digits alone, without the sign that an integer may have.
  private static func port(_ text: Substring) -> Int? {
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return UInt16(text).map { Int($0) }
  }

  /// Whether only programs of this machine can connect.
  ///
  /// A name can begin like a loopback address and mean any other.
  var isLoopback: Bool {
    host == "::1" || host == "localhost"
      || host.hasPrefix("127.") && ClientAddress.canonical(host) != nil
  }

  /// Whether it stands for all addresses of this machine; one of the two for those of IPv4 alone.
  var isEverywhere: Bool { host == "0.0.0.0" || host == "::" }

  /// Whether a program that listens here keeps others from an address of this machine.
  func covers(_ other: ListenAddress) -> Bool {
    guard isEverywhere else { return self == other }
    return port == other.port && (host == "::" || other.host.hasPrefix("127."))
  }

  var text: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
