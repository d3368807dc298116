/// A JSON value of any kind as the bytes that ``JSON/encode(_:)`` writes for it.
///
/// The bytes are those of a ``JSONValue`` that is decoded and encoded again, but in most cases no
/// values are made for them: they are copied from the document.
public struct EncodedJSON: Sendable, Equatable {
  public let bytes: [UInt8]

  /// Nil if the bytes are not JSON, or would not be the same after decoding and encoding them.
  public init?(_ bytes: [UInt8]) {
    guard let document = try? JSONDocument(bytes), (try? document.encoded(0)) == bytes else {
      return nil
    }
    self.bytes = bytes
  }

  public var isNull: Bool { bytes.elementsEqual("null".utf8) }
}

extension EncodedJSON: Codable {
  public init(from decoder: any Decoder) throws {
    if let known = decoder as? JSONDecoding {
      bytes = try known.document.encoded(known.index)
    } else {
      bytes = try JSON.encode(JSONValue(from: decoder))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    if let known = encoder as? JSONEncoding {
      try known.write(self)
    } else {
      try JSON.decode(JSONValue.self, from: bytes).encode(to: encoder)
    }
  }
}

extension ParsedJSON {
  /// The bytes of the value as an ``EncodedJSON``; nil for a number that is too great.
  public var encodedBytes: [UInt8]? { try? document.encoded(index) }
}

extension JSONDocument {
  /// The value at `index` as the encoder writes it.
  ///
  /// - Throws: `DecodingError` for a number that is too great.
  fileprivate func encoded(_ index: Int) throws -> [UInt8] {
    var text = JSONText(capacity: raw(index).count + 2)
    try write(index, to: &text)
    return text.finish()
  }

  private func write(_ index: Int, to text: inout JSONText) throws {
    switch kind(index) {
    case .null: text.append("null")
    case .yes: text.write(true)
    case .no: text.write(false)
    case .number: try writeNumber(index, to: &text)
    case .text: text.quote(raw(index))
    case .escapedText: text.write(self.text(index))
    case .list: try writeList(index, to: &text)
    case .object: try writeObject(index, to: &text)
    }
  }

  private func writeNumber(_ index: Int, to text: inout JSONText) throws {
    switch try value(index) {
    case .integer(let value): text.write(value)
    case .number(let value): try text.write(value, at: path(index))
    default: throw mismatch(index, Double.self)
    }
  }

  private func writeList(_ index: Int, to text: inout JSONText) throws {
    text.append("[")
    for element in elements(index) {
      if element > index + 1 { text.append(",") }
      try write(element, to: &text)
    }
    text.append("]")
  }

  private func writeObject(_ index: Int, to text: inout JSONText) throws {
    guard isSorted(index) else { return text.append(try JSON.encode(value(index))[...]) }
    text.append("{")
    for key in members(index) {
      if key > index + 1 { text.append(",") }
      text.quote(raw(key))
      text.append(":")
      try write(key + 1, to: &text)
    }
    text.append("}")
  }

  /// Whether the members of an object are in the order in which they are encoded, no two have the
  /// same name, and no name needs an escape.
  ///
  /// Other names than ASCII may be the same with other bytes, so they count as unsorted.
  private func isSorted(_ index: Int) -> Bool {
    var last: ArraySlice<UInt8>?
    for key in members(index) {
      let name = raw(key)
      guard kind(key) == .text, name.allSatisfy({ $0 < 0x80 }) else { return false }
      if let last, !last.lexicographicallyPrecedes(name) { return false }
      last = name
    }
    return true
  }
}
