import Accounts
import AppSupport
import Configuration
import Core
import Glibc
import HTTPServing
import Logging
import PostgreSQLJournal
import Replication

/// Reads the configuration: a JSON file, whose values environment variables can override.
///
/// `signUp` in the file is `TRELLIS_SERVER_SIGN_UP` in the environment.
struct ConfigurationSource {
  /// The default location of the file.
  static let usualFile = "/etc/trellis-server.json"
  private static let prefix = "TRELLIS_SERVER_"

  private let reader: ConfigReader
  /// The file's path, for messages.
  private let file: String?

  /// - Parameter file: nil for the default one, which may be missing.
  /// - Throws: a ``DomainError`` for a file that cannot be read or contains an unknown name.
  init(file: String?, environment: [String: String]) throws {
    self.file = file
    let path = file ?? ConfigurationSource.usualFile
    let own = environment.filter { $0.key.hasPrefix(ConfigurationSource.prefix) }
    let variables = Dictionary(
      uniqueKeysWithValues: own.map {
        (String($0.key.dropFirst(ConfigurationSource.prefix.count)), $0.value)
      }
    )
    let written = try ConfigurationFile.read(path, allowsMissing: file == nil)
    reader = ConfigReader(providers: [
      EnvironmentVariablesProvider(environmentVariables: variables), written.provider,
    ])
    try ConfigurationKeys.check(file: (written, path), variables: Array(variables.keys))
  }

  /// Returns the configuration, with defaults for values that are not set.
  ///
  /// - Throws: a ``DomainError`` that names the problem.
  func configuration() async throws -> ServerConfiguration {
    var result = ServerConfiguration(dataFolder: try await dataFolder())
    try await readListen(&result.listen)
    result.address = try await url("address")
    result.database = try await database()
    try await readProducts(&result)
    try await readAccounts(&result.accounts)
    try await readQuota(&result.quota)
    try await readConnections(&result)
    try await readNotices(&result)
    try await readFigures(&result)
    try await readLog(&result)
    try checkAddresses(of: result)
    return result
  }

  private func readListen(_ addresses: inout [ListenAddress]) async throws {
    guard let texts = try await list("listen"), !texts.isEmpty else { return }
    addresses = []
    for text in texts {
      guard let address = ListenAddress(text) else {
        throw wrong("listen", "“\(text)” is not an address such as 127.0.0.1:8080")
      }
      // The system takes it for this machine alone, which nobody means.
      guard address.host != "*" else {
        throw wrong(
          "listen",
          "“\(text)” is not an address; to listen at all of this machine's, name "
            + "[::]:\(address.port), or 0.0.0.0:\(address.port) without IPv6"
        )
      }
      // With port 0 each gets another one.
      guard address.port == 0 || !addresses.contains(address) else {
        throw wrong("listen", "“\(text)” is named twice")
      }
      addresses.append(address)
    }
  }

  private func readLog(_ result: inout ServerConfiguration) async throws {
    if let level = try await text("log.level") {
      guard let known = Logger.Level(rawValue: level) else {
        throw wrong("log.level", "“\(level)” is none of trace, debug, info, notice, warning, error")
      }
      result.logLevel = known
    }
    if let format = try await text("log.format") {
      guard ["text", "json"].contains(format) else {
        throw wrong("log.format", "“\(format)” is none of text, json")
      }
      result.logsAsJSON = format == "json"
    }
  }

  private func readProducts(_ result: inout ServerConfiguration) async throws {
    if let products = try await list("products"), !products.isEmpty { result.products = products }
    var known: Set<String> = []
    for product in result.products {
      guard known.insert(product).inserted else {
        throw wrong("products", "“\(product)” is named twice")
      }
      _ = try ConfigurationKeys.product(named: product)
      result.productAddresses[product] = try await url(ConfigKey("addresses.\(product)"))
    }
  }

