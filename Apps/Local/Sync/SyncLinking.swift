import Core
import Glibc
import Journals
import Loop
import Presentation
import Replication
import Runtime
import SQLiteJournal
import SocialContract
import Sync

/// The effects of linking a home to an account, before anything is changed.
public struct SyncLinking: Sendable {
  /// The number of entries of this home.
  public let entriesHere: Int
  /// The number of entries that the account has for the product.
  public let entriesThere: Int
  /// The account that the home was linked to before; nil if there was none.
  public let before: SyncAccount?

  /// How the home was linked when it was looked at.
  private let found: LinkState
  /// Whether what is here was synchronized with any account.
  private let wasSynchronized: Bool
  /// The titles of the habits that are shared with friends.
  private let shared: [String]
  private let space: LocalSpace
  private let account: SyncAccount
  private let entered: AccountAccess

  /// Checks that a home can be linked.
  ///
  /// It has no account, or the server has signed this device out. No round may have noticed that
  /// yet, so the server is asked.
  ///
  /// - Throws: a ``DomainError`` if it cannot, or `CancellationError`.
  public static func checkSignedOut(_ home: Home) async throws {
    guard let known = try home.sync.loadAccount(), (try? home.sync.loadToken()) != nil,
      SyncStatusFile(home).load().trouble?.kind != .signedOut
    else { return }
    do {
      _ = try await LinkedAccount.of(home).client.account()
    } catch let error as DomainError {
      // A server that cannot be asked has not signed it out, as far as anybody here knows.
      if error.code == "signed-out" { return }
    }
    throw alreadyLinked(known)
  }

  private static func alreadyLinked(_ account: SyncAccount) -> DomainError {
    let words =
      "This device is linked to an account already (\(account.email) at \(account.server)). Nothing "
      + "was changed: unlink it first"
    return DomainError(
      "already-linked",
      "\(words) with  trellis sync logout",
      onPages: "\(words)."
    )
  }

  private static let linkedMeanwhile = DomainError(
    "linked-meanwhile",
    "Another program has signed this device in or out meanwhile. Nothing was changed: see how it is "
      + "linked with  trellis sync status , and begin again if it should be linked otherwise.",
    onPages: "Another program has signed this device in or out meanwhile. Nothing was changed: "
      + "begin again if it should be linked otherwise."
  )

  private static let replacedMeanwhile = DomainError(
    "replaced-meanwhile",
    "What was here has been deleted or replaced meanwhile, so this device was not linked: begin "
      + "again if what is here now should be."
  )

  /// Checks both sides.
  ///
  /// - Throws: a ``DomainError``, also if another program has linked or erased the home since it
  ///   was checked, and if the server says of a sealed account that it is not: what is here would
  ///   be sent in the clear.
  public init(
    _ space: LocalSpace,
    _ access: AccountAccess,
    _ server: ServerInfo,
    _ client: ServerClient,
    authorities: String?
  ) async throws {
    guard space.isCurrent else { throw SyncLinking.replacedMeanwhile }
    self.space = space
    found = LinkState(space.home)
    try await SyncLinking.checkSignedOut(space.home)
    entered = access
    let linked = SyncAccount(
      server: client.origin,
      serverKey: server.key,
      account: access.signedIn.account.id,
      email: access.signedIn.account.email,
      session: access.signedIn.session.id,
      product: space.product.name,
      isSealed: access.signedIn.account.isSealed,
      authorities: authorities
    )
    account = linked
    before = try space.home.sync.loadLastAccount()
    if !linked.isSealed, try space.home.sync.hasHadSealed(linked) { throw SyncAccount.notSealed }
    let there = try await client.signedIn(access.signedIn.token).account()
    entriesThere = there.entries(of: space.product.name)
    entriesHere = try await SyncLinking.entries(of: space)
    wasSynchronized = try await space.journal.syncState(of: space.id) != nil
    shared = try await SyncLinking.shared(in: space)
  }

  private static func shared(in space: LocalSpace) async throws -> [String] {
    guard space.product.policies.offersFriends else { return [] }
    let reply = try await space.runtimeClient.run { try $0.askIfAvailable(AllShared()) }.reply
    return reply?.items.map(\.title) ?? []
  }

  private static func entries(of space: LocalSpace) async throws -> Int {
    try await space.journal.read(space.id, after: 0, limit: 1).head
  }

  private var isFormerAccount: Bool { before?.isSame(as: account) ?? false }

