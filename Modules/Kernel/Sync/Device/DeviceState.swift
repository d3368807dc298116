import Core
import Journals

/// What a device remembers of the sync of a space; stored together with its facts.
public struct DeviceState: Sendable, Equatable {
  private static let format: UInt8 = 1

  /// The identity under which this device numbers facts.
  public internal(set) var author: DeviceID
  /// The last fact that this device has numbered.
  public internal(set) var numbered = AuthorHead.none
  /// The number of the last own fact that has a verdict.
  public internal(set) var acknowledged = 0
  /// The last own fact that has a position in the server's order.
  public internal(set) var placed = AuthorHead.none
  /// The greatest number that this device has ever used under this identity.
  public internal(set) var highest = 0

  /// The epoch of the server; nil before the first contact.
  public internal(set) var epoch: SyncEpoch?
  /// The position up to which this device holds the server's order.
  public internal(set) var cursor = OrderHead.none
  /// Whether the device has once held all of this epoch; only then does it know what has no number.
  public internal(set) var hasCaughtUp = false
  /// The last fact of each other author.
  public internal(set) var authors: [DeviceID: AuthorHead] = [:]

  /// The last row of the journal that was searched for facts without a number.
  public internal(set) var scanned = 0
  /// The latest clock reading from elsewhere in these rows.
  public internal(set) var floor = HybridTime(rawValue: 0)

  public init(author: DeviceID) { self.author = author }

  /// Nothing waits to be sent, or to be placed by the server.
  public var isSettled: Bool { hasCaughtUp && placed.number == numbered.number }

  /// Begins to number facts under another identity.
  mutating func renew(_ device: DeviceID) {
    authors[author] = placed
    author = device
    (numbered, placed) = (.none, .none)
    (acknowledged, highest) = (0, 0)
    rescan()
  }

  /// Forgets the order of an earlier epoch.
  mutating func follow(_ epoch: SyncEpoch) {
    self.epoch = epoch
    (cursor, hasCaughtUp, authors) = (.none, false, [:])
    (numbered, placed) = (.none, .none)
    acknowledged = 0
    rescan()
  }

  private mutating func rescan() {
    scanned = 0
    floor = HybridTime(rawValue: 0)
  }
}

extension DeviceState {
  /// Reads what ``bytes`` wrote.
  ///
  /// - Throws: an error for any other bytes.
  public init(_ bytes: [UInt8]) throws {
    var reader = ByteReader(bytes)
    guard try reader.read(UInt8.self) == DeviceState.format else { throw reader.malformed }
    self.init(author: DeviceID(rawValue: try reader.read()))
    numbered = try reader.readAuthorHead()
    acknowledged = try reader.readCount()
    placed = try reader.readAuthorHead()
    highest = try reader.readCount()
    epoch = try reader.readOptional { SyncEpoch(rawValue: try $0.read()) }
    cursor = OrderHead(position: try reader.readCount(), digest: try reader.readDigest())
    hasCaughtUp = try reader.read()
    for (author, head) in try reader.readList({
      (DeviceID(rawValue: try $0.read()), try $0.readAuthorHead())
    }) {
      authors[author] = head
    }
    scanned = try reader.readCount()
    floor = HybridTime(rawValue: try reader.read())
    guard reader.isAtEnd else { throw reader.malformed }
  }

  public var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(DeviceState.format)
    writer.write(author.rawValue)
    writer.write(numbered)
    writer.write(count: acknowledged)
    writer.write(placed)
    writer.write(count: highest)
    writer.write(epoch) { $0.write($1.rawValue) }
    writer.write(count: cursor.position)
    writer.write(cursor.digest)
    writer.write(hasCaughtUp)
    writer.write(count: authors.count)
    for (author, head) in authors.sorted(by: { $0.key < $1.key }) {
      writer.write(author.rawValue)
      writer.write(head)
    }
    writer.write(count: scanned)
    writer.write(floor.rawValue)
    return writer.bytes
  }
}
