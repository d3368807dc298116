/// Valid JSON, or a part of it, from which values of several types can be decoded.
public struct ParsedJSON: Sendable {
  let document: JSONDocument
  let index: Int

  /// - Throws: `DecodingError`, whose message names the offset of the byte that is invalid.
  public init(_ bytes: [UInt8]) throws { self.init(try JSONDocument(bytes), 0) }

  /// Creates an object whose members were not JSON, such as the query of a URL.
  ///
  /// No JSON is written or parsed for it.
  public init(members: [(name: String, value: FormValue)]) {
    self.init(FormDocument(members).document, 0)
  }

  private init(_ document: JSONDocument, _ index: Int) {
    self.document = document
    self.index = index
  }

  public var isObject: Bool { document.kind(index) == .object }

  public var isList: Bool { document.kind(index) == .list }

  /// Whether the whole document contains a number.
  public var hasNumbers: Bool { document.hasNumbers }

  /// Checks that no number in the whole document is too great for any type.
  ///
  /// - Throws: `DecodingError`.
  public func checkNumbers() throws { try document.checkNumbers() }

  /// - Throws: `DecodingError`.
  public func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try T(from: JSONDecoding(document: document, index: index))
  }

  // MARK: Inspecting values without decoding

  public var isNull: Bool { document.kind(index) == .null }

  /// Nil if the value is not a whole number, or too great.
  public var integer: Int64? { whole(Int64.self) }

  /// Nil if the value is not a whole number, or negative, or too great.
  public var unsignedInteger: UInt64? { whole(UInt64.self) }

  private func whole<T: FixedWidthInteger>(_ type: T.Type) -> T? {
    document.kind(index) == .number ? document.integer(index, as: type) : nil
  }

  /// Nil if the value is not a text.
  public var text: String? {
    switch document.kind(index) {
    case .text, .escapedText: document.text(index)
    default: nil
    }
  }

  /// The bytes that a text has in hexadecimal digits; nil for other values.
  public var hexadecimalBytes: [UInt8]? {
    document.kind(index) == .text ? Hexadecimal.bytes(document.raw(index)) : nil
  }

  /// The id that is written as 32 hexadecimal digits; nil for other values.
  public func identifier<ID: Identifier>(_ type: ID.Type) -> ID? {
    guard document.kind(index) == .text else { return nil }
    return Hexadecimal.number(document.raw(index)).map(ID.init(rawValue:))
  }

  /// The elements of a list; empty for other values.
  public var elements: [ParsedJSON] {
    document.kind(index) == .list ? document.elements(index).map(part) : []
  }

  /// The values of an object's members; empty for other values.
  public var values: [ParsedJSON] { isObject ? document.members(index).map { part($0 + 1) } : [] }

  /// The value of an object's first member with that name.
  public func member(_ name: String) -> ParsedJSON? {
    isObject ? document.member(name, of: index).map(part) : nil
  }

  /// Likewise, for names that are known in advance.
  public subscript(_ name: StaticString) -> ParsedJSON? {
    isObject ? document.member(name, of: index).map(part) : nil
  }

  private func part(_ index: Int) -> ParsedJSON { ParsedJSON(document, index) }
}
