/// Header fields of a request or an answer; names are case-insensitive (RFC 9110, 5).
package struct HTTPHeaders: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  package private(set) var fields: [Field] = []

  package struct Field: Sendable, Equatable {
    package let name: String
    package let value: String
  }

  package init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field(name: $0.0, value: $0.1) }
  }

  /// The first value of that name; setting it replaces all of them.
  package subscript(name: String) -> String? {
    get { fields.first { HTTPHeaders.isSame($0.name, name) }?.value }
    set {
      fields.removeAll { HTTPHeaders.isSame($0.name, name) }
      if let newValue { fields.append(Field(name: name, value: newValue)) }
    }
  }

  /// Adds a line of an answer; a line that is not a field is ignored.
  mutating func add(line: Substring) {
    guard let colon = line.firstIndex(of: ":") else { return }
    let value = line[line.index(after: colon)...]
    fields.append(
      Field(name: String(line[..<colon]), value: HTTPHeaders.trimmed(value))
    )
  }

  /// Whether every field can be sent: nothing in it ends a line or begins another field.
  var canBeSent: Bool {
    fields.allSatisfy { field in
      !field.name.isEmpty && field.name.utf8.allSatisfy(HTTPHeaders.isTokenByte)
        && field.value.utf8.allSatisfy { $0 == 0x09 || (0x20...0x7E).contains($0) || $0 >= 0x80 }
    }
  }

  /// The bytes that a name may have (RFC 9110, 5.6.2).
  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  private static func isSame(_ a: String, _ b: String) -> Bool {
    a.utf8.count == b.utf8.count && a.lowercased() == b.lowercased()
  }

  private static func trimmed(_ text: Substring) -> String {
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    let start = text.drop(while: isSpace)
    guard let end = start.lastIndex(where: { !isSpace($0) }) else { return "" }
    return String(start[...end])
  }
}
