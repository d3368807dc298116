import Core
import Presentation
import Products

/// The valid names of a configuration, so that a mistyped one is not silently ignored.
enum ConfigurationKeys {
  static let names: Set<String> = [
    "data", "database", "listen", "address", "products", "signUp", "quota.entries",
    "quota.megabytes",
    "tls.certificate", "tls.key", "trustedProxies", "allowPlain", "pepper", "limits.connections",
    "limits.strangers", "limits.streams", "limits.callsPerMinute", "notices.contact",
    "notices.allowLoopback", "log.level", "log.format", "metrics", "telemetry",
  ]
  /// The addresses of products, each under its name; also of those that are not served at present.
  private static var addresses: Set<String> {
    Set(ProductCatalog.products.map { "addresses.\($0.name)" })
  }

  /// - Parameters:
  ///   - file: the file and its path.
  ///   - variables: the names of the environment variables, without their prefix.
  /// - Throws: a ``DomainError`` that names an unknown one.
  static func check(file: (ConfigurationFile, path: String), variables: [String]) throws {
    let all = names.union(addresses)
    let known = Set(all.map(variable))
    for name in variables where !known.contains(name) {
      throw ConfigurationSource.problem("The variable TRELLIS_SERVER_\(name) means nothing here.")
    }
    for name in file.0.values.keys.sorted() where !all.contains(name) {
      throw ConfigurationSource.problem("\(file.path) has “\(name)”, which means nothing here.")
    }
  }

  /// The product with a name, if it can be kept on several devices.
  ///
  /// - Throws: a ``DomainError`` that names those that can.
  static func product(named name: String) throws -> Product {
    guard let product = ProductCatalog.product(named: name), product.policies.offersAccounts else {
      let names = ProductCatalog.products.filter(\.policies.offersAccounts).map(\.name)
      throw ConfigurationSource.problem(
        "There is no product “\(name)” with accounts; there are: \(names.joined(separator: ", "))."
      )
    }
    return product
  }

  /// `signUp` as `SIGN_UP`, `tls.key` as `TLS_KEY`.
  private static func variable(_ name: String) -> String {
    var result = ""
    for character in name {
      if character == "." || character == "-" {
        result += "_"
      } else {
        if character.isUppercase { result += "_" }
        result += character.uppercased()
      }
    }
    return result
  }
}
