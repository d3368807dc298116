/// A tag in the markup of a page.
struct MarkupTag: Sendable {
  /// Where it is, in bytes.
  let range: Range<Int>
  let name: String
  /// Whether it ends an element.
  let isEnd: Bool
  /// The attributes with their values as they were before they were escaped.
  private var attributes: [(name: String, value: String?)]

  fileprivate init(
    _ range: Range<Int>,
    _ name: String,
    isEnd: Bool,
    _ attributes: [(name: String, value: String?)]
  ) {
    self.range = range
    self.name = name
    self.isEnd = isEnd
    self.attributes = attributes
  }

  /// All tags in markup that a page has made: values are in double quotes, and what is between tags
  /// has no angle bracket.
  static func all(in bytes: [UInt8]) -> [MarkupTag] {
    var scanner = MarkupScanner(bytes)
    var tags: [MarkupTag] = []
    while let tag = scanner.next() { tags.append(tag) }
    return tags
  }

  /// Whether it begins an element of that name.
  func begins(_ name: String) -> Bool { !isEnd && self.name == name }

  /// Whether it ends an element of that name.
  func ends(_ name: String) -> Bool { isEnd && self.name == name }

  subscript(_ name: String) -> String? {
    attributes.first { $0.name == name }?.value
  }

  func has(_ name: String) -> Bool { attributes.contains { $0.name == name } }

  /// - Parameter value: nil for an attribute without a value.
  mutating func set(_ name: String, to value: String? = nil) {
    guard let index = attributes.firstIndex(where: { $0.name == name }) else {
      attributes.append((name, value))
      return
    }
    attributes[index].value = value
  }

  mutating func remove(_ name: String) { attributes.removeAll { $0.name == name } }

  var markup: String {
    var markup = isEnd ? "</\(name)" : "<\(name)"
    for (name, value) in attributes {
      markup += " \(name)"
      guard let value else { continue }
      markup += "=\""
      HTML.escape(value, into: &markup)
      markup += "\""
    }
    return markup + ">"
  }
}

/// Reads tags one after the other.
private struct MarkupScanner {
  private static let quote = UInt8(ascii: "\"")
  private static let signs: [(escaped: [UInt8], sign: UInt8)] = [
    (Array("&amp;".utf8), UInt8(ascii: "&")), (Array("&lt;".utf8), UInt8(ascii: "<")),
    (Array("&gt;".utf8), UInt8(ascii: ">")), (Array("&quot;".utf8), UInt8(ascii: "\"")),
    (Array("&#39;".utf8), UInt8(ascii: "'")),
  ]

  private let bytes: [UInt8]
  private var at = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> MarkupTag? {
    while let start = bytes[at...].firstIndex(of: UInt8(ascii: "<")) {
      at = start + 1
      let isEnd = take(UInt8(ascii: "/"))
      let name = word()
      guard !name.isEmpty else { continue }
      var attributes: [(name: String, value: String?)] = []
      while let attribute = nextAttribute() { attributes.append(attribute) }
      guard take(UInt8(ascii: ">")) else { return nil }
      return MarkupTag(start..<at, name, isEnd: isEnd, attributes)
    }
    return nil
  }

  private mutating func nextAttribute() -> (name: String, value: String?)? {
    _ = run { MarkupScanner.isBlank($0) || $0 == UInt8(ascii: "/") }
    let name = word()
    guard !name.isEmpty else { return nil }
    guard take(UInt8(ascii: "=")) else { return (name, nil) }
    guard take(MarkupScanner.quote) else { return (name, word()) }
    let value = run { $0 != MarkupScanner.quote }
    _ = take(MarkupScanner.quote)
    return (name, MarkupScanner.plain(value))
  }

  private mutating func word() -> String {
    let letters = run { byte in
      !MarkupScanner.isBlank(byte) && !"=/<>\"".utf8.contains(byte)
    }
    return String(decoding: letters, as: UTF8.self)
  }

  /// Takes all bytes that follow and fulfill a condition.
  private mutating func run(_ isPart: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let part = bytes[at...].prefix(while: isPart)
    at = part.endIndex
    return part
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard at < bytes.count, bytes[at] == byte else { return false }
    at += 1
    return true
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte <= UInt8(ascii: " ") }

  /// The value that was escaped by `HTML.escape`.
  private static func plain(_ value: ArraySlice<UInt8>) -> String {
    var (plain, rest): ([UInt8], ArraySlice<UInt8>) = ([], value)
    while let byte = rest.first {
      let known = byte == UInt8(ascii: "&") ? signs.first { rest.starts(with: $0.escaped) } : nil
      plain.append(known?.sign ?? byte)
      rest = rest.dropFirst(known?.escaped.count ?? 1)
    }
    return String(decoding: plain, as: UTF8.self)
  }
}
