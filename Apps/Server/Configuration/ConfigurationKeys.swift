import Core
import Glibc
import Presentation

/// The names that a configuration may have, so that a mistyped one is not silently without effect.
enum ConfigurationKeys {
  private static let names: Set<String> = [
    "data", "listen", "address", "products", "signUp", "quota.entries", "quota.megabytes",
    "tls.certificate", "tls.key", "trustedProxies", "allowPlain", "pepper", "limits.connections",
    "limits.strangers", "limits.streams", "limits.callsPerMinute", "notices.contact",
    "notices.allowLoopback", "log.level", "log.format", "metrics", "telemetry",
  ]
  /// The addresses of products, each under its name.
  private static let addresses = "addresses."

  /// - Parameters:
  ///   - file: the path of the file, which may be missing.
  ///   - variables: the names of variables, without their prefix.
  /// - Throws: a ``DomainError`` that names an unknown one.
  static func check(file: String, variables: [String]) throws {
    let known = Set(names.map(variable))
    for name in variables where !known.contains(name) && !name.hasPrefix("ADDRESSES_") {
      throw ConfigurationSource.problem("The variable TRELLIS_SERVER_\(name) means nothing here.")
    }
    guard access(file, R_OK) == 0 else { return }
    let bytes = try UserFile.read(file)
    guard let document = try? ParsedJSON(bytes), let keys = try? document.decode(Keys.self) else {
      throw ConfigurationSource.problem("The configuration file \(file) is no JSON object.")
    }
    for name in keys.names where !names.contains(name) && !name.hasPrefix(addresses) {
      throw ConfigurationSource.problem("\(file) has “\(name)”, which means nothing here.")
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

  /// The names of all members, those of members joined by dots.
  private struct Keys: Decodable {
    let names: [String]

    private struct Name: CodingKey {
      let stringValue: String
      let intValue: Int? = nil
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: Name.self)
      names = members.allKeys.flatMap { key -> [String] in
        guard let inner = try? members.nestedContainer(keyedBy: Name.self, forKey: key) else {
          return [key.stringValue]
        }
        return inner.allKeys.map { "\(key.stringValue).\($0.stringValue)" }
      }
    }
  }
}
