/// Valid JSON, or a part of it, from which values of several types can be decoded.
public struct ParsedJSON: Sendable {
  private let document: JSONDocument
  private let index: Int

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

  /// Nil if the value is not a whole number, or too great.
  public var integer: Int64? {
    document.kind(index) == .number ? document.integer(index, as: Int64.self) : nil
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

  private func part(_ index: Int) -> ParsedJSON { ParsedJSON(document, index) }
}
