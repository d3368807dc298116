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
  /// A receipt of a sealed account is about encrypted entries, which are encrypted again to compare
  /// them.
  ///
  /// - Returns: their number; nil if nothing can be compared. The home has no account then, or no
  ///   receipt of the present order, or no keys; or entries of a sealed account were erased here.
  /// - Throws: a ``DomainError`` with the code `not-as-signed` if they differ; `JournalError`.
  public static func count(in journal: SQLiteJournal, of home: Home) async throws -> Int? {
    guard let account = try? home.sync.loadAccount(),
      let codec = formsOfFacts(in: account, of: home),
      let book = home.sync.receipts(of: account), let receipt = try? book.load()
    else { return nil }
    let space = try await LocalSpace.space(of: journal)
    guard let state = try await journal.syncState(of: space),
      try DeviceState(state).epoch == receipt.epoch
    else { return nil }
    let check = OrderCheck(of: space, in: journal, codec: codec)
    switch try await check.verify(receipt, signedBy: book.key) {
    case .fits: return receipt.head.position
    case .differs: throw notAsSigned
    case .fitsNoForm: throw signedWithNoKey
    // Another key is that of a server that has lost its own; a restored home lacks entries until
    // it syncs.
    case .notSigned, .lacks, .cannotTell: return nil
    }
  }

  /// The form in which entries travel; nil if the keys of a sealed account are not here.
  private static func formsOfFacts(
    in account: SyncAccount,
    of home: Home
  ) -> (any FactCodec)? {
    guard account.isSealed else { return PlainFacts() }
    return (try? home.sync.loadKeys()).map { SealedFacts($0) }
  }

  private static let notAsSigned = DomainError(
    "not-as-signed",
    "Every entry fits the one before it, but those that were in sync are not what the server has "
      + "signed: somebody has rewritten the history on this device. Nothing was changed now. Go back to "
      + "a copy from before ( trellis backup list ), or compare with another device."
  )

  /// A device may lose a key with which it has sealed entries if it is unlinked from a server that
  /// was restored from a backup.
  private static let signedWithNoKey = DomainError(
    "not-as-signed",
    "Every entry fits the one before it, but some that were in sync are not what the server has "
      + "signed, whichever key of this device they are encrypted with. Either this device has lost "
      + "a key, which can happen once the server was restored from a backup, or somebody has "
      + "rewritten the history here. Nothing was changed now. With the password,  trellis sync "
      + "recover  on each of your other devices, and then on this one, brings back a key that any of "
      + "them has. If it does not help, compare with another device, or go back to a copy from "
      + "before ( trellis backup list )."
  )
}
