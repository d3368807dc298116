import Core
import Journals

/// What a server remembers of the sync of a space; stored together with its facts.
public struct ServerState: Sendable, Equatable {
  private static let format: UInt8 = 1

  public internal(set) var epoch: SyncEpoch
  /// The last entry of the order.
  public internal(set) var head = OrderHead.none
  /// The last fact of each author.
  public internal(set) var authors: [DeviceID: AuthorHead] = [:]
  /// For each device, the latest clock reading that it made a fact with, and how that fact counts.
  var clocks: [DeviceID: CountedClock] = [:]
  /// The last row of the journal that was searched for facts made by the server.
  public internal(set) var scanned = 0

  struct CountedClock: Sendable, Equatable {
    let made: HybridTime
    let effective: HybridTime
  }

  public init(epoch: SyncEpoch) { self.epoch = epoch }

  /// Whether a device has sent facts, all of which it made before this timestamp.
  public func isNewest(_ stamp: HybridTimestamp) -> Bool {
    clocks[stamp.device].map { stamp.clock > $0.made } ?? false
  }
}

extension ServerState {
  /// Reads what ``bytes`` wrote.
  ///
  /// - Throws: an error for any other bytes.
  public init(_ bytes: [UInt8]) throws {
    var reader = ByteReader(bytes)
    guard try reader.read(UInt8.self) == ServerState.format else { throw reader.malformed }
    self.init(epoch: SyncEpoch(rawValue: try reader.read()))
    head = OrderHead(position: try reader.readCount(), digest: try reader.readDigest())
    for (author, head) in try reader.readList({
      (DeviceID(rawValue: try $0.read()), try $0.readAuthorHead())
    }) {
      authors[author] = head
    }
    for (device, clock) in try reader.readList({
      (DeviceID(rawValue: try $0.read()), try $0.readCountedClock())
    }) {
      clocks[device] = clock
    }
    scanned = try reader.readCount()
    guard reader.isAtEnd else { throw reader.malformed }
  }

  public var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(ServerState.format)
    writer.write(epoch.rawValue)
    writer.write(count: head.position)
    writer.write(head.digest)
    writer.write(count: authors.count)
    for (author, head) in authors.sorted(by: { $0.key < $1.key }) {
      writer.write(author.rawValue)
      writer.write(head)
    }
    writer.write(count: clocks.count)
    for (device, clock) in clocks.sorted(by: { $0.key < $1.key }) {
      writer.write(device.rawValue)
      writer.write(clock.made.rawValue)
      writer.write(clock.effective.rawValue)
    }
    writer.write(count: scanned)
    return writer.bytes
  }
}

extension ByteReader {
  fileprivate mutating func readCountedClock() throws -> ServerState.CountedClock {
    ServerState.CountedClock(
      made: HybridTime(rawValue: try read()),
      effective: HybridTime(rawValue: try read())
    )
  }
}
