/// JSON that was read and found right, or a part of it, from which values of several types can be
/// made.
public struct ReadJSON: Sendable {
  private let document: JSONDocument
  private let index: Int

  /// - Throws: `DecodingError`, whose words name the byte that was not as it should be.
  public init(_ bytes: [UInt8]) throws { self.init(try JSONDocument(bytes), 0) }

  /// An object whose members came in another form, such as behind the `?` of an address.
  ///
  /// No JSON is written for it and none is read.
  public init(members: [(name: String, value: PlainValue)]) {
    self.init(FormDocument(members).document, 0)
  }

  private init(_ document: JSONDocument, _ index: Int) {
    self.document = document
    self.index = index
  }

  public var isObject: Bool { document.kind(index) == .object }

  /// Whether a number stands anywhere in the whole of it.
  public var hasNumbers: Bool { document.hasNumbers }

  /// - Throws: `DecodingError` for a number, anywhere in the whole of it, that is too great for any
  ///   type.
  public func checkNumbers() throws { try document.checkNumbers() }

  /// - Throws: `DecodingError`.
  public func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try T(from: JSONDecoding(document: document, index: index))
  }

  // MARK: What is in it, without making values of it

  /// Nil for what is no whole number, or one too great.
  public var integer: Int64? {
    document.kind(index) == .number ? document.integer(index, as: Int64.self) : nil
  }

  /// Those of a list; none in anything else.
  public var elements: [ReadJSON] {
    document.kind(index) == .list ? document.elements(index).map(part) : []
  }

  /// The values of an object's members; none in anything else.
  public var values: [ReadJSON] { isObject ? document.members(index).map { part($0 + 1) } : [] }

  /// The value of an object's first member of that name.
  public func member(_ name: String) -> ReadJSON? {
    isObject ? document.member(name, of: index).map(part) : nil
  }

  private func part(_ index: Int) -> ReadJSON { ReadJSON(document, index) }
}
