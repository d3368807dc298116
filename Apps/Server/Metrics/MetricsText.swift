/// Samples in the text format of Prometheus, version 0.0.4.
///
/// Source: "Exposition formats" of the Prometheus documentation.
struct MetricsText: Sendable {
  static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  enum Kind: String {
    case counter
    case gauge
    case histogram
  }

  private(set) var text = ""

  /// Starts a family, whose samples follow.
  mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
  }

  /// Adds a sample of the current family.
  mutating func add(_ name: String, _ labels: KeyValuePairs<String, String>, _ value: Int) {
    add(name, labels, written: "\(value)")
  }

  /// Adds a sample without labels.
  mutating func add(_ name: String, _ value: Int) { add(name, [:], value) }

  mutating func add(_ name: String, _ labels: KeyValuePairs<String, String>, _ value: Double) {
    add(name, labels, written: "\(value)")
  }

  /// A family with one sample.
  mutating func single(_ name: String, _ kind: Kind, _ help: String, _ value: Int) {
    begin(name, kind, help)
    add(name, value)
  }

  private mutating func add(
    _ name: String,
    _ labels: KeyValuePairs<String, String>,
    written value: String
  ) {
    text += name
    if !labels.isEmpty {
      let pairs = labels.map { "\($0.key)=\"\(MetricsText.escaped($0.value))\"" }
      text += "{" + pairs.joined(separator: ",") + "}"
    }
    text += " \(value)\n"
  }

  private static func escaped(_ value: String) -> String {
    var result = ""
    for character in value.unicodeScalars {
      switch character {
      case "\\": result += "\\\\"
      case "\"": result += "\\\""
      case "\n": result += "\\n"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }
}