  /// - Throws: a ``DomainError`` for two products that requests could not tell apart.
  private func checkAddresses(of result: ServerConfiguration) throws {
    var known: [String: String] = [:]
    for product in result.products {
      let host = ServedProducts.host(of: result.address(of: product))
      let above = String(host.dropFirst(product.count + 1).filter { $0 != "[" && $0 != "]" })
      guard !host.hasPrefix("\(product).") || ClientAddress.canonical(above) == nil else {
        throw wrong(
          "products",
          "\(product) would be at \(host), which no browser opens, as there are no names below an "
            + "IP address: say where people reach it ( address  or  addresses )"
        )
      }
      guard let other = known.updateValue(product, forKey: host) else { continue }
      throw wrong(
        "addresses",
        "\(other) and \(product) are both at \(host), and each needs a host name of its own"
      )
    }
  }

  private func readAccounts(_ policy: inout AccountPolicy) async throws {
    if let mode = try await text("signUp") {
      guard let known = AccountPolicy.SignUpMode(rawValue: mode) else {
        throw wrong("signUp", "“\(mode)” is none of open, invitation, closed")
      }
      policy.signUp = known
    }
  }

  private func readQuota(_ limits: inout SpaceLimits) async throws {
    if let facts = try await number("quota.entries", 1...100_000_000) { limits.facts = facts }
    if let bytes = try await number("quota.megabytes", 1...1_000_000) { limits.bytes = bytes << 20 }
  }

  private func readConnections(_ result: inout ServerConfiguration) async throws {
    let certificate = try await text("tls.certificate")
    let key = try await text("tls.key")
    switch (certificate, key) {
    case (let certificate?, let key?):
      result.tls = ServerConfiguration.TLSFiles(certificate: certificate, key: key)
    case (nil, nil): break
    default: throw wrong("tls", "certificate and key belong together")
    }
    for text in try await list("trustedProxies") ?? [] {
      guard let address = ClientAddress.canonical(text) else {
        throw wrong(
          "trustedProxies",
          "“\(text)” is not an IP address such as 127.0.0.1; names and networks such as 10.0.0.0/8 are "
            + "not supported"
        )
      }
      result.trustedProxies.insert(address)
    }
    result.allowsPlain = try await flag("allowPlain") ?? false
    result.pepper = try await text("pepper")
    if let most = try await number("limits.connections", 16...1_000_000) {
      result.limits.connections.owners = most
    }
    if let most = try await number("limits.strangers", 16...1_000_000) {
      result.limits.connections.strangers = most
    }
    if let most = try await number("limits.streams", 1...1_000_000) { result.limits.streams = most }
    if let most = try await number("limits.callsPerMinute", 10...1_000_000) {
      result.callsPerMinute = most
    }
  }

  private func readNotices(_ result: inout ServerConfiguration) async throws {
    if let contact = try await text("notices.contact") {
      guard contact.hasPrefix("mailto:") || contact.hasPrefix("https://") else {
        throw wrong(
          "notices.contact",
          "“\(contact)” is not an address such as mailto:you@example.org"
        )
      }
      result.noticesContact = contact
    }
    result.noticesReachLoopback = try await flag("notices.allowLoopback") ?? false
  }

  private func readFigures(_ result: inout ServerConfiguration) async throws {
    result.takesTelemetry = try await flag("telemetry") ?? false
    guard let text = try await text("metrics") else { return }
    guard let address = ListenAddress(text) else {
      throw wrong("metrics", "“\(text)” is not an address such as 127.0.0.1:9464")
    }
    // Anybody who reaches it can read it: there is no password, and no proxy leads to it by
    // mistake.
    guard address.isLoopback else {
      throw wrong("metrics", "figures are read on this machine alone, such as at 127.0.0.1:9464")
    }
    guard address.port == 0 || !result.listen.contains(where: { $0.covers(address) }) else {
      throw wrong(
        "metrics",
        "“\(text)” is among the addresses of  listen  too, and figures need their own port"
      )
    }
    result.metrics = address
  }

