import Core

/// A decoder that records what a type decodes, and returns made-up values.
final class SchemaRecorder: Decoder {
  let registry: SchemaRegistry
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]
  private var single: Schema?
  /// Whether a single value was checked for null before it was decoded.
  private var isNullable = false
  private var fields: [Schema.Field] = []
  /// Keys whose presence was checked before they were decoded.
  private var optionalKeys: Set<String> = []

  init(registry: SchemaRegistry) { self.registry = registry }

  /// The recorded schema.
  var schema: Schema { single ?? .object(fields) }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(KeyedRecorder<Key>(recorder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw SchemaError("A list that is read by hand cannot be described.")
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { SingleRecorder(recorder: self) }

  fileprivate func noteNullable() { isNullable = true }

  fileprivate func noteOptional(_ key: any CodingKey) { optionalKeys.insert(key.stringValue) }

  fileprivate func field<T: Decodable>(_ type: T.Type, _ key: any CodingKey) throws -> T {
    let schema = try registry.schema(of: type)
    let isOptional = optionalKeys.contains(key.stringValue)
    if !fields.contains(where: { $0.name == key.stringValue }) {
      fields.append(
        Schema.Field(
          name: key.stringValue,
          schema: isOptional ? .optional(schema) : schema,
          isRequired: !isOptional
        )
      )
    }
    return try registry.sample(of: type)
  }

  fileprivate func whole<T: Decodable>(_ type: T.Type) throws -> T {
    let schema = try registry.schema(of: type)
    single = isNullable ? .optional(schema) : schema
    return try registry.sample(of: type)
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
    recorder.noteOptional(key)
    return true
  }

  func decodeNil(forKey key: Key) -> Bool {
    recorder.noteOptional(key)
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
    recorder.noteNullable()
    return false
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try recorder.whole(type) }
}
