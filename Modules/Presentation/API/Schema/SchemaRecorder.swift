import Core

/// A decoder that records what a type decodes, and returns made-up values.
final class SchemaRecorder: Decoder {
  let book: SchemaRegistry
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]
  private var single: Schema?
  /// Whether a single value was checked for null before it was decoded.
  private var isNullable = false
  private var fields: [Schema.Field] = []
  /// Keys whose presence was checked before they were decoded.
  private var doubted: Set<String> = []

  init(book: SchemaRegistry) { self.book = book }

  /// The recorded schema.
  var schema: Schema { single ?? .object(fields) }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(KeyedRecorder<Key>(recorder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw SchemaError("A list that is read by hand cannot be described.")
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { SingleRecorder(recorder: self) }

  fileprivate func doubtValue() { isNullable = true }

  fileprivate func doubt(_ key: any CodingKey) { doubted.insert(key.stringValue) }

  fileprivate func field<T: Decodable>(_ type: T.Type, _ key: any CodingKey) throws -> T {
    let schema = try book.schema(of: type)
    let isDoubted = doubted.contains(key.stringValue)
    if !fields.contains(where: { $0.name == key.stringValue }) {
      fields.append(
        Schema.Field(
          name: key.stringValue,
          schema: isDoubted ? .optional(schema) : schema,
          isRequired: !isDoubted
        )
      )
    }
    return try book.sample(of: type)
  }

  fileprivate func whole<T: Decodable>(_ type: T.Type) throws -> T {
    let schema = try book.schema(of: type)
    single = isNullable ? .optional(schema) : schema
    return try book.sample(of: type)
  }
}

/// Records the members of an object.
///
/// `decodeIfPresent` calls `contains` before it decodes a member, which makes the member optional.
private struct KeyedRecorder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let recorder: SchemaRecorder
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool {
    recorder.doubt(key)
    return true
  }

  func decodeNil(forKey key: Key) -> Bool {
    recorder.doubt(key)
    return false
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try recorder.field(type, key)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    throw SchemaError("“\(key.stringValue)” is read by hand and cannot be described.")
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw SchemaError("“\(key.stringValue)” is read by hand and cannot be described.")
  }

  func superDecoder() throws -> any Decoder {
    throw SchemaError("A class cannot be described.")
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    throw SchemaError("A class cannot be described.")
  }
}

private struct SingleRecorder: SingleValueDecodingContainer {
  let recorder: SchemaRecorder
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool {
    recorder.doubtValue()
    return false
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try recorder.whole(type) }
}
