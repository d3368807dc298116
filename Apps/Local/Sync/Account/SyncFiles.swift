import Core
import FileSystem
import Glibc
import Replication
import Sealing

/// The files of a home about its account, and about the state of the sync.
///
/// All of them are private to their user (0600), and none is part of a backup.
public struct SyncFiles: Sendable {
  private static let longestAccount = 64 << 10
  private static let longestToken = 512
  private static let longestRing = 1 << 20
  private static let longestDigest = 128
  private static let longestNumber = 32
  private static let longestFormerKeys = 16 << 20

  private let folder: String

  init(_ home: Home) { folder = home.path }

  private var account: String { folder + "/sync.json" }
  /// The account that the home had before.
  private var former: String { folder + "/sync.former" }
  private var token: String { folder + "/sync.token" }
  private var keys: String { folder + "/sync.keys" }
  /// The digest of the ring at the server that has all of the keys.
  private var confirmed: String { folder + "/sync.confirmed" }
  /// The keys of accounts before the former one.
  private var formerKeys: String { folder + "/sync.keys.former" }
  /// The sealed accounts that the home has had.
  var sealed: String { folder + "/sync.sealed" }
  /// The highest number that was ever pushed.
  public var mark: String { folder + "/sync.mark" }
  /// The lock of the program that synchronizes.
  public var lock: String { folder + "/sync.lock" }
  /// The state of the sync at the end of the last round.
  public var status: String { folder + "/sync.status" }
  /// The newest receipt of the server.
  public var receipt: String { folder + "/sync.receipt" }
  /// The refused entries that the person has dismissed.
  public var dismissed: String { folder + "/sync.dismissed" }

  /// Exists once the server has what checks a proof of the keys of a sealed account.
  private var verified: String { folder + "/sync.verified" }
  /// The version of the key ring with which the sync goes on without what the ring does not open.
  private var skipping: String { folder + "/sync.skipping" }
  /// What was reported to the person about it.
  var reported: String { folder + "/sync.told" }
  /// The files that determine what the home is synchronized with; the account is the first.
  var deciding: [String] { [account, token, keys, skipping] }

  // MARK: Reading

  /// The account; nil if this home has none.
  ///
  /// - Throws: a ``DomainError`` if the file cannot be read.
  public func loadAccount() throws(DomainError) -> SyncAccount? { try loadAccount(at: account) }

  /// The account that the home was signed out of last; nil if there was none.
  ///
  /// - Throws: a ``DomainError`` if the file cannot be read.
  public func loadFormerAccount() throws(DomainError) -> SyncAccount? {
    try loadAccount(at: former)
  }

  /// The account; that of the last time if this home has none.
  ///
  /// - Throws: a ``DomainError`` if a file cannot be read.
  public func loadLastAccount() throws(DomainError) -> SyncAccount? {
    if let linked = try loadAccount() { return linked }
    return try loadFormerAccount()
  }

  private func loadAccount(at path: String) throws(DomainError) -> SyncAccount? {
    guard let bytes = try read(path, limit: SyncFiles.longestAccount) else {
      // Not taken for none: nothing would be synchronized any more, and nobody would hear of it.
      guard access(path, F_OK) != 0 else {
        throw SyncFiles.unusable(path, "others can read or change it")
      }
      return nil
    }
    do {
      return try JSON.decode(SyncAccount.self, from: bytes)
    } catch {
      throw SyncFiles.unusable(path, "it is damaged")
    }
  }

