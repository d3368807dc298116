import Core
import Crypto
import Journals
import Sync

/// Signs the orders that a server shows, so that the server can be held to them.
///
/// Ed25519 (RFC 8032).
public struct ReceiptSigner: Sendable {
  private let key: Curve25519.Signing.PrivateKey

  /// - Parameter key: 32 private bytes.
  /// - Throws: a `DomainError` if the bytes are not a key.
  public init(key: [UInt8]) throws {
    guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: key) else {
      throw DomainError(
        "bad-receipt-key",
        "The server's key cannot be used: it must have 32 bytes. Nothing was changed; restore it from "
          + "the backup, since devices know the server by it."
      )
    }
    self.key = key
  }

  /// The 32 bytes by which devices know the server.
  public var publicKey: [UInt8] { Array(key.publicKey.rawRepresentation) }

  /// Signs the last entry of an order.
  ///
  /// - Throws: an error if the library cannot sign.
  public func receipt(
    for head: OrderHead,
    of space: SpaceID,
    _ epoch: SyncEpoch,
    at now: Instant
  ) throws -> SyncReceipt {
    let statement = SyncReceipt.statement(space: space, epoch: epoch, head: head, at: now)
    return SyncReceipt(
      space: space,
      epoch: epoch,
      head: head,
      at: now,
      signature: Array(try key.signature(for: statement))
    )
  }
}

extension SyncReceipt {
  /// Whether the owner of a public key has signed this.
  public func isSigned(by publicKey: [UInt8]) -> Bool {
    guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: publicKey) else {
      return false
    }
    return key.isValidSignature(signature, for: statement)
  }
}
