import Core
import Journals
import SQLiteJournal
import Sealing

/// The complete export of a home.
public enum HomeArchive {
  /// Writes all facts of a home (``SpaceArchive``).
  ///
  /// Of a fact that was erased, only some devices of a sealed account know the kind. None of them
  /// writes it, so that they write the same document.
  ///
  /// - Returns: what was changed in the history; nil if nothing was.
  @discardableResult
  public static func write(
    _ space: SpaceID,
    in journal: SQLiteJournal,
    of home: Home,
    product: String,
    to write: ([UInt8]) async throws -> Void
  ) async throws -> ChangedHistory? {
    let account = (try? home.sync.loadAccount()) ?? (try? home.sync.loadFormerAccount())
    let isSealed = account?.isSealed == true
    return try await SpaceArchive.write(
      space,
      in: journal,
      product: product,
      erasedForm: isSealed ? (kind: FactSealer.kind, version: FactSealer.format) : nil,
      to: write
    )
  }
}
