import Core
import Journals

/// What a server has signed about the last entry of its order.
///
/// A device that keeps it can prove that the server went back to an earlier moment, or shows
/// somebody else another order. The state machines only pass it on; the drivers sign and check it.
public struct SyncReceipt: Sendable, Hashable {
  public let space: SpaceID
  public let epoch: SyncEpoch
  public let head: OrderHead
  /// When the server signed it.
  public let at: Instant
  /// An Ed25519 signature of ``statement`` (RFC 8032).
  public let signature: [UInt8]

  public init(
    space: SpaceID,
    epoch: SyncEpoch,
    head: OrderHead,
    at: Instant,
    signature: [UInt8]
  ) {
    self.space = space
    self.epoch = epoch
    self.head = head
    self.at = at
    self.signature = signature
  }

  /// The bytes that are signed.
  public var statement: [UInt8] {
    SyncReceipt.statement(space: space, epoch: epoch, head: head, at: at)
  }

  /// The bytes to sign, in the format of `ByteWriter`.
  ///
  /// They are a name, the space, the epoch, the position and the hash of the order, and the time.
  public static func statement(
    space: SpaceID,
    epoch: SyncEpoch,
    head: OrderHead,
    at: Instant
  ) -> [UInt8] {
    var writer = ByteWriter()
    writer.write("trellis receipt 1")
    writer.write(space)
    writer.write(epoch.rawValue)
    writer.write(count: head.position)
    writer.write(head.digest)
    writer.write(at.milliseconds)
    return writer.bytes
  }
}
