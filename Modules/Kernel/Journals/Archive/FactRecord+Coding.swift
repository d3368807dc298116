import Core

/// The form of a fact in a ``SpaceArchive``.
extension FactRecord: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, clock, device, kind, version, entity, payload, payloadText, payloadHash
  }

  /// - Throws: a `DomainError` if the payload does not match its hash.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    let id = try members.decode(FactID.self, forKey: .id)
    let kind = try members.decode(String.self, forKey: .kind)
    let payload = try FactRecord.payload(in: members)
    let hash = Digest(try members.decode(String.self, forKey: .payloadHash))
    // The hash of the payload is computed only here, not again where the record is stored.
    self = FactRecord(
      id: id,
      stamp: HybridTimestamp(
        clock: HybridTime(rawValue: try members.decode(UInt64.self, forKey: .clock)),
        device: DeviceID(rawValue: try members.decode(UInt64.self, forKey: .device))
      ),
      kind: kind,
      version: try members.decode(Int.self, forKey: .version),
      entity: try members.decodeIfPresent(EntityID.self, forKey: .entity),
      payload: payload,
      payloadHash: hash
    ).hashed()
    guard payloadHash == hash else {
      throw DomainError(
        "archive-damaged",
        "Entry \(id) (\(kind)) of this export was changed after it was written. "
          + "Nothing was imported: export it again, or use another copy."
      )
    }
  }

  private static func payload(
    in members: KeyedDecodingContainer<CodingKeys>
  ) throws -> [UInt8]? {
    if let json = try members.decodeIfPresent(EncodedJSON.self, forKey: .payload) {
      return json.bytes
    }
    let text = try members.decodeIfPresent(String.self, forKey: .payloadText)
    return text.map { Array($0.utf8) }
  }

  /// Writes the payload as JSON, or as text where encoding it again would give other bytes.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(id, forKey: .id)
    try members.encode(stamp.clock.rawValue, forKey: .clock)
    try members.encode(stamp.device.rawValue, forKey: .device)
    try members.encode(kind, forKey: .kind)
    try members.encode(version, forKey: .version)
    try members.encodeIfPresent(entity, forKey: .entity)
    try members.encode(payloadHash.description, forKey: .payloadHash)
    guard let payload else { return }
    // A null would read back as a payload that was erased.
    if let json = EncodedJSON(payload), !json.isNull {
      try members.encode(json, forKey: .payload)
    } else {
      try members.encode(String(decoding: payload, as: UTF8.self), forKey: .payloadText)
    }
  }
}

extension FactRecord {
  /// Reads what ``encode(to:)`` usually writes, without `Decodable`; nil for anything else, and for a
  /// payload that does not match its hash.
  package init?(plain json: ParsedJSON) {
    guard json["payloadText"] == nil,
      let id = json["id"]?.identifier(FactID.self),
      let clock = json["clock"]?.unsignedInteger,
      let device = json["device"]?.unsignedInteger,
      let kind = json["kind"]?.text,
      let version = json["version"]?.integer,
      let hash = json["payloadHash"]?.hexadecimalBytes.flatMap(Digest.init)
    else { return nil }
    var entity: EntityID?
    if let named = json["entity"] {
      guard let id = named.identifier(EntityID.self) else { return nil }
      entity = id
    }
    var payload: [UInt8]?
    if let written = json["payload"], !written.isNull {
      guard let bytes = written.encodedBytes else { return nil }
      payload = bytes
    }
    self = FactRecord(
      id: id,
      stamp: HybridTimestamp(
        clock: HybridTime(rawValue: clock),
        device: DeviceID(rawValue: device)
      ),
      kind: kind,
      version: Int(version),
      entity: entity,
      payload: payload,
      payloadHash: hash
    ).hashed()
    guard payloadHash == hash else { return nil }
  }
}
