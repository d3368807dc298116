import Core
import Journals

extension PullRequest: Codable {
  private enum CodingKeys: String, CodingKey { case after, author, epoch, limit }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    let epoch = try members.decodeIfPresent(UInt64.self, forKey: .epoch)
    self.init(
      author: try members.decode(DeviceID.self, forKey: .author),
      epoch: epoch.map(SyncEpoch.init(rawValue:)),
      after: try members.decode(OrderHead.self, forKey: .after),
      limit: min(max(try members.decodeCount(forKey: .limit), 1), SyncLimits.facts)
    )
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(author, forKey: .author)
    try members.encodeIfPresent(epoch?.rawValue, forKey: .epoch)
    try members.encode(after, forKey: .after)
    try members.encode(limit, forKey: .limit)
  }
}

extension PullPage: Codable {
  private enum CodingKeys: String, CodingKey { case epoch, head, items, receipt }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      epoch: SyncEpoch(rawValue: try members.decode(UInt64.self, forKey: .epoch)),
      items: try members.decodeList([Item].self, forKey: .items),
      head: try members.decode(OrderHead.self, forKey: .head),
      receipt: try members.decodeIfPresent(SyncReceipt.self, forKey: .receipt)
    )
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(epoch.rawValue, forKey: .epoch)
    try members.encode(items, forKey: .items)
    try members.encode(head, forKey: .head)
    try members.encodeIfPresent(receipt, forKey: .receipt)
  }
}

extension PullPage.Item: Codable {
  private enum CodingKeys: String, CodingKey { case entry, erases, fact }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      entry: try members.decode(SyncEntry.self, forKey: .entry),
      fact: try members.decodeFact(.fact, erases: .erases)
    )
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(entry, forKey: .entry)
    try members.encode(fact, .fact, erases: .erases)
  }
}

/// What a push and an offer have in common.
private struct BatchDocument<Item: Codable>: Codable {
  let author: DeviceID
  let epoch: SyncEpoch
  let items: [Item]

  private enum CodingKeys: String, CodingKey { case author, epoch, items }

  init(author: DeviceID, epoch: SyncEpoch, items: [Item]) {
    self.author = author
    self.epoch = epoch
    self.items = items
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    author = try members.decode(DeviceID.self, forKey: .author)
    epoch = SyncEpoch(rawValue: try members.decode(UInt64.self, forKey: .epoch))
    items = try members.decodeList([Item].self, forKey: .items)
  }

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(author, forKey: .author)
    try members.encode(epoch.rawValue, forKey: .epoch)
    try members.encode(items, forKey: .items)
  }
}

extension PushRequest: Codable {
  public init(from decoder: any Decoder) throws {
    let batch = try BatchDocument<Item>(from: decoder)
    self.init(author: batch.author, epoch: batch.epoch, items: batch.items)
    guard hasConsecutiveNumbers else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "the numbers of the items do not follow on each other"
        )
      )
    }
  }

  public func encode(to encoder: any Encoder) throws {
    try BatchDocument(author: author, epoch: epoch, items: items).encode(to: encoder)
  }

  /// Whether each item's number follows on that of the item before.
  var hasConsecutiveNumbers: Bool {
    zip(items, items.dropFirst()).allSatisfy { $0.number + 1 == $1.number }
  }
}

extension PushRequest.Item: Codable {
  private enum CodingKeys: String, CodingKey {
    case amended, erases, erasure, fact, floor, made, number
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    number = try members.decodeCount(forKey: .number)
    fact = try members.decodeFact(.fact, erases: .erases)
    made = try members.decodeIfPresent(BootTime.self, forKey: .made)
    floor = try members.decodeIfPresent(HybridTime.self, forKey: .floor) ?? .zero
    amended = try members.decodeIfPresent(SyncVerdict.self, forKey: .amended)
    erasure = try members.decodeIfPresent(Erasure.self, forKey: .erasure)
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(number, forKey: .number)
    try members.encode(fact, .fact, erases: .erases)
    try members.encodeIfPresent(made, forKey: .made)
    try members.encodeIfPresent(floor == .zero ? nil : floor, forKey: .floor)
    try members.encodeIfPresent(amended, forKey: .amended)
    try members.encodeIfPresent(erasure, forKey: .erasure)
  }
}

extension OfferRequest: Codable {
  public init(from decoder: any Decoder) throws {
    let batch = try BatchDocument<Item>(from: decoder)
    self.init(author: batch.author, epoch: batch.epoch, items: batch.items)
  }

  public func encode(to encoder: any Encoder) throws {
    try BatchDocument(author: author, epoch: epoch, items: items).encode(to: encoder)
  }
}

extension OfferRequest.Item: Codable {
  private enum CodingKeys: String, CodingKey { case entry, erases, erasure, fact }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    entry = try members.decode(SyncEntry.self, forKey: .entry)
    fact = try members.decodeFact(.fact, erases: .erases)
    erasure = try members.decodeIfPresent(Erasure.self, forKey: .erasure)
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(entry, forKey: .entry)
    try members.encode(fact, .fact, erases: .erases)
    try members.encodeIfPresent(erasure, forKey: .erasure)
  }
}

extension PushDecision: Codable {
  private enum CodingKeys: String, CodingKey { case alias, received, verdict }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    verdict = try members.decode(SyncVerdict.self, forKey: .verdict)
    isAlias = try members.decodeIfPresent(Bool.self, forKey: .alias) ?? false
    received = try members.decodeInstant(forKey: .received)
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(verdict, forKey: .verdict)
    try members.encodeIfPresent(isAlias ? true : nil, forKey: .alias)
    try members.encode(received.milliseconds, forKey: .received)
  }
}
