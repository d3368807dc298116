import Accounts
import HTTPServing
import Replication

/// A configuration with all its values, a line for each name.
///
/// The connection string of a database is left out, since a password may be in it.
struct ConfigurationText {
  let lines: [String]

  init(_ found: ServerConfiguration) {
    let pairs =
      ConfigurationText.places(found) + ConfigurationText.protection(found)
      + ConfigurationText.limits(found) + ConfigurationText.others(found)
    let width = pairs.map { $0.name.count }.max() ?? 0
    lines = pairs.map { pair in
      pair.name + String(repeating: " ", count: width - pair.name.count + 2) + pair.value
    }
  }

  private typealias Pairs = [(name: String, value: String)]

  private static func places(_ found: ServerConfiguration) -> Pairs {
    let products: Pairs = found.products.enumerated().map { index, product in
      (index == 0 ? "products" : "", "\(product) at \(found.address(of: product))")
    }
    let places: Pairs = [
      ("data", found.dataFolder),
      ("database", found.database == nil ? "files in that folder" : "PostgreSQL"),
      ("listen", found.listen.map(\.text).joined(separator: ", ")),
      ("address", found.address ?? "that of each product"),
    ]
    return places + products
  }

  private static func protection(_ found: ServerConfiguration) -> Pairs {
    let proxies = found.trustedProxies.sorted().joined(separator: ", ")
    return [
      ("signUp", found.accounts.signUp.rawValue),
      ("tls.certificate", found.tls?.certificate ?? "none"),
      ("tls.key", found.tls?.key ?? "none"),
      ("trustedProxies", proxies.isEmpty ? "none" : proxies),
      ("allowPlain", "\(found.allowsPlain)"),
      ("pepper", found.pepper ?? "none"),
    ]
  }

  private static func limits(_ found: ServerConfiguration) -> Pairs {
    [
      ("quota.entries", "\(found.quota.facts) for each person and product"),
      ("quota.megabytes", "\(found.quota.bytes >> 20) for each person and product"),
      ("limits.connections", "\(found.limits.connections.owners)"),
      ("limits.strangers", "\(found.limits.connections.strangers)"),
      (
        "limits.streams",
        "\(found.limits.streams), of which \(found.streamsOfAccount) for one person"
      ),
      ("limits.callsPerMinute", "\(found.callsPerMinute)"),
    ]
  }

  private static func others(_ found: ServerConfiguration) -> Pairs {
    [
      ("notices.contact", found.contact ?? "none"),
      ("notices.allowLoopback", "\(found.noticesReachLoopback)"),
      ("metrics", found.metrics?.text ?? "none"),
      ("telemetry", "\(found.takesTelemetry)"),
      ("log.level", "\(found.logLevel)"),
      ("log.format", found.logsAsJSON ? "json" : "text"),
    ]
  }
}
