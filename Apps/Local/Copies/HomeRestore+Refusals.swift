import Core
import FileSystem
import Journals
import Products
import Presentation
import SQLiteJournal

/// Why something cannot be restored, in words for the person who chose the file.
extension HomeRestore {
  /// Runs a step on a file, and reports the problem with it.
  ///
  /// - Parameter name: the person's name for the file.
  /// - Throws: a ``DomainError`` for a file that cannot be restored.
  public static func inWords<T>(
    _ path: String,
    _ name: String,
    _ body: () async throws -> T
  ) async throws -> T {
    do {
      return try await body()
    } catch let error as JournalError {
      throw refusal(error, path, name)
    }
  }

  private static func refusal(_ error: JournalError, _ path: String, _ name: String) -> any Error {
    switch error.code {
    case .tooNew:
      DomainError(
        "backup-too-new",
        "“\(name)” was made by a newer version of this app. Nothing was replaced: install the newer "
          + "version here too, then restore it."
      )
    case .damaged where SQLiteJournal.isJournal(path):
      DomainError(
        "backup-damaged",
        "“\(name)” is a backup of this app, but damaged or not complete. Nothing was replaced: "
          + "choose another backup, or fetch the file once more from where you kept it."
      )
    case .damaged: foreign(path, name)
    default: error
    }
  }

  private static func foreign(_ path: String, _ name: String) -> DomainError {
    let start = (try? FileReader(path, allowsPipes: false).next().prefix(1)) ?? []
    let isExport = start.first == UInt8(ascii: "{")
    let how =
      isExport
      ? "It looks like an export: choose Import for it, or type  trellis import  and its name."
      : "Choose another file."
    return DomainError(
      "backup-foreign",
      "“\(name)” is not a backup of this app. Nothing was replaced. \(how)"
    )
  }

  /// Rejects a backup of another product that could not be shown here completely.
  ///
  /// The restore itself reports files that are damaged or not backups.
  public func checkProduct(of path: String, called name: String) throws {
    guard let outline = try? SQLiteJournal.outline(ofBackup: path) else { return }
    _ = try made(in: outline.product, name)
  }

  /// Returns the product of a backup, if the present one can show its contents.
  func made(in product: String?, _ name: String) throws -> Product? {
    guard let named = product else { return nil }
    guard let made = ProductCatalog.product(named: named) else {
      throw DomainError(
        "backup-too-new",
        "“\(name)” was made with “\(named)”, which this version does not have. Nothing was replaced: "
          + "install a newer version, then restore it."
      )
    }
    guard made.name == self.product.name || !home.hasChosen else {
      let words =
        "“\(name)” was made with \(made.title), and here is \(self.product.title), which would not "
        + "show all of it. Nothing was replaced"
      throw DomainError(
        "backup-other-product",
        "\(words). To have \(made.title) here, type  trellis init --product \(made.name)  and "
          + "restore it then.",
        onPages: "\(words): restore it where you use \(made.title)."
      )
    }
    return made
  }

  /// A linked home keeps the history of its account.
  func checkSpace(
    _ theirs: SQLiteJournal,
    _ ours: SQLiteJournal,
    isLinked: Bool
  ) async throws {
    guard isLinked, let here = try await ours.spaces().first,
      try await !theirs.spaces().contains(here)
    else { return }
    throw HomeRestore.otherHistory
  }

  /// Rejects a backup of another history than the one that is synchronized with an account.
  ///
  /// The restore itself reports a backup that cannot be read; a present journal that cannot is
  /// what a backup is for.
  public func checkHistory(of path: String) async throws {
    guard try home.sync.loadAccount() != nil,
      let ours = try? LocalSpace.openJournal(in: home),
      let here = try? await ours.spaces().first,
      let theirs = try? SQLiteJournal.spaces(ofBackup: path), !theirs.contains(here)
    else { return }
    throw HomeRestore.otherHistory
  }

  private static let otherHistory = DomainError(
    "backup-other-history",
    "This home is linked to an account, and the backup is of another history than the account's. "
      + "Nothing was replaced: unlink this computer first (in a terminal:  trellis sync logout ), then "
      + "restore it."
  )
}
