import ArgumentParser
import Core
import FileSystem
import Glibc

/// Copies everything while the server runs.
struct BackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy everything the server keeps into a new folder; also while it runs.",
    discussion: """
      The copy is checked completely, and is there as a whole or not at all. It has all spaces, \
      accounts and keys, so keep it as private as the server. Not in it are the ledgers of what was \
      erased (erasures.log, erased-*.log), which are to be kept beside the backups, and the pepper.

        trellis-server backup /var/backups/trellis --keep 14
      """
  )

  @Argument(help: "The folder of backups; a folder named after this moment is made in it.")
  var folder: String

  @Option(help: "Remove the oldest backups in the folder, so that so many are left.")
  var keep: Int?

  @OptionGroup var options: ConfigurationOptions

  func validate() throws {
    if let keep, keep < 1 { throw ValidationError("--keep needs a number from 1.") }
  }

  func run() async throws {
    umask(0o077)
    let configuration = try await options.load()
    try configuration.requireFiles(
      "Nothing was copied: let it make its backups (pg_dump, or a base backup with its log), and keep "
        + "with them the keys in \(configuration.dataFolder), and beside them the ledgers "
        + "(erasures.log, erased-*.log)."
    )
    let data = ServerData(path: configuration.dataFolder)
    let place = BackupFolder(path: folder)
    let made = try await ServerBackup(data: data).make(in: place)
    let bytes = made.manifest.files.reduce(0) { $0 + $1.bytes }
    let files = made.manifest.files.count.counted("file")
    print("\(made.path): \(files), \(ByteCount(bytes).words), checked.")
    guard let keep else { return }
    let (removed, left) = place.removeOldest(keeping: keep, and: made.path)
    if !removed.isEmpty { print("\(removed.count) older than the newest \(keep) removed.") }
    for backup in left {
      print("\(backup) is older too, and could not be removed completely: remove it as its owner.")
    }
  }
}

/// Verifies a backup.
struct VerifyBackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify-backup",
    abstract: "Check that a backup is whole and as it was written."
  )

  @Argument(help: "The folder of a backup, or a folder of backups, of which the newest is taken.")
  var folder: String

  func run() async throws {
    let check = try BackupCheck(of: BackupFolder(path: folder).meant)
    for file in check.manifest.files {
      print("\(file.name): \(ByteCount(file.bytes).words)")
    }
    let entries = check.entries.counted("entry", "entries")
    print("\(check.path), made \(check.manifest.madeAt), is whole: \(entries).")
  }
}

/// Restores a backup.
struct RestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Put a backup in the place of the server's data. The server must not run.",
    discussion: """
      What is there now is kept, in before-restore-1 in the data folder. The ledgers there stay and are \
      applied: on a new machine, put the newest erasures.log and erased-*.log there first. Devices \
      send again what the backup lacks; nothing on them is taken away.

        systemctl stop trellis-server
        trellis-server restore /var/backups/trellis
        systemctl start trellis-server
      """
  )

  @Argument(help: "The folder of a backup, or a folder of backups, of which the newest is taken.")
  var folder: String

  @OptionGroup var options: ConfigurationOptions

  func run() async throws {
    umask(0o077)
    let configuration = try await options.load()
    try configuration.requireFiles(
      "Nothing was changed: put its own backup back, then run  trellis-server mark-restored  before "
        + "the server starts."
    )
    let data = ServerData(path: configuration.dataFolder)
    // Before any check that takes minutes.
    if access(data.path, F_OK) == 0 { try data.take().release() }
    let check = try BackupCheck(of: BackupFolder(path: folder).meant)
    let outcome = try await ServerRestore(data: data).put(check)
    let entries = check.entries.counted("entry", "entries")
    print(
      "\(data.path) is as of \(check.manifest.madeAt), with \(entries) in "
        + "\(outcome.spaces.counted("space"))."
    )
    if let aside = outcome.aside {
      print(
        "What was there is in \(aside): remove it once you miss nothing, for it follows no erasure."
      )
    }
    print("Start the server: devices send again what the backup lacks.")
    print("Sessions are as of then as well: whoever signed a device out since should do so again.")
  }
}

extension ServerConfiguration {
  /// - Throws: a ``DomainError`` if the data is in a database, which has backups of its own.
  fileprivate func requireFiles(_ instead: String) throws {
    guard database != nil else { return }
    throw DomainError("in-a-database", "The server's data is in a PostgreSQL database. \(instead)")
  }
}