  /// The configured folder, or a default one of this user.
  private func dataFolder() async throws -> String {
    if let named = try await text("data") { return named }
    let usual = ConfigurationSource.usualFolder(
      of: ConfigurationSource.userName,
      dataHome: getenv("XDG_DATA_HOME").map { String(cString: $0) },
      home: getenv("HOME").map { String(cString: $0) }
    )
    guard let usual else {
      throw wrong("data", "there is no home folder to keep data in, so a folder has to be named")
    }
    return usual
  }

  /// The default folder of a user; nil for one without a home folder.
  ///
  /// The operator's commands run as the user of the units, without the variable by which these name
  /// the folder: with another one they would make another server, and invite people to it.
  static func usualFolder(of user: String?, dataHome: String?, home: String?) -> String? {
    if let dataHome, dataHome.hasPrefix("/") { return dataHome + "/trellis-server" }
    if user == ServerUnits.userName { return ServerUnits.dataFolder }
    return home.flatMap { $0.isEmpty ? nil : $0 + "/.local/share/trellis-server" }
  }

  private static var userName: String? {
    getpwuid(geteuid()).flatMap { $0.pointee.pw_name }.map { String(cString: $0) }
  }

  /// The database instead of files; what is wrong with its address is not quoted, since a password
  /// may be in it.
  private func database() async throws -> PostgreSQLSettings? {
    guard let text = try await text("database") else { return nil }
    guard let settings = ConfigurationSource.database(at: text) else {
      throw wrong("database", "it is not an address such as postgresql://trellis@localhost/trellis")
    }
    return settings
  }

  /// The database at an address; nil for text that is not the address of one.
  static func database(at text: String) -> PostgreSQLSettings? {
    guard text.hasPrefix("postgresql://") || text.hasPrefix("postgres://") || text.contains("=")
    else { return nil }
    return PostgreSQLSettings(connection: text)
  }

  // MARK: Values

  private func text(_ key: ConfigKey) async throws -> String? {
    do {
      return try await reader.fetchString(forKey: key)
    } catch { throw wrong("\(key)", "a text is needed") }
  }

  private func list(_ key: ConfigKey) async throws -> [String]? {
    do {
      return try await reader.fetchStringArray(forKey: key)
    } catch { throw wrong("\(key)", "a list of texts is needed") }
  }

  private func flag(_ key: ConfigKey) async throws -> Bool? {
    do {
      return try await reader.fetchBool(forKey: key)
    } catch { throw wrong("\(key)", "true or false is needed") }
  }

  private func number(_ key: ConfigKey, _ range: ClosedRange<Int>) async throws -> Int? {
    let value: Int?
    do {
      value = try await reader.fetchInt(forKey: key)
    } catch { throw wrong("\(key)", "a whole number is needed") }
    guard let value else { return nil }
    guard range.contains(value) else {
      throw wrong("\(key)", "\(value) is not from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  private func url(_ key: ConfigKey) async throws -> String? {
    guard let text = try await text(key) else { return nil }
    let bare = text.hasSuffix("/") ? String(text.dropLast()) : text
    let host = bare.split(separator: "/", omittingEmptySubsequences: false)
    guard bare.hasPrefix("https://") || bare.hasPrefix("http://"), host.count == 3,
      !host[2].isEmpty
    else { throw wrong("\(key)", "“\(text)” is not an address such as https://habits.example.org") }
    return bare.lowercased()
  }

  private func wrong(_ key: String, _ finding: String) -> DomainError {
    ConfigurationSource.problem("In the configuration, \(key): \(finding).")
  }

  static func problem(_ finding: String) -> DomainError {
    DomainError(
      "configuration",
      finding + " Nothing was started or changed;  trellis-server config  shows what is in force."
    )
  }
}
