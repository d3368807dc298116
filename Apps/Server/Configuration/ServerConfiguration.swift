import Accounts
import HTTPServing
import Logging
import Replication

/// How the server runs; what is not configured has a value that is safe on one's own machine.
struct ServerConfiguration: Sendable {
  /// The folder of everything that the server keeps.
  var dataFolder: String
  var listen: [ListenAddress] = [ListenAddress(host: "127.0.0.1", port: 8080)]
  /// The address at which people reach the server, such as `https://habits.example.org`.
  ///
  /// Nil for the first address that it listens at.
  var address: String?
  /// The names of the products, of which the first is the one that other host names get.
  var products = ["streaks"]
  /// The addresses of products that have one of their own, by name.
  var productAddresses: [String: String] = [:]
  var accounts = AccountPolicy()
  /// What one person may keep in one product.
  var quota = SpaceLimits()
  /// Nil for connections that are not encrypted.
  var tls: TLSFiles?
  /// The addresses of proxies, whose word about who asks is taken.
  var trustedProxies: Set<String> = []
  /// Whether other computers may connect without encryption.
  var allowsPlain = false
  var limits = HTTPLimits()
  /// Whom push services may write to about this server: `mailto:…`, or an `https` address.
  var noticesContact: String?
  /// Whether notices may be sent to addresses of this machine, to try them out.
  var noticesReachLoopback = false
  /// Requests that a person may send in a minute.
  var callsPerMinute = 600
  /// A file of at least 32 bytes that is mixed into passwords; nil for none.
  var pepper: String?
  /// Where a monitoring system of this machine reads figures; nil for nowhere.
  var metrics: ListenAddress?
  /// Whether counts of products that name this server as their receiver are taken.
  var takesTelemetry = false
  var logLevel = Logger.Level.notice
  var logsAsJSON = false

  /// The files of a certificate, in PEM.
  struct TLSFiles: Sendable, Equatable {
    /// The server's certificate, followed by those that lead to one that browsers know.
    let certificate: String
    let key: String
  }

  /// Devices and pages of one account that listen at a time: a part of all, so that nobody takes the
  /// places of everybody else.
  var streamsOfAccount: Int {
    min(accounts.sessions.most, limits.streams, max(8, limits.streams / 4))
  }

  /// Other requests of one account that are in progress at a time.
  private static let requestsOfAccount = 32

  /// The limits of connections, in which one account has but a part of them.
  var connectionLimits: HTTPLimits {
    var limits = limits
    limits.connections.requestsOfOwner = streamsOfAccount + ServerConfiguration.requestsOfAccount
    return limits
  }

  /// Whether people reach the server by an encrypted connection, its own or a proxy's.
  var isEncrypted: Bool { tls != nil || address?.hasPrefix("https://") == true }
}

/// An address to listen at: `127.0.0.1:8080`, `[::]:443`.
struct ListenAddress: Sendable, Equatable {
  let host: String
  let port: Int

  init(host: String, port: Int) { (self.host, self.port) = (host, port) }

  /// Nil for text that is no such address.
  init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
      (0...65_535).contains(port)
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

  /// Whether only programs of this machine can connect.
  var isLoopback: Bool { host == "::1" || host == "localhost" || host.hasPrefix("127.") }

  var text: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
