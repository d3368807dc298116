import Accounts
import Core
import Friends
import Journals
import Logging
import Replication
import SQLiteJournal

/// Updates spaces and open streams when an account changes.
struct AccountServices: Sendable {
  let accounts: AccountStore
  let friends: FriendServices
  let products: ServedProducts
  /// The responses that several nodes share; nil for a server with files, where they name no space.
  let responses: SharedResponseStore?
  let streams: SyncStreams
  let logger: Logger

  /// The server's data about an account's space.
  struct StoredSpace: Sendable {
    let product: String
    let facts: Int
    let bytes: Int
  }

  /// The server's data about an account.
  func usage(of account: AccountID) async throws -> [StoredSpace] {
    var stored: [StoredSpace] = []
    for space in try await accounts.spaces(of: account) {
      guard let product = products.product(named: space.product) else { continue }
      let usage = try await product.replicator.usage(of: space.id)
      stored.append(
        StoredSpace(product: space.product, facts: usage.facts, bytes: usage.bytes)
      )
    }
    return stored
  }

  /// Signs the caller or another device of the account out, and ends its streams.
  ///
  /// - Returns: whether it was signed in.
  func endSession(_ id: SessionID, by caller: Caller) async throws -> Bool {
    let ended = try await accounts.endSession(
      id,
      of: caller.account.id,
      isRevoked: id != caller.session.id
    )
    streams.end { $0.session == id }
    return ended
  }

  /// Signs out all devices except one.
  func endSessions(of account: AccountID, except kept: SessionID?) async throws -> Int {
    let count = try await accounts.endSessions(of: account, except: kept)
    streams.end { $0.account == account && $0.session != kept }
    return count
  }

  /// Suspends an account, and ends its streams at once.
  func suspend(_ email: String, reason: String, by authority: Authority) async throws {
    let account = try await accounts.suspend(email, reason: reason, by: authority)
    streams.end { $0.account == account.id }
  }

  func changePassword(
    of caller: Caller,
    from current: String,
    to new: String,
    sealed: SealedPassword?
  ) async throws {
    try await accounts.changePassword(of: caller, from: current, to: new, sealed: sealed)
    streams.end { $0.account == caller.account.id && $0.session != caller.session.id }
  }

  /// Sets a new password through a link, and ends the streams of the account.
  func resetPassword(
    by token: String,
    to new: String,
    sealed: SealedPassword? = nil,
    keyProof: String? = nil,
    address: String
  ) async throws {
    let account = try await accounts.resetPassword(
      by: token,
      to: new,
      sealed: sealed,
      keyProof: keyProof,
      address: address
    )
    streams.end { $0.account == account }
  }

  /// The data about a person beyond what their devices also have.
  ///
  /// Asks for the password: an unattended browser does not reveal everything (OWASP ASVS 5.0,
  /// 7.5.3).
  func export(_ account: AccountID, password: String) async throws -> AccountDocuments.Export {
    AccountDocuments.Export(
      account: try await accounts.export(account, password: password),
      friends: try await friends.store.export(account)
    )
  }

  /// Erases an account with all of its spaces.
  func erase(_ account: AccountID, password: String) async throws {
    let spaces = try await accounts.eraseAccount(account, password: password)
    streams.end { $0.account == account }
    try await friends.store.erase(account)
    try await erase(spaces)
  }

  /// Erases the spaces of accounts that are gone, including those from a restored backup.
  func applyErasures() async throws {
    try await erase(try await accounts.applyErasures())
    try await erase(try await accounts.spacesToErase())
    try await eraseOrphans()
    try await friends.applyErasures()
  }

  /// Erases the spaces of erased accounts that the accounts know nothing of, and what the ledgers
  /// say of any.
  ///
  /// A backup copies the accounts last: it may have the space of somebody who was erased meanwhile.
  /// A device's request that was under way may have written to one, too.
  private func eraseOrphans() async throws {
    for product in products.all {
      let spaces = try await product.journal.spaces()
      for space in try await accounts.erased(among: spaces) {
        try await product.journal.erase(space)
      }
      let named = Array(try product.ledger.spaces())
      try product.ledger.forget(Set(try await accounts.erased(among: named)))
    }
  }

  /// Gives what earlier versions shared the keys of this one; what cannot be read now waits for the
  /// next start.
  func identifyShared() async {
    do {
      try await friends.identifyShared()
    } catch {
      logger.warning(
        "posts of an earlier version stay when their substance is deleted",
        metadata: ["error": "\(error)"]
      )
    }
  }

  /// Erases what is left of accounts that another program has erased, such as the operator's command.
  func eraseLeft() async throws {
    // Those of products that are not served wait, and were reported at the start.
    let spaces = try await accounts.spacesToErase().filter { space in
      products.product(named: space.product) != nil
    }
    guard !spaces.isEmpty else { return }
    try await erase(spaces)
    try await friends.applyErasures()
  }

  private func erase(_ spaces: [ErasedSpace]) async throws {
    for space in spaces {
      guard let product = products.product(named: space.product) else {
        logger.warning(
          "a space of a product that is not served waits to be erased",
          metadata: ["product": "\(space.product)"]
        )
        continue
      }
      try await product.journal.erase(space.id)
      try await responses?.erase(space.id)
      try await accounts.confirmErasure(of: space.id)
    }
  }
}
