/// A decoder for one value of a ``JSONDocument``.
struct JSONDecoding: Decoder {
  let document: JSONDocument
  let index: Int

  var codingPath: [any CodingKey] { document.path(index) }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(try JSONKeyedDecoding<Key>(self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try JSONUnkeyedDecoding(self) }
  func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension JSONDecoding: SingleValueDecodingContainer {
  func decodeNil() -> Bool { document.kind(index) == .null }

  func decode(_ type: Bool.Type) throws -> Bool {
    switch document.kind(index) {
    case .yes: true
    case .no: false
    default: throw document.mismatch(index, type)
    }
  }

  func decode(_ type: String.Type) throws -> String {
    switch document.kind(index) {
    case .text, .escapedText: document.text(index)
    default: throw document.mismatch(index, type)
    }
  }

  func decode(_ type: Double.Type) throws -> Double { try floating(type) }
  func decode(_ type: Float.Type) throws -> Float { try floating(type) }

  private func floating<T: BinaryFloatingPoint & LosslessStringConvertible>(
    _ type: T.Type
  ) throws -> T {
    guard document.kind(index) == .number else { throw document.mismatch(index, type) }
    guard let value = document.floating(index, as: type) else {
      throw document.unreadable(index, "The number is out of bounds.")
    }
    return value
  }

  func decode<T: Decodable & FixedWidthInteger>(_ type: T.Type) throws -> T {
    guard document.kind(index) == .number else { throw document.mismatch(index, type) }
    guard let value = document.integer(index, as: type) else {
      throw document.unreadable(index, "The number is not whole, or out of bounds.")
    }
    return value
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try T(from: self) }
}

private struct JSONKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let object: JSONDecoding
  /// The positions of the values, for objects so large that a linear search would take long.
  private let places: [String: Int]?

  private static var smallObject: Int { 32 }

  init(_ object: JSONDecoding) throws {
    let (document, index) = (object.document, object.index)
    guard document.kind(index) == .object else {
      throw document.mismatch(index, [String: JSONValue].self)
    }
    self.object = object
    let isSmall = document.next(index) - index < 2 * Self.smallObject
    places =
      isSmall
      ? nil
      : Dictionary(
        document.members(index).map { (document.text($0), $0 + 1) },
        uniquingKeysWith: { first, _ in first }
      )
  }

  private var document: JSONDocument { object.document }
  var codingPath: [any CodingKey] { object.codingPath }

  var allKeys: [Key] {
    document.members(object.index).compactMap { Key(stringValue: document.text($0)) }
  }

  private func find(_ key: any CodingKey) -> JSONDecoding? {
    let place =
      places.map { $0[key.stringValue] } ?? document.member(key.stringValue, of: object.index)
    return place.map { JSONDecoding(document: document, index: $0) }
  }

  private func value(_ key: any CodingKey) throws -> JSONDecoding {
    if let value = find(key) { return value }
    throw DecodingError.keyNotFound(
      key,
      document.context(object.index, "The member “\(key.stringValue)” is missing.")
    )
  }

  func contains(_ key: Key) -> Bool { find(key) != nil }
  func decodeNil(forKey key: Key) throws -> Bool { try value(key).decodeNil() }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try value(key).decode(type) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try value(key).decode(type) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try value(key).decode(type) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try value(key).decode(type) }
  func decode<T: Decodable & FixedWidthInteger>(_ type: T.Type, forKey key: Key) throws -> T {
    try value(key).decode(type)
  }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try T(from: value(key))
  }

  // The protocol's own versions of these search for a member up to three times.

  private func present(_ key: Key) -> JSONDecoding? {
    find(key).flatMap { $0.decodeNil() ? nil : $0 }
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try present(key)?.decode(type)
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try present(key)?.decode(type)
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try present(key)?.decode(type)
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try present(key)?.decode(type)
  }
  func decodeIfPresent<T: Decodable & FixedWidthInteger>(
    _ type: T.Type,
    forKey key: Key
  ) throws -> T? {
    try present(key)?.decode(type)
  }
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try present(key).map { try T(from: $0) }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try value(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try value(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try value(JSONKey.superclass) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try value(key) }
}

private struct JSONUnkeyedDecoding: UnkeyedDecodingContainer {
  private let list: JSONDecoding
  private let places: [Int]
  private(set) var currentIndex = 0

  init(_ list: JSONDecoding) throws {
    guard list.document.kind(list.index) == .list else {
      throw list.document.mismatch(list.index, [JSONValue].self)
    }
    self.list = list
    places = Array(list.document.elements(list.index))
  }

  var codingPath: [any CodingKey] { list.codingPath }
  var count: Int? { places.count }
  var isAtEnd: Bool { currentIndex == places.count }

  /// Reads the next element and advances only if that succeeds.
  private mutating func next<T>(_ body: (JSONDecoding) throws -> T) throws -> T {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        T.self,
        list.document.context(list.index, "The list has only \(places.count) elements.")
      )
    }
    let value = try body(JSONDecoding(document: list.document, index: places[currentIndex]))
    currentIndex += 1
    return value
  }

  mutating func decodeNil() throws -> Bool {
    let isNull = try next { $0.decodeNil() }
    if !isNull { currentIndex -= 1 }
    return isNull
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool { try next { try $0.decode(type) } }
  mutating func decode(_ type: String.Type) throws -> String { try next { try $0.decode(type) } }
  mutating func decode(_ type: Double.Type) throws -> Double { try next { try $0.decode(type) } }
  mutating func decode(_ type: Float.Type) throws -> Float { try next { try $0.decode(type) } }
  mutating func decode<T: Decodable & FixedWidthInteger>(_ type: T.Type) throws -> T {
    try next { try $0.decode(type) }
  }
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try next { try T(from: $0) } }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try next { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try next { $0 } }
}
