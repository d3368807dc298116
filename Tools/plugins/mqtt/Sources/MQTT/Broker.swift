import TrellisSDK

/// The address of the broker, and the credentials.
struct Broker: Sendable, Equatable {
  static let usualPort: UInt16 = 1883
  static let usualName = "trellis"

  /// The file in the plugin's own folder, which only the person can read: it contains the password.
  private static let file = "broker"

  var host: String
  var port = Broker.usualPort
  var user: String?
  var password: String?
  /// Distinguishes this Trellis from others at the same broker, in topics.
  var name = Broker.usualName

  /// Whether messages do not leave this machine.
  var isLocal: Bool { ["localhost", "::1"].contains(host) || host.hasPrefix("127.") }

  /// The address as shown to a person.
  var words: String { port == Broker.usualPort ? host : "\(host), port \(port)" }

  /// The valid names: a part of a topic, and of an id of Home Assistant.
  static func isName(_ name: String) -> Bool {
    (1...40).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        switch byte {
        case 48...57, 65...90, 97...122, UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: false
        }
      }
  }

  // MARK: The file

  /// - Throws: a ``DomainError`` for a file that others can read, or that names no broker.
  static func load(_ files: PluginFiles) throws -> Broker? {
    guard let text = try files.text(file) else { return nil }
    if let broker = Broker(text) { return broker }
    throw DomainError(
      "mqtt-bad-file",
      "\(files.path)/\(file) says no broker. Write it anew:  trellis mqtt connect HOST"
    )
  }

  func save(_ files: PluginFiles) throws { try files.write(text, to: Broker.file) }

  static func forget(_ files: PluginFiles) { files.remove(file) }

  /// Lines such as `host = localhost`; unknown ones are ignored.
  init?(_ text: String) {
    var values: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { continue }
      // Other blanks may be part of a password.
      values[parts[0].trimmed] = String(parts[1].hasPrefix(" ") ? parts[1].dropFirst() : parts[1])
    }
    guard let host = values["host"], !host.isEmpty else { return nil }
    self.init(host: host)
    if let port = values["port"] {
      guard let number = UInt16(port), number > 0 else { return nil }
      self.port = number
    }
    user = values["user"]
    password = values["password"]
    if let name = values["name"] {
      guard Broker.isName(name) else { return nil }
      self.name = name
    }
  }

  init(host: String) { self.host = host }

  private var text: String {
    let values = [
      ("host", host), ("port", String(port)), ("name", name), ("user", user),
      ("password", password),
    ]
    return values.compactMap { key, value in value.map { "\(key) = \($0)\n" } }.joined()
  }
}
