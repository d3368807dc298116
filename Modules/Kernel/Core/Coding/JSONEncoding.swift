/// What `Encodable` values write themselves to; the result is a ``JSONTree``.
struct JSONEncoding: Encoder {
  let slot: JSONSlot

  var codingPath: [any CodingKey] { slot.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The bytes of a whole value.
  static func bytes(of value: some Encodable) throws -> [UInt8] {
    let slot = JSONSlot()
    try value.encode(to: JSONEncoding(slot: slot))
    guard let tree = slot.tree else {
      throw EncodingError.invalidValue(
        value,
        .init(codingPath: [], debugDescription: "The value says nothing of itself.")
      )
    }
    var writer = JSONWriter()
    writer.write(tree)
    return writer.bytes
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    // A class and its superclass ask in turn for the container of one object.
    if case .object(let object) = slot.tree {
      return KeyedEncodingContainer(JSONKeyedEncoding(slot: slot, object: object))
    }
    return KeyedEncodingContainer(JSONKeyedEncoding(slot: slot))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .list(let list) = slot.tree { return JSONUnkeyedEncoding(slot: slot, list: list) }
    return JSONUnkeyedEncoding(slot: slot)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension JSONEncoding: SingleValueEncodingContainer {
  func encodeNil() { slot.tree = .null }
  func encode(_ value: Bool) { slot.tree = .bool(value) }
  func encode(_ value: String) { slot.tree = .text(value) }
  func encode(_ value: Double) throws { slot.tree = try slot.tree(of: value, nil) }
  func encode(_ value: Float) throws { slot.tree = try slot.tree(of: value, nil) }
  func encode(_ value: some Encodable & FixedWidthInteger) {
    slot.tree = .number(value.description)
  }
  func encode(_ value: some Encodable) throws { slot.tree = try slot.tree(of: value, nil) }
}

private struct JSONKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let slot: JSONSlot
  let object: JSONMembers

  init(slot: JSONSlot, object: JSONMembers = JSONMembers()) {
    slot.tree = .object(object)
    self.slot = slot
    self.object = object
  }

  var codingPath: [any CodingKey] { slot.codingPath }

  func encodeNil(forKey key: Key) { object.add(key.stringValue, .null) }
  func encode(_ value: Bool, forKey key: Key) { object.add(key.stringValue, .bool(value)) }
  func encode(_ value: String, forKey key: Key) { object.add(key.stringValue, .text(value)) }
  func encode(_ value: Double, forKey key: Key) throws {
    object.add(key.stringValue, try slot.tree(of: value, key))
  }
  func encode(_ value: Float, forKey key: Key) throws {
    object.add(key.stringValue, try slot.tree(of: value, key))
  }
  func encode(_ value: some Encodable & FixedWidthInteger, forKey key: Key) {
    object.add(key.stringValue, .number(value.description))
  }
  func encode(_ value: some Encodable, forKey key: Key) throws {
    object.add(key.stringValue, try slot.tree(of: value, key))
  }

  private func part(_ key: any CodingKey) -> JSONSlot {
    let part = JSONSlot(key, in: slot)
    object.add(key.stringValue, .later(part))
    return part
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(JSONKeyedEncoding<Nested>(slot: part(key)))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    JSONUnkeyedEncoding(slot: part(key))
  }

  func superEncoder() -> any Encoder { JSONEncoding(slot: part(JSONKey.superclass)) }
  func superEncoder(forKey key: Key) -> any Encoder { JSONEncoding(slot: part(key)) }
}

private struct JSONUnkeyedEncoding: UnkeyedEncodingContainer {
  let slot: JSONSlot
  let list: JSONElements

  init(slot: JSONSlot, list: JSONElements = JSONElements()) {
    slot.tree = .list(list)
    self.slot = slot
    self.list = list
  }

  var codingPath: [any CodingKey] { slot.codingPath }
  var count: Int { list.trees.count }
  private var key: JSONKey { JSONKey(count) }

  func encodeNil() { list.trees.append(.null) }
  func encode(_ value: Bool) { list.trees.append(.bool(value)) }
  func encode(_ value: String) { list.trees.append(.text(value)) }
  func encode(_ value: Double) throws { list.trees.append(try slot.tree(of: value, key)) }
  func encode(_ value: Float) throws { list.trees.append(try slot.tree(of: value, key)) }
  func encode(_ value: some Encodable & FixedWidthInteger) {
    list.trees.append(.number(value.description))
  }
  func encode(_ value: some Encodable) throws {
    list.trees.append(try slot.tree(of: value, key))
  }

  private func part() -> JSONSlot {
    let part = JSONSlot(key, in: slot)
    list.trees.append(.later(part))
    return part
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(JSONKeyedEncoding<Nested>(slot: part()))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    JSONUnkeyedEncoding(slot: part())
  }

  func superEncoder() -> any Encoder { JSONEncoding(slot: part()) }
}

/// A key of the coder's own: a place in a list, or the part of a superclass.
struct JSONKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  static let superclass = JSONKey(name: "super")

  init(_ index: Int) {
    stringValue = "\(index)"
    intValue = index
  }

  init(name: String) {
    stringValue = name
    intValue = nil
  }

  init(stringValue: String) { self.init(name: stringValue) }
  init(intValue: Int) { self.init(intValue) }
}
