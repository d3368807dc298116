import Core
import FileSystem
import Glibc

/// Copies what a server keeps in its data folder also when it has a database: its keys, the ledgers
/// of erasures, and the stores that are each node's own.
struct FolderCopy: Sendable {
  let source: ServerData
  let target: ServerData

  /// - Parameter end: nothing is copied to a database, nor to the same folder.
  init(from source: ServerData, to end: MigrationEnd) {
    self.source = source
    target = end.configuration.database == nil ? end.data : source
  }

  /// Copies each file as a whole, in place of one that an interrupted migration has left.
  func copy() throws {
    guard target.path != source.path else { return }
    do {
      for name in try FolderListing.names(in: source.path) where FolderCopy.copies(name) {
        let (file, copy) = ("\(source.path)/\(name)", "\(target.path)/\(name)")
        guard unlink(copy) == 0 || errno == ENOENT else { throw FileError(code: errno) }
        if name.hasSuffix(".db") {
          try DatabaseCopy.make(of: file, at: copy)
        } else {
          _ = try FileDigest.copy(file, to: copy)
        }
      }
      try DiskFlush.folder(target.path)
    } catch let error as FileError {
      throw DomainError(
        "migration-unwritable",
        "\(target.path) cannot be written (\(error)). What is being moved is as it was: free some space, "
          + "or give this user the right to it, then run  trellis-server migrate  again."
      )
    }
  }

  /// Whether a file of the data folder is copied; what comes out of the database is not, since a file
  /// of that name is an older one.
  static func copies(_ name: String) -> Bool {
    let moved = MovedStore.all.map { $0.file(ServerData(path: "")) }
    guard !moved.contains("/\(name)") else { return false }
    if name.hasSuffix(".log") || name.hasPrefix("answers-") && name.hasSuffix(".db") { return true }
    return [.key, .database].contains(StoredFile(name)?.kind)
  }
}
