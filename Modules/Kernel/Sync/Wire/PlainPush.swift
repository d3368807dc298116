import Core
import Journals

/// Reads the usual push without `Decodable`, with which a server spent a sixth of its processor time
/// for a push.
///
/// Each initializer returns nil for what it does not know, and for what is wrong: `Decodable` then
/// reads the document, or says what is wrong with it.
extension SyncCall {
  init?(plainPush document: ParsedJSON) {
    guard document["pull"] == nil, let push = document["push"],
      let request = PushRequest(plain: push), let wall = document["wall"]?.milliseconds
    else { return nil }
    var boot: BootTime?
    if let time = document["boot"] {
      guard let time = BootTime(plain: time) else { return nil }
      boot = time
    }
    self.init(.push(request), wall: Instant(milliseconds: wall), boot: boot)
  }
}

extension PushRequest {
  fileprivate init?(plain json: ParsedJSON) {
    guard let author = json["author"]?.unsignedInteger,
      let epoch = json["epoch"]?.unsignedInteger, let list = json["items"],
      list.isList
    else { return nil }
    let elements = list.elements
    guard elements.count <= SyncLimits.facts else { return nil }
    var items: [Item] = []
    items.reserveCapacity(elements.count)
    for element in elements {
      guard let item = Item(plain: element) else { return nil }
      items.append(item)
    }
    self.init(
      author: DeviceID(rawValue: author),
      epoch: SyncEpoch(rawValue: epoch),
      items: items
    )
    guard hasConsecutiveNumbers else { return nil }
  }
}

extension PushRequest.Item {
  fileprivate init?(plain json: ParsedJSON) {
    guard json["amended"] == nil, json["erasure"] == nil,
      json["erases"] == nil, let number = json["number"]?.count,
      let fact = json["fact"].flatMap(FactRecord.init(plain:)), fact.hasSyncableKind
    else { return nil }
    var made: BootTime?
    if let time = json["made"] {
      guard let time = BootTime(plain: time) else { return nil }
      made = time
    }
    var floor = HybridTime.zero
    if let reading = json["floor"] {
      guard let reading = reading.unsignedInteger else { return nil }
      floor = HybridTime(rawValue: reading)
    }
    self.init(number: number, fact: fact, made: made, floor: floor)
  }

  private init(number: Int, fact: FactRecord, made: BootTime?, floor: HybridTime) {
    self.number = number
    self.fact = fact
    self.made = made
    self.floor = floor
    amended = nil
    erasure = nil
  }
}

extension BootTime {
  fileprivate init?(plain json: ParsedJSON) {
    guard let boot = json["boot"]?.unsignedInteger,
      let milliseconds = json["milliseconds"]?.count
    else { return nil }
    self.init(boot: boot, milliseconds: Int64(milliseconds))
  }
}

extension ParsedJSON {
  /// A number from 0 to 2^53.
  fileprivate var count: Int? {
    guard let integer, SyncWire.isCount(integer) else { return nil }
    return Int(integer)
  }

  /// Unix milliseconds within 2^53 of 1970.
  fileprivate var milliseconds: Int64? {
    guard let integer, SyncWire.isTime(integer) else { return nil }
    return integer
  }
}

// MARK: Writing

extension SyncAnswer {
  /// What ``SyncWire`` writes for the verdicts of a push, without `Encodable`; nil for other answers.
  var plainVerdicts: [UInt8]? {
    guard case .decided(let decisions) = body else { return nil }
    var members = JSONMembers(capacity: 64 + 80 * decisions.count)
    members.write("decided", each: decisions) { members, decision in
      if decision.isAlias { members.write("alias", true) }
      members.write("received", decision.received.milliseconds)
      members.write("verdict") { members in
        switch decision.verdict {
        case .taken(let clock): members.write("clock", clock.rawValue)
        case .refused(let code): members.write("refused", code)
        }
      }
    }
    members.write("now", now.milliseconds)
    members.write("protocol", SyncWire.name)
    return members.finish()
  }
}