  /// Whether the home continues with its former account.
  ///
  /// It does not after going back to the copy from before a merge, which the account does not have.
  public var continues: Bool { isFormerAccount && wasSynchronized }

  /// Whether two histories are merged, which cannot be separated again.
  public var joinsHistories: Bool { !continues && entriesHere > 0 && entriesThere > 0 }

  /// Whether data that was synchronized with one account is given to another.
  public var changesAccount: Bool { !isFormerAccount && before != nil && entriesHere > 0 }

  /// What the person must agree to, in sentences; nil if nothing is merged.
  public var question: String? {
    guard joinsHistories || changesAccount else { return nil }
    let before = provenance.map { " \($0)" } ?? ""
    let seen = sharing.map { " Friends of the account will see \($0)." } ?? ""
    let here = entriesHere.counted("entry", "entries")
    guard joinsHistories else {
      return "\(here) of this device will be sent to the account.\(seen)\(before)"
    }
    return
      "This device has \(here), and the account \(entriesThere.counted("entry", "entries")). "
      + "They will be one history on all of your devices; a copy of what is here is made first."
      + "\(seen)\(before)"
  }

  /// With which other account the data was synchronized, in a sentence; nil if with none.
  private var provenance: String? {
    guard changesAccount, let before else { return nil }
    let unsealing =
      before.isSealed && !account.isSealed ? ", in a sealed account; this server can read it" : ""
    return "What is here was synchronized with \(before.email) before\(unsealing)."
  }

  /// What the friends of this account see that was perhaps meant for those of another: `the streak
  /// of “Read”`; nil if there is nothing like that.
  public var sharing: String? {
    guard !continues, !account.isSealed, !shared.isEmpty else { return nil }
    return "the streak of \(shared.map { "“\($0)”" }.listed(with: "and"))"
  }

  /// What the account got although it was synchronized with another one before; nil if nothing was.
  public var handover: String? {
    guard changesAccount, !joinsHistories, let before else { return nil }
    return
      "What is here, \(entriesHere.counted("entry", "entries")), was synchronized with "
      + "\(before.email) before. The account has all of it now."
  }

  private func checkCurrent() throws(DomainError) {
    guard space.isCurrent else { throw SyncLinking.replacedMeanwhile }
  }

  /// Copies the present journal, to be able to return to it.
  ///
  /// Erased data is removed from it as from other copies. Blocks while it works.
  ///
  /// - Returns: the path of the copy.
  /// - Throws: `JournalError`, or a ``DomainError`` if there is no room.
  func copy() throws -> String {
    let home = space.home
    guard HomeCopies(home).hasRoom else {
      throw DomainError(
        "no-room",
        "The disk is nearly full, so no copy of what is here could be made. Nothing was changed: free "
          + "some space first."
      )
    }
    let beginning = "\(home.journal).before-\(HomeCopies.syncMark)-"
    let number = (1...).first { access("\(beginning)\($0)", F_OK) != 0 } ?? 1
    let path = "\(beginning)\(number)"
    try space.journal.backup(to: path, product: space.product.name)
    return path
  }

  /// Copies what is here if two histories become one, and links the home by `link`.
  ///
  /// - Returns: the path of the copy, which is removed if `link` throws; nil if none was needed.
  public func keepingCopy(
    isolation: isolated (any Actor)? = #isolation,
    _ link: () throws -> Void
  ) async throws -> String? {
    try checkCurrent()
    let copy = joinsHistories ? try await Loop.offload { try self.copy() } : nil
    do {
      try link()
    } catch {
      if let copy { unlink(copy) }
      throw error
    }
    return copy
  }

  /// How to return to the copy that was made before two histories were merged.
  ///
  /// A home that stays linked would get back at once what the account has.
  public static func wayBack(to copy: String) -> String {
    "What was here before is kept as \(copy). To go back to it, unlink this device first, with  "
      + "trellis sync logout , and then type  trellis restore \(copy) . The account keeps what it has."
  }

  /// Links the home.
  ///
  /// - Throws: a ``DomainError``; no entry was changed then.
  public func link() throws(DomainError) {
    // What the person has agreed to is no longer so.
    try checkCurrent()
    guard LinkState(space.home) == found else { throw SyncLinking.linkedMeanwhile }
    try space.home.sync.link(
      account,
      token: entered.signedIn.token,
      keys: entered.ring,
      as: entered.keys?.document
    )
  }
}