  /// The token of this device's session.
  ///
  /// - Throws: a ``DomainError`` with the code `signed-out` if there is none, or others could have
  ///   read it.
  public func loadToken() throws(DomainError) -> String {
    guard let bytes = try read(token, limit: SyncFiles.longestToken) else {
      throw SyncFiles.signedOut
    }
    let text = String(decoding: bytes, as: UTF8.self).trimmed
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw SyncFiles.signedOut
    }
    return text
  }

  /// The key ring of a sealed account; nil if this device has none.
  ///
  /// - Throws: a ``DomainError`` if the file cannot be read, or is damaged.
  public func loadKeys() throws(DomainError) -> KeyRing? {
    guard let bytes = try read(keys, limit: SyncFiles.longestRing) else { return nil }
    return try KeyRing(bytes)
  }

  /// The digest of the ring at the server that had all keys of this device when it was last opened
  /// or sealed here; nil if it is not known that the server has them all.
  var confirmedRing: String? {
    let bytes = try? read(confirmed, limit: SyncFiles.longestDigest)
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The key ring that this home has of an account, even if it was signed out, and linked to
  /// another one since; nil if it has none, or one that is damaged.
  ///
  /// - Throws: a ``DomainError`` if a file cannot be read.
  func loadKeys(of account: String, at server: String) throws(DomainError) -> KeyRing? {
    let linked = try loadAccount()
    let isLinked = linked?.account == account && linked?.server == server
    // Those that were set aside go first: a link to another account that failed midway may have
    // left the keys of that one.
    if !isLinked, let kept = try loadFormerKeys().first(where: { $0.isOf(account, at: server) }) {
      return kept.opened
    }
    guard let last = try loadLastAccount(), last.server == server, last.account == account else {
      return nil
    }
    do throws(DomainError) {
      return try loadKeys()
    } catch {
      guard error.code == "key-ring-unreadable" else { throw error }
      return nil
    }
  }

  /// The newest receipt of an account's server, with the key that signs it; nil if the account has
  /// no usable key.
  func receipts(of account: SyncAccount) -> ReceiptBook? {
    guard let key = Hexadecimal.bytes(account.serverKey.utf8), key.count == ServerInfo.keyBytes
    else { return nil }
    return ReceiptBook(key: key, path: receipt)
  }

  // MARK: Writing

  /// Links the home to an account: this device is signed in from then on.
  ///
  /// The account is written last, so that it never exists without its other files.
  ///
  /// - Parameter document: the ring as the server keeps it; nil if it may lack some of the keys.
  /// - Throws: a ``DomainError``. A home that was linked to another account is linked to none then,
  ///   and can be linked to either.
  public func link(
    _ linked: SyncAccount,
    token secret: String,
    keys ring: KeyRing?,
    as document: KeyRingDocument? = nil
  ) throws(DomainError) {
    let before = try? loadLastAccount()
    for known in [before, linked].compactMap({ $0 }) { try rememberSealed(known) }
    let isSame = before?.isSame(as: linked) == true
    let held = isSame ? try loadKeys(of: linked.account, at: linked.server) : nil
    let kept = try loadFormerKeys().first { $0.isOf(linked.account, at: linked.server) }
    if !isSame {
      if let before { try part(from: before) }
      // The receipt holds a server to what it has signed; another server has signed nothing.
      for path in [receipt, status, dismissed, reported] { unlink(path) }
    }
    for path in [verified, skipping] { unlink(path) }
    try save(token: secret)
    if let ring {
      // A server that was restored from a backup may lack keys that are here.
      let whole = ring.completed(by: held).completed(by: kept?.opened)
      try save(whole, as: whole == ring ? document : nil)
    } else {
      for path in [keys, confirmed] { unlink(path) }
    }
    try write(json: linked, to: account)
    unlink(former)
    // If it fails, nothing is lost: while a home is linked, what was set aside of its account does
    // not count.
    try? removeFormerKeys(of: linked)
  }

  public func save(token secret: String) throws(DomainError) {
    try write(Array((secret + "\n").utf8), to: token)
  }

  /// Notes that the server has ended the session of this device.
  func endSession() { unlink(token) }

  /// - Parameter document: the ring as the server keeps it; nil if it may lack some of the keys.
  public func save(_ ring: KeyRing, as document: KeyRingDocument? = nil) throws(DomainError) {
    // If the program ends in between, nothing is known of the new keys.
    unlink(confirmed)
    try write(ring.bytes, to: keys)
    if let document { confirm(document) }
  }

  /// Notes how the server keeps the ring of this device.
  func confirm(_ document: KeyRingDocument) {
    // Without the note the keys only stay here for longer.
    try? write(Array(document.digest.utf8), to: confirmed)
  }

  /// Ends the link; the mark stays, since it belongs to this installation and not to the account.
  ///
  /// - Parameters:
  ///   - remembers: whether the home still knows the account, so that signing in to the same one
  ///     continues where it was.
  ///   - keepsKeys: whether that includes its keys.
  /// - Throws: a ``DomainError`` if a file cannot be removed.
  public func unlinkAccount(remembers: Bool = true, keepsKeys: Bool = false) throws(DomainError) {
    // What is still set aside of this account would count instead of its keys from now on.
    let linked = try? loadAccount()
    if let linked, (try? hasFormerKeys(of: linked)) == true { try removeFormerKeys(of: linked) }
    if let linked, !remembers { try? forgetSealed(linked) }
    if remembers, rename(account, former) != 0, errno != ENOENT {
      throw SyncFiles.unusable(account, "\(FileError(code: errno))")
    }
    let ofAccount = remembers ? [] : [account, former, receipt, dismissed]
    let secrets = keepsKeys ? [token] : [token, keys]
    for path in ofAccount + secrets + [confirmed, status, reported, verified, skipping] {
      guard unlink(path) == 0 || errno == ENOENT else {
        throw SyncFiles.unusable(path, "\(FileError(code: errno))")
      }
    }
  }

  /// Whether the server has got what checks a proof of the keys since this device signed in.
  var hasGivenVerifier: Bool { access(verified, F_OK) == 0 }

  /// Notes that the server has it.
  func noteVerifier() throws(DomainError) { try write([], to: verified) }

  /// Whether entries whose key is missing are stored without being opened.
  func skipsUnreadable(with ring: KeyRing?) -> Bool {
    guard let ring, let bytes = try? read(skipping, limit: SyncFiles.longestNumber) else {
      return false
    }
    return Int(String(decoding: bytes, as: UTF8.self)) == ring.version
  }

  /// Goes on without the entries whose key is missing, until all was received or the key ring changes.
  func skipUnreadable(with ring: KeyRing) throws(DomainError) {
    try write(Array(String(ring.version).utf8), to: skipping)
  }

  /// Waits for missing keys again, once all was received.
  ///
  /// A key that is missing later is another one, made when a device was signed out: without waiting
  /// for it, all that follows would never be read here.
  func endSkipping() { unlink(skipping) }

  // MARK: Keys of other accounts

  /// The keys of an account to which the home was linked before another one.
  private struct FormerKeys: Codable {
    let account: String
    /// ``KeyRing/bytes`` in hexadecimal; empty if there are none.
    let ring: String
    let server: String

    init(_ ring: KeyRing?, of account: SyncAccount) {
      (self.account, server) = (account.account, account.server)
      self.ring = Hexadecimal.text(ring?.bytes ?? [])
    }

    /// Nil if there are none, or they are damaged.
    var opened: KeyRing? { Hexadecimal.bytes(ring.utf8).flatMap { try? KeyRing($0) } }

    func isOf(_ account: String, at server: String) -> Bool {
      self.account == account && self.server == server
    }
  }

  private func loadFormerKeys() throws(DomainError) -> [FormerKeys] {
    try readList(formerKeys, limit: SyncFiles.longestFormerKeys)
  }

  /// Ends the link to an account before the home is linked to another one, and keeps its keys.
  ///
  /// Its server may lack some of them; signing in to it again gives it those. A failure from here on
  /// leaves no account with the token or the keys of the other.
  private func part(from other: SyncAccount) throws(DomainError) {
    try setKeysAside(of: other)
    guard rename(account, former) == 0 || errno == ENOENT else {
      throw SyncFiles.unusable(account, "\(FileError(code: errno))")
    }
  }

  private func setKeysAside(of account: SyncAccount) throws(DomainError) {
    // Those that are there of an account that is not linked were set aside by an attempt that failed
    // later: the other ring may be that of the account to which it wanted to link the home. So it is
    // noted, too, that there are none.
    if try loadAccount() == nil, try hasFormerKeys(of: account) { return }
    let others = try loadFormerKeys().filter { !$0.isOf(account.account, at: account.server) }
    let ring = try? loadKeys()
    try save(others + [FormerKeys(ring, of: account)])
  }

  private func hasFormerKeys(of account: SyncAccount) throws(DomainError) -> Bool {
    try loadFormerKeys().contains { $0.isOf(account.account, at: account.server) }
  }

  /// Removes the keys of an account that has them again, and the notes that others have none.
  private func removeFormerKeys(of account: SyncAccount) throws(DomainError) {
    let all = try loadFormerKeys()
    let others = all.filter { !$0.ring.isEmpty && !$0.isOf(account.account, at: account.server) }
    if others.count < all.count { try save(others) }
  }

  private func save(_ former: [FormerKeys]) throws(DomainError) {
    try write(list: former, to: formerKeys)
  }

  // MARK: Errors

  /// The error if this device is not signed in.
  static let signedOut = DomainError(
    "signed-out",
    "This device is signed out. Nothing is lost, and what you do here waits: sign in again with  "
      + "trellis sync login"
  )

  /// The error if no account is linked.
  public static let noAccount = DomainError(
    "no-account",
    "This device is not linked to an account: everything stays here. To link it, type  trellis sync "
      + "login ADDRESS  with the address of a server, or  trellis sync signup ADDRESS  for a new "
      + "account."
  )

  private static func unusable(_ path: String, _ reason: String) -> DomainError {
    DomainError(
      "sync-file-unusable",
      "\(path) cannot be used (\(reason)). Your entries are untouched: give yourself the right to it, "
        + "or delete that file and sign in again with  trellis sync login"
    )
  }

  private func read(_ path: String, limit: Int) throws(DomainError) -> [UInt8]? {
    do throws(FileError) {
      return try PrivateFile.read(path, limit: limit)
    } catch { throw SyncFiles.unusable(path, "\(error)") }
  }

  /// The items of a list; none if there is no file.
  func readList<Item: Decodable>(_ path: String, limit: Int) throws(DomainError) -> [Item] {
    guard let bytes = try read(path, limit: limit) else { return [] }
    do { return try JSON.decode([Item].self, from: bytes) } catch {
      throw SyncFiles.unusable(path, "it is damaged")
    }
  }

  /// Writes a list; there is no file of an empty one.
  func write(list: [some Encodable], to path: String) throws(DomainError) {
    guard !list.isEmpty else {
      unlink(path)
      return
    }
    try write(json: list, to: path)
  }

  private func write(json value: some Encodable, to path: String) throws(DomainError) {
    let bytes: [UInt8]
    do { bytes = try JSON.encode(value) } catch { throw SyncFiles.unusable(path, "\(error)") }
    try write(bytes, to: path)
  }

  private func write(_ bytes: [UInt8], to path: String) throws(DomainError) {
    do throws(FileError) {
      try AtomicFile.write(bytes, to: path)
    } catch {
      throw DomainError(
        "sync-file-unwritable",
        "\(path) cannot be written (\(error)). Your entries are untouched, and so is that file: free "
          + "some space, or give yourself the right to write in its folder, then try again."
      )
    }
  }
}

extension Home {
  /// The files of the sync.
  public var sync: SyncFiles { SyncFiles(self) }
}
