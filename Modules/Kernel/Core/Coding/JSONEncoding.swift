/// An encoder for one `Encodable` value; the result goes into a ``JSONStream``.
struct JSONEncoding: Encoder {
  private let stream: JSONStream
  /// The id of the value in the stream.
  private let id: Int

  init(stream: JSONStream) {
    self.stream = stream
    id = stream.current
  }

  var codingPath: [any CodingKey] { stream.path }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// Encodes a whole value.
  static func bytes(of value: some Encodable) throws -> [UInt8] {
    let stream = JSONStream()
    try value.encode(to: JSONEncoding(stream: stream))
    guard !stream.hasSaidNothing else {
      let words = "The value says nothing of itself."
      throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: words))
    }
    return stream.finish()
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    stream.openObject(in: id)
    return KeyedEncodingContainer(JSONKeyedEncoding(stream: stream, id: id))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    stream.openList(in: id)
    return JSONUnkeyedEncoding(stream: stream, id: id)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  /// Writes a value that is already encoded.
  func write(_ value: EncodedJSON) throws {
    try stream.single(in: id) { $0.append(value.bytes[...]) }
  }
}

extension JSONEncoding: SingleValueEncodingContainer {
  func encodeNil() throws { try stream.single(in: id) { $0.append("null") } }
  func encode(_ value: Bool) throws { try stream.single(in: id) { $0.write(value) } }
  func encode(_ value: String) throws { try stream.single(in: id) { $0.write(value) } }
  func encode(_ value: Double) throws {
    try stream.single(in: id) { try $0.write(value, at: stream.path) }
  }
  func encode(_ value: Float) throws {
    try stream.single(in: id) { try $0.write(value, at: stream.path) }
  }
  func encode(_ value: some Encodable & FixedWidthInteger) throws {
    try stream.single(in: id) { $0.write(value) }
  }
  func encode(_ value: some Encodable) throws { try value.encode(to: self) }
}

private struct JSONKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let stream: JSONStream
  let id: Int

  var codingPath: [any CodingKey] { stream.path }

  func encodeNil(forKey key: Key) throws {
    try stream.member(key.stringValue, in: id) { $0.append("null") }
  }
  func encode(_ value: Bool, forKey key: Key) throws {
    try stream.member(key.stringValue, in: id) { $0.write(value) }
  }
  func encode(_ value: String, forKey key: Key) throws {
    try stream.member(key.stringValue, in: id) { $0.write(value) }
  }
  func encode(_ value: Double, forKey key: Key) throws {
    try stream.member(key.stringValue, in: id) { try $0.write(value, at: stream.path + [key]) }
  }
  func encode(_ value: Float, forKey key: Key) throws {
    try stream.member(key.stringValue, in: id) { try $0.write(value, at: stream.path + [key]) }
  }
  func encode(_ value: some Encodable & FixedWidthInteger, forKey key: Key) throws {
    try stream.member(key.stringValue, in: id) { $0.write(value) }
  }
  func encode(_ value: some Encodable, forKey key: Key) throws {
    try stream.member(key, in: id, value: value)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    JSONEncoding(stream: stream.laterMember(key, in: id)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    JSONEncoding(stream: stream.laterMember(key, in: id)).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    JSONEncoding(stream: stream.laterMember(JSONKey.superclass, in: id))
  }
  func superEncoder(forKey key: Key) -> any Encoder {
    JSONEncoding(stream: stream.laterMember(key, in: id))
  }
}

private struct JSONUnkeyedEncoding: UnkeyedEncodingContainer {
  let stream: JSONStream
  let id: Int

  var codingPath: [any CodingKey] { stream.path }
  var count: Int { stream.count(in: id) }

  func encodeNil() throws { try stream.element(in: id) { $0.append("null") } }
  func encode(_ value: Bool) throws { try stream.element(in: id) { $0.write(value) } }
  func encode(_ value: String) throws { try stream.element(in: id) { $0.write(value) } }
  func encode(_ value: Double) throws {
    try stream.element(in: id) { try $0.write(value, at: stream.path + [JSONKey(count - 1)]) }
  }
  func encode(_ value: Float) throws {
    try stream.element(in: id) { try $0.write(value, at: stream.path + [JSONKey(count - 1)]) }
  }
  func encode(_ value: some Encodable & FixedWidthInteger) throws {
    try stream.element(in: id) { $0.write(value) }
  }
  func encode(_ value: some Encodable) throws { try stream.element(in: id, value: value) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    JSONEncoding(stream: stream.laterElement(in: id)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    JSONEncoding(stream: stream.laterElement(in: id)).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { JSONEncoding(stream: stream.laterElement(in: id)) }
}

/// A key that the coder itself uses: an index in a list, or the part of a superclass.
enum JSONKey: CodingKey {
  case index(Int)
  case name(String)

  static let superclass = JSONKey(name: "super")

  init(_ index: Int) { self = .index(index) }
  init(name: String) { self = .name(name) }
  init(stringValue: String) { self.init(name: stringValue) }
  init(intValue: Int) { self.init(intValue) }

  var intValue: Int? { if case .index(let index) = self { index } else { nil } }

  var stringValue: String {
    switch self {
    case .index(let index): "\(index)"
    case .name(let name): name
    }
  }
}
