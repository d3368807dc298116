import Core
import FileSystem
import Glibc

/// The folder of everything that the server keeps; only its user can read it.
struct ServerData: Sendable {
  let path: String

  /// The database of accounts.
  var accounts: String { "\(path)/accounts.db" }
  /// The ledger of erased accounts, which is to be kept beside the backups and not in them.
  var erasures: String { "\(path)/erasures.log" }
  /// The key that receipts are signed with.
  var signingKey: String { "\(path)/server.key" }
  private var lock: String { "\(path)/server.lock" }

  /// The ledger of what people erased within their spaces, which is to be kept beside the backups and
  /// not in them.
  func erasedFacts(of product: String) -> String { "\(path)/erased-\(product).log" }

  /// The journal of all spaces of a product.
  func spaces(of product: String) -> String { "\(path)/spaces-\(product).db" }

  /// Creates the folder.
  ///
  /// - Throws: a ``DomainError`` if that cannot be done, or others can read it.
  func create() throws {
    do throws(FileError) {
      try Folder.create(path)
    } catch { throw unusable("it cannot be made (\(error))") }
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw unusable("it is no folder")
    }
    guard status.st_uid == geteuid() else { throw unusable("it belongs to another user") }
    guard status.st_mode & 0o077 == 0 || chmod(path, 0o700) == 0 else {
      throw unusable("others can read it")
    }
  }

  /// Takes the folder for one server, until the lock is released.
  ///
  /// - Throws: a ``DomainError`` if another server has it.
  func take() throws -> AdvisoryLock {
    let held: AdvisoryLock
    do throws(FileError) {
      held = try AdvisoryLock(lock)
    } catch { throw unusable("it cannot be written to (\(error))") }
    guard held.tryAcquire() else {
      throw DomainError(
        "server-runs",
        "Another server works with \(path) already. Nothing was changed: end that one first, or name "
          + "another folder ( data  in the configuration)."
      )
    }
    return held
  }

  private func unusable(_ why: String) -> DomainError {
    DomainError(
      "data-unusable",
      "The folder \(path) cannot be used for the server's data: \(why). Nothing was changed: name "
        + "another one ( data  in the configuration), or give this user the right to it."
    )
  }
}
