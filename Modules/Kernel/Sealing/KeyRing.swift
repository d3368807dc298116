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

  /// The ring with which a device that has this one goes on, once the server has given another one.
  ///
  /// That is the server's, unless the server was restored from a backup and lacks keys that are
  /// here. Then it is this one; or, if another device has given the restored server keys of its
  /// own, one with the keys of both.
  ///
  /// - Throws: a `DomainError` if the server's ring belongs to another account.
  public func united(with given: KeyRing) throws(DomainError) -> KeyRing {
    if isLater(than: given) { return self }
    if let joined = joined(with: given) { return joined }
    try given.check(continues: self)
    return given
  }

  /// This ring, or one with the keys of both if only a ring of the same account has some of them.
  public func completed(by held: KeyRing?) -> KeyRing {
    guard let held, !hasKeys(of: held) else { return self }
    return (try? held.united(with: self)) ?? self
  }

  /// Whether no key of another ring of the same account is missing here.
  private func hasKeys(of other: KeyRing) -> Bool {
    keys[0] == other.keys[0] && other.keys.allSatisfy { keys.contains($0) }
  }

  /// Whether this ring, which a device has, came after another one: the server that gives that one
  /// was restored from a backup.
  public func isLater(than given: KeyRing) -> Bool {
    version > given.version && recovery == given.recovery && keys.starts(with: given.keys)
  }

  /// Whether this ring may have been joined from two.
  ///
  /// It then has the first key, a key that each of the two had added, and the one that was added
  /// when they were joined.
  var mayBeJoined: Bool { keys.count >= 4 }

  /// A later ring than both, with the keys of both; nil if neither needs it, or they are rings of
  /// two accounts.
  ///
  /// The server's order of keys stays. What follows is sealed with yet another key: either ring may
  /// be known to a device that was signed out for the other one.
  private func joined(with given: KeyRing) -> KeyRing? {
    guard recovery == given.recovery, keys[0] == given.keys[0] else { return nil }
    let missing = keys.filter { !given.keys.contains($0) }
    let latest = max(version, given.version)
    guard missing.isEmpty else {
      return KeyRing(version: latest, recovery: recovery, keys: given.keys + missing).adding()
    }
    // Joined by another device, which was interrupted while it gave the ring its number.
    let isUnfinished = given.keys.count > keys.count && given.version <= version
    return isUnfinished ? given.renumbered(latest + 1) : nil
  }

  /// Checks that this ring, which came from the server, continues the one that this device has.
  ///
  /// - Throws: a `DomainError` if it is older, or belongs to another account.
  public func check(continues held: KeyRing) throws(DomainError) {
    guard version >= held.version, hasKeys(of: held), version > held.version || self == held else {
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
          + "changed: update this program, or get the key ring from the server, with your password or "
          + "your recovery phrase:  trellis sync recover"
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
