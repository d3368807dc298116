import Configuration
import Core
import Glibc
import Presentation

/// A configuration file: a JSON object, whose members may be objects of values.
///
/// It is read by Trellis' own parser: the library's would add all of Foundation, which is larger
/// than the server.
struct ConfigurationFile: Decodable {
  /// The values by name; `tls.key` is the member `key` of the member `tls`.
  let values: [String: ConfigContent]

  /// - Parameters:
  ///   - path: the path of the file.
  ///   - allowsMissing: whether a missing file has no values.
  /// - Throws: a ``DomainError`` that describes the problem with the file.
  static func read(_ path: String, allowsMissing: Bool) throws -> ConfigurationFile {
    if allowsMissing, access(path, F_OK) != 0 { return ConfigurationFile(values: [:]) }
    guard let bytes = try? UserFile.read(path) else {
      throw ConfigurationSource.problem(
        "The configuration file \(path) cannot be read: it is missing, or not readable for this user."
      )
    }
    do {
      return try ParsedJSON(bytes).decode(ConfigurationFile.self)
    } catch let error as DomainError {
      throw error
    } catch {
      throw ConfigurationSource.problem("The configuration file \(path) is not a JSON object.")
    }
  }

  /// The provider from which the library reads the values.
  var provider: InMemoryProvider {
    let pairs = values.map { name, content in
      (AbsoluteConfigKey(ConfigKey(name)), ConfigValue(content, isSecret: false))
    }
    // Names that the library treats as equal are unknown, and rejected as such.
    return InMemoryProvider(values: Dictionary(pairs) { first, _ in first })
  }

  private init(values: [String: ConfigContent]) { self.values = values }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Name.self)
    var values: [String: ConfigContent] = [:]
    func add(_ content: ConfigContent, _ key: String) throws {
      guard values.updateValue(content, forKey: key) == nil else { throw Self.isTwice(key) }
    }
    var objects: Set<String> = []
    for name in members.allKeys {
      let key = name.stringValue
      guard let inner = try? members.nestedContainer(keyedBy: Name.self, forKey: name) else {
        try add(try Self.value(of: name, in: members, called: key), key)
        continue
      }
      guard objects.insert(key).inserted else { throw Self.isTwice(key) }
      for part in inner.allKeys {
        let key = "\(key).\(part.stringValue)"
        try add(try Self.value(of: part, in: inner, called: key), key)
      }
    }
    self.values = values
  }

  /// Which of them counts would be left to the parser.
  private static func isTwice(_ key: String) -> DomainError {
    ConfigurationSource.problem("In the configuration, \(key) is named twice.")
  }

  private static func value(
    of name: Name,
    in members: KeyedDecodingContainer<Name>,
    called key: String
  ) throws -> ConfigContent {
    if let flag = try? members.decode(Bool.self, forKey: name) { return .bool(flag) }
    if let number = try? members.decode(Int.self, forKey: name) { return .int(number) }
    if let text = try? members.decode(String.self, forKey: name) { return .string(text) }
    if let texts = try? members.decode([String].self, forKey: name) { return .stringArray(texts) }
    throw ConfigurationSource.problem(
      "In the configuration, \(key) is none of: a text, a whole number, true, false, a list of texts."
    )
  }

  private struct Name: CodingKey {
    let stringValue: String
    let intValue: Int? = nil
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
