import Core
import Replication
import SQLiteJournal
import Sync

/// Compares the entries of a home with what the server of its account has signed.
///
/// Whoever rewrites a journal together with all of its hashes cannot sign for the server.
public enum SignedEntries {
  /// Checks the entries that the newest receipt is about.
  ///
  /// - Returns: their number; nil if nothing can be compared. The home has no account then, or no
  ///   receipt of the present order, or a sealed account: a receipt of that is about encrypted
  ///   entries, which a device encrypts anew with each new key.
  /// - Throws: a ``DomainError`` with the code `not-as-signed` if they differ; `JournalError`.
  public static func count(in journal: SQLiteJournal, of home: Home) async throws -> Int? {
    guard let account = try? home.sync.loadAccount(), !account.isSealed,
      let book = home.sync.receipts(of: account), let receipt = try? book.load()
    else { return nil }
    let space = try await LocalSpace.space(of: journal)
    guard let state = try await journal.syncState(of: space),
      try DeviceState(state).epoch == receipt.epoch
    else { return nil }
    switch try await OrderCheck(of: space, in: journal).verify(receipt, signedBy: book.key) {
    case .fits: return receipt.head.position
    case .differs: throw notAsSigned
    // Another key is that of a server that has lost its own; a restored home lacks entries until
    // it syncs.
    case .notSigned, .lacks, .cannotTell: return nil
    }
  }

  private static let notAsSigned = DomainError(
    "not-as-signed",
    "Every entry fits the one before it, but those that were in sync are not what the server has "
      + "signed: somebody has rewritten the history on this device. Nothing was changed now. Go back to "
      + "a copy from before ( trellis backup list ), or compare with another device."
  )
}
