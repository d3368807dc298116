import Core
import FileSystem
import Glibc

/// The folder of all the server's data; only its user can read it.
struct ServerData: Sendable {
  let path: String

  /// The database of accounts.
  var accounts: String { "\(path)/accounts.db" }
  /// The database of friendships, posts and reactions.
  var friends: String { "\(path)/friends.db" }
  /// The ledger of erased accounts, which must be kept beside the backups and not in them.
  var erasures: String { "\(path)/erasures.log" }
  /// The ledger of posts and public pages that were taken down, which must be kept likewise.
  var takedowns: String { "\(path)/erased-friends.log" }
  /// The key that signs receipts.
  var signingKey: String { "\(path)/server.key" }
  /// The secret from which the form tokens of the web app are derived.
  var webSecret: String { "\(path)/web.key" }
  /// The secret of the key that identifies this server to push services.
  var pushKey: String { "\(path)/push.key" }
  /// Exists while a backup is being restored, so that no server starts with half of it.
  var unfinishedRestore: String { "\(path)/restore-unfinished" }
  /// The sums of counts that products have sent.
  var telemetry: String { "\(path)/telemetry.db" }
  private var lock: String { "\(path)/server.lock" }
  /// Held while the data is being moved elsewhere, also while the server runs.
  private var migrationLock: String { "\(path)/migration.lock" }

  /// The ledger of what people erased within their spaces.
  ///
  /// It must be kept beside the backups and not in them.
  func erasedFacts(of product: String) -> String { "\(path)/erased-\(product).log" }

  /// The stored responses to repeated requests, of a product; they may be lost.
  func responses(of product: String) -> String { "\(path)/answers-\(product).db" }

  /// The journal of all spaces of a product.
  func spaces(of product: String) -> String { "\(path)/spaces-\(product).db" }

  /// The existing files that belong in a backup, in the order in which they are copied.
  ///
  /// The list is derived from the names (``StoredFile``), so that a store that is added later is
  /// not forgotten. The accounts come last: everything that a copied account refers to is in the
  /// backup, or will be sent again by devices.
  ///
  /// - Throws: a ``DomainError`` if the folder cannot be read.
  func storedFiles() throws -> [StoredFile] {
    let names: [String]
    do throws(FileError) {
      names = try FolderListing.names(in: path)
    } catch { throw unusable("it cannot be read (\(error))") }
    return names.compactMap { StoredFile($0) }.sorted()
  }

  /// Creates the folder.
  ///
  /// - Throws: a ``DomainError`` if that fails, or others can read it.
  func create() throws {
    do throws(FileError) {
      try Folder.create(path)
    } catch { throw unusable("it cannot be made (\(error))") }
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw unusable("it is not a folder")
    }
    guard status.st_uid == geteuid() else { throw unusable("it belongs to another user") }
    guard status.st_mode & 0o077 == 0 || chmod(path, 0o700) == 0 else {
      throw unusable("others can read it")
    }
  }

  /// Reserves the folder for one server, until the lock is released.
  ///
  /// - Throws: a ``DomainError`` if another server uses it.
  func take() throws -> AdvisoryLock {
    guard let held = try acquire(lock) else {
      throw DomainError(
        "server-runs",
        "Another server works with \(path) already. Nothing was changed: end that one first, or name "
          + "another folder ( data  in the configuration)."
      )
    }
    return held
  }

  /// Reserves the folder as ``take()`` does; nil if a server uses it.
  func takeUnlessServed() throws -> AdvisoryLock? { try acquire(lock) }

  /// Keeps other migrations away until the lock is released; a server may use the folder meanwhile.
  ///
  /// - Throws: a ``DomainError`` if another one is under way.
  func takeForMigration() throws -> AdvisoryLock {
    guard let held = try acquire(migrationLock) else {
      throw DomainError(
        "migration-runs",
        "The data of \(path) is being moved by another  trellis-server migrate  already. Nothing was "
          + "changed: wait for it."
      )
    }
    return held
  }

  /// - Returns: nil if another program holds the lock.
  private func acquire(_ lock: String) throws -> AdvisoryLock? {
    do throws(FileError) {
      let held = try AdvisoryLock(lock)
      return held.tryAcquire() ? held : nil
    } catch { throw unusable("it cannot be written to (\(error))") }
  }

  /// The size of a file with its companions, as SQLite keeps them.
  static func bytes(of file: String) -> Int {
    ["", "-wal", "-shm"].reduce(0) { $0 + DiskSpace.size(of: file + $1) }
  }

  /// The free bytes on the folder's disk; nil if they are not known.
  var freeBytes: Int? { DiskSpace.free(at: path) }

  /// - Throws: a ``DomainError`` after an incomplete restore.
  func requireWhole() throws {
    guard access(unfinishedRestore, F_OK) == 0 else { return }
    throw DomainError(
      "restore-unfinished",
      "A backup was being put into \(path), and that did not get to its end. Nothing was done, and "
        + "nothing is lost: run  trellis-server restore  once more; what was there before is in "
        + "\(path)/before-restore-1 and the like."
    )
  }

  private func unusable(_ why: String) -> DomainError {
    DomainError(
      "data-unusable",
      "The folder \(path) cannot be used for the server's data: \(why). Nothing was changed: name "
        + "another one ( data  in the configuration), or give this user the right to it."
    )
  }
}
