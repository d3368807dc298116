import Core

/// The valid names of a configuration, so that a mistyped one is not silently ignored.
enum ConfigurationKeys {
  static let names: Set<String> = [
    "data", "database", "listen", "address", "products", "signUp", "quota.entries",
    "quota.megabytes",
    "tls.certificate", "tls.key", "trustedProxies", "allowPlain", "pepper", "limits.connections",
    "limits.strangers", "limits.streams", "limits.callsPerMinute", "notices.contact",
    "notices.allowLoopback", "log.level", "log.format", "metrics", "telemetry",
  ]
  /// The addresses of products, each under its name.
  private static let addresses = "addresses."

  /// - Parameters:
  ///   - file: the file and its path.
  ///   - variables: the names of the environment variables, without their prefix.
  /// - Throws: a ``DomainError`` that names an unknown one.
  static func check(file: (ConfigurationFile, path: String), variables: [String]) throws {
    let known = Set(names.map(variable))
    for name in variables where !known.contains(name) && !name.hasPrefix("ADDRESSES_") {
      throw ConfigurationSource.problem("The variable TRELLIS_SERVER_\(name) means nothing here.")
    }
    for name in file.0.values.keys.sorted()
    where !names.contains(name) && !name.hasPrefix(addresses) {
      throw ConfigurationSource.problem("\(file.path) has “\(name)”, which means nothing here.")
    }
  }

  /// `signUp` as `SIGN_UP`, `tls.key` as `TLS_KEY`.
  private static func variable(_ name: String) -> String {
    var result = ""
    for character in name {
      if character == "." {
        result += "_"
      } else {
        if character.isUppercase { result += "_" }
        result += character.uppercased()
      }
    }
    return result
  }
}
