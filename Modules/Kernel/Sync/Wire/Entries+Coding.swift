import Core
import Journals

extension SyncEntry: Codable {
  private enum CodingKeys: String, CodingKey {
    case alias, author, fact, floor, number, position, received, tag, verdict
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      author: try members.decode(DeviceID.self, forKey: .author),
      number: try members.decodeCount(forKey: .number),
      fact: try members.decode(FactID.self, forKey: .fact),
      isAlias: try members.decodeIfPresent(Bool.self, forKey: .alias) ?? false,
      position: try members.contains(.position) ? members.decodeCount(forKey: .position) : nil,
      verdict: try members.decodeIfPresent(SyncVerdict.self, forKey: .verdict),
      received: try members.contains(.received) ? members.decodeInstant(forKey: .received) : nil,
      tag: try members.decodeIfPresent(UInt64.self, forKey: .tag) ?? 0,
      floor: try members.decodeIfPresent(HybridTime.self, forKey: .floor) ?? .zero
    )
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(author, forKey: .author)
    try members.encode(number, forKey: .number)
    try members.encode(fact, forKey: .fact)
    try members.encodeIfPresent(isAlias ? true : nil, forKey: .alias)
    try members.encodeIfPresent(position, forKey: .position)
    try members.encodeIfPresent(verdict, forKey: .verdict)
    try members.encodeIfPresent(received?.milliseconds, forKey: .received)
    try members.encodeIfPresent(tag == 0 ? nil : tag, forKey: .tag)
    try members.encodeIfPresent(floor == .zero ? nil : floor, forKey: .floor)
  }
}

extension BootTime: Codable {
  private enum CodingKeys: String, CodingKey { case boot, milliseconds }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      boot: try members.decode(UInt64.self, forKey: .boot),
      milliseconds: Int64(try members.decodeCount(forKey: .milliseconds))
    )
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(boot, forKey: .boot)
    try members.encode(milliseconds, forKey: .milliseconds)
  }
}

extension Erasure: Codable {
  private enum CodingKeys: String, CodingKey { case amended, erases, fact, made }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      fact: try members.decodeFact(.fact, erases: .erases),
      made: try members.decodeIfPresent(BootTime.self, forKey: .made),
      amended: try members.decodeIfPresent(SyncVerdict.self, forKey: .amended)
    )
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(fact, .fact, erases: .erases)
    try members.encodeIfPresent(made, forKey: .made)
    try members.encodeIfPresent(amended, forKey: .amended)
  }
}

extension OrderHead: Codable {
  private enum CodingKeys: String, CodingKey { case hash, position }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    guard let digest = Digest(try members.decode(String.self, forKey: .hash)) else {
      throw DecodingError.dataCorruptedError(
        forKey: .hash,
        in: members,
        debugDescription: "a hash has 64 hexadecimal digits"
      )
    }
    self.init(position: try members.decodeCount(forKey: .position), digest: digest)
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(position, forKey: .position)
    try members.encode(digest.description, forKey: .hash)
  }
}

extension SyncReceipt: Codable {
  private enum CodingKeys: String, CodingKey { case at, epoch, head, signature, space }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    guard
      let signature = Hexadecimal.bytes(
        try members.decode(String.self, forKey: .signature).utf8
      )
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .signature,
        in: members,
        debugDescription: "a signature is written in hexadecimal"
      )
    }
    self.init(
      space: try members.decode(SpaceID.self, forKey: .space),
      epoch: SyncEpoch(rawValue: try members.decode(UInt64.self, forKey: .epoch)),
      head: try members.decode(OrderHead.self, forKey: .head),
      at: try members.decodeInstant(forKey: .at),
      signature: signature
    )
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(space, forKey: .space)
    try members.encode(epoch.rawValue, forKey: .epoch)
    try members.encode(head, forKey: .head)
    try members.encode(at.milliseconds, forKey: .at)
    try members.encode(Hexadecimal.text(signature), forKey: .signature)
  }
}

extension HybridTime {
  static let zero = HybridTime(rawValue: 0)
}

extension SyncWire {
  /// The greatest number or distance in milliseconds: exact in a double, and sums do not overflow.
  static let greatest = 1 << 53

  /// Whether it is a number from 0 to 2^53.
  static func isCount(_ number: some BinaryInteger) -> Bool { number >= 0 && number <= greatest }

  /// Whether it is a time in Unix milliseconds, which lies within 2^53 of 1970.
  static func isTime(_ milliseconds: Int64) -> Bool { milliseconds.magnitude <= greatest }
}

extension FactRecord {
  /// Whether devices and servers exchange facts of its kind.
  var hasSyncableKind: Bool {
    kind.utf8.count <= SyncLimits.kindBytes && kind != Amendment.kind
  }
}

extension KeyedDecodingContainer {
  /// A number from 0 to 2^53.
  func decodeCount(forKey key: Key) throws -> Int {
    let count = try decode(Int.self, forKey: key)
    guard SyncWire.isCount(count) else { throw outOfRange(key) }
    return count
  }

  /// Unix milliseconds within 2^53 of 1970.
  func decodeInstant(forKey key: Key) throws -> Instant {
    let milliseconds = try decode(Int64.self, forKey: key)
    guard SyncWire.isTime(milliseconds) else { throw outOfRange(key) }
    return Instant(milliseconds: milliseconds)
  }

  /// A list of at most ``SyncLimits/facts``.
  func decodeList<T: Decodable>(_ type: [T].Type, forKey key: Key) throws -> [T] {
    let list = try decode(type, forKey: key)
    guard list.count <= SyncLimits.facts else { throw outOfRange(key) }
    return list
  }

  /// A fact, and whether it erases others: a reader that does not know its kind could not tell.
  func decodeFact(_ key: Key, erases: Key) throws -> FactRecord {
    var fact = try decode(FactRecord.self, forKey: key)
    guard fact.hasSyncableKind else { throw outOfRange(key) }
    fact.erases = try decodeIfPresent(Bool.self, forKey: erases) ?? false
    return fact
  }

  private func outOfRange(_ key: Key) -> DecodingError {
    .dataCorruptedError(forKey: key, in: self, debugDescription: "it is out of range")
  }
}

extension KeyedEncodingContainer {
  mutating func encode(_ fact: FactRecord, _ key: Key, erases: Key) throws {
    try encode(fact, forKey: key)
    try encodeIfPresent(fact.erases ? true : nil, forKey: erases)
  }
}
