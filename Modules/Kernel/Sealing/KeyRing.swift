import Core
import Crypto

/// The keys with which an account's facts are sealed, oldest first.
///
/// New facts are sealed with the newest key; the others remain, to open earlier facts.
public struct KeyRing: Sendable, Equatable {
  private static let format: UInt8 = 1
  /// More keys than revoked devices could explain.
  private static let greatestCount = 10_000
  private static let greatestVersion = 1 << 32

  /// The number of the ring's version on the server, counted from 1.
  ///
  /// It is sealed with the ring, so that an older version cannot pass for a newer one.
  public private(set) var version: Int
  /// The key that seals the ring for the recovery phrase.
  public private(set) var recovery: RecoveryKey
  /// 256 random bits each; the first one has the number 1.
  private(set) var keys: [SymmetricKey]

  /// A ring with one new key, for a new account.
  public static func new(recovery: RecoveryKey) -> KeyRing {
    KeyRing(version: 1, recovery: recovery, keys: [SymmetricKey(size: .bits256)])
  }

  init(version: Int, recovery: RecoveryKey, keys: [SymmetricKey]) {
    self.version = version
    self.recovery = recovery
    self.keys = keys
  }

  /// The number of the newest key.
  public var newest: Int { keys.count }

  /// The ring's next version, with a new key for future facts: devices were signed out.
  public func adding() -> KeyRing {
    KeyRing(version: version + 1, recovery: recovery, keys: keys + [SymmetricKey(size: .bits256)])
  }

  /// The ring's next version with the same keys, to be sealed for another recovery phrase.
  public func replacing(recovery: RecoveryKey) -> KeyRing {
    KeyRing(version: version + 1, recovery: recovery, keys: keys)
  }

  /// The same keys under the number of another version.
  public func renumbered(_ version: Int) -> KeyRing {
    KeyRing(version: version, recovery: recovery, keys: keys)
  }

  /// Whether this ring, which a device has, came after another one: the server that gives that one
  /// was restored from a backup.
  public func isLater(than given: KeyRing) -> Bool {
    version > given.version && recovery == given.recovery && keys.starts(with: given.keys)
  }

  /// Checks that this ring, which came from the server, continues the one that this device has.
  ///
  /// - Throws: a `DomainError` if it is older, or belongs to another account.
  public func check(continues held: KeyRing) throws(DomainError) {
    let isPrefix = keys.starts(with: held.keys)
    guard version >= held.version, isPrefix, version > held.version || self == held else {
      throw DomainError(
        "key-ring-foreign",
        "The server gave a key ring that does not continue the one this device has. Nothing was "
          + "changed, and the device keeps its own: check the server's address, and ask whoever runs "
          + "it whether its data were restored."
      )
    }
  }

  // MARK: Its bytes, which open everything

  /// Reads what ``bytes`` wrote.
  ///
  /// - Throws: a `DomainError` for any other bytes.
  public init(_ bytes: [UInt8]) throws(DomainError) {
    do {
      var reader = ByteReader(bytes)
      guard try reader.read(UInt8.self) == KeyRing.format else { throw reader.malformed }
      version = try reader.readCount()
      recovery = RecoveryKey(
        publicKey: try Curve25519.KeyAgreement.PublicKey(rawRepresentation: reader.readBlob()),
        presharedKey: try reader.readKey()
      )
      keys = try reader.readList { try $0.readKey() }
      guard reader.isAtEnd, (1...KeyRing.greatestVersion).contains(version),
        (1...KeyRing.greatestCount).contains(keys.count)
      else {
        throw reader.malformed
      }
    } catch {
      throw DomainError(
        "key-ring-unreadable",
        "The key ring cannot be read: it is damaged, or a newer version wrote it. Nothing was "
          + "changed: update this program, or sign in again to get the key ring from the server."
      )
    }
  }

  /// The opened ring, for a private file on a device.
  public var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(KeyRing.format)
    writer.write(count: version)
    writer.write(Array(recovery.publicKey.rawRepresentation))
    writer.write(recovery.presharedKey.bytes)
    writer.write(count: keys.count)
    for key in keys { writer.write(key.bytes) }
    return writer.bytes
  }
}

extension ByteReader {
  fileprivate mutating func readKey() throws -> SymmetricKey {
    let bytes = try readBlob()
    guard bytes.count == 32 else { throw malformed }
    return SymmetricKey(data: bytes)
  }
}
