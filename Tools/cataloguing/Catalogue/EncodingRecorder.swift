import API
import Core

/// An encoder that records which members a value writes, and of which types.
///
/// Events are only ever encoded, so decoding cannot reveal their form.
final class EncodingRecorder: Encoder {
  let registry: SchemaRegistry
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]
  fileprivate(set) var fields: [Schema.Field] = []

  init(registry: SchemaRegistry) { self.registry = registry }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(MemberRecorder<Key>(recorder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { Refusal() }
  func singleValueContainer() -> any SingleValueEncodingContainer { Refusal() }

  /// The schema of a member.
  fileprivate func schema<T: Encodable>(of value: T) throws -> Schema {
    if let type = T.self as? any Decodable.Type { return try registry.schema(of: type) }
    let recorder = EncodingRecorder(registry: registry)
    try value.encode(to: recorder)
    return .object(recorder.fields)
  }

  /// The schema of a member that is currently absent.
  fileprivate func schema<T: Encodable>(of type: T.Type) throws -> Schema {
    guard let type = T.self as? any Decodable.Type else {
      throw CatalogueError("its sample leaves out a member of type \(T.self)")
    }
    return try registry.schema(of: type)
  }
}

private struct MemberRecorder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let recorder: EncodingRecorder
  var codingPath: [any CodingKey] { [] }

  private func note(_ key: Key, _ schema: Schema, isRequired: Bool = true) {
    recorder.fields.append(
      Schema.Field(name: key.stringValue, schema: schema, isRequired: isRequired)
    )
  }

  func encodeNil(forKey key: Key) throws { note(key, .anything) }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    note(key, try recorder.schema(of: value))
  }

  func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
    let schema = try value.map { try recorder.schema(of: $0) } ?? recorder.schema(of: T.self)
    note(key, .optional(schema), isRequired: false)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    let inner = EncodingRecorder(registry: recorder.registry)
    return inner.container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { Refusal() }
  func superEncoder() -> any Encoder { EncodingRecorder(registry: recorder.registry) }
  func superEncoder(forKey key: Key) -> any Encoder {
    EncodingRecorder(registry: recorder.registry)
  }
}

/// Stands in for containers whose members have no names.
private struct Refusal: UnkeyedEncodingContainer, SingleValueEncodingContainer {
  var codingPath: [any CodingKey] { [] }
  var count: Int { 0 }

  private var reason: CatalogueError { CatalogueError("it is not written as an object") }

  mutating func encodeNil() throws { throw reason }
  mutating func encode<T: Encodable>(_ value: T) throws { throw reason }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    EncodingRecorder(registry: SchemaRegistry()).container(keyedBy: keyType)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
  mutating func superEncoder() -> any Encoder { EncodingRecorder(registry: SchemaRegistry()) }
}
