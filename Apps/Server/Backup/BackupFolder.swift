import Core
import FileSystem
import Glibc

/// A folder of backups, each a subfolder named after the time at which it was made.
struct BackupFolder: Sendable {
  private static let partial = ".partial-"

  let path: String
  /// Names new backups, and tells which are dated ahead.
  var clock: any WallClock = SystemClock()

  /// The paths of its backups, oldest first.
  var backups: [String] {
    let names = (try? FolderListing.names(in: path)) ?? []
    return names.filter(BackupFolder.isName).sorted().map { "\(path)/\($0)" }
      .filter { access("\($0)/\(BackupManifest.name)", F_OK) == 0 }
  }

  /// The path of the backup that a person means by the folder: itself, or the newest one in it.
  var meant: String {
    if access("\(path)/\(BackupManifest.name)", F_OK) == 0 { return path }
    return pastBackups.last ?? backups.last ?? path
  }

  /// The backups that are not dated ahead, oldest first.
  ///
  /// Those are from a clock that was wrong, and older than they say. If they counted as the newest,
  /// all others would be removed as soon as they are made.
  private var pastBackups: [String] {
    // A minute more, for the clock of another machine that shares the folder.
    let end = BackupFolder.name(of: clock.now().advanced(bySeconds: 60))
    return backups.filter { $0 <= "\(path)/\(end)" }
  }

  /// Adds a new backup to the folder, atomically.
  ///
  /// Remains of killed programs are removed.
  ///
  /// - Parameter make: writes the files into the given folder.
  /// - Returns: the path of the backup.
  func add(
    at moment: Instant,
    _ make: (_ folder: String) async throws -> Void
  ) async throws -> String {
    let partial = "\(path)/\(BackupFolder.partial)\(getpid())"
    let lock: AdvisoryLock
    do throws(FileError) {
      try Folder.create(path)
      lock = try AdvisoryLock("\(path)/.lock")
    } catch { throw BackupProblem.unwritable(path, error) }
    guard lock.tryAcquire() else {
      throw DomainError(
        "backup-runs",
        "Another backup is being made in \(path). Nothing was changed: wait for that one."
      )
    }
    defer { lock.release() }
    removePartials()
    guard mkdir(partial, 0o700) == 0 else {
      throw BackupProblem.unwritable(partial, FileError(code: errno))
    }
    do {
      try await make(partial)
      let finished = unused(BackupFolder.name(of: moment))
      try DiskFlush.folder(partial)
      guard rename(partial, finished) == 0 else { throw FileError(code: errno) }
      try DiskFlush.folder(path)
      return finished
    } catch {
      BackupFolder.remove(partial)
      if let error = error as? FileError { throw BackupProblem.unwritable(path, error) }
      throw error
    }
  }

  /// Removes the oldest backups, except `count` of them; never removes `kept`, or one dated ahead.
  ///
  /// - Returns: the paths of the removed ones, and of those of which something could not be
  ///   removed, such as what another user put there.
  func removeOldest(
    keeping count: Int,
    and kept: String
  ) -> (removed: [String], left: [String]) {
    let others = pastBackups.filter { $0 != kept }
    var (removed, left): ([String], [String]) = ([], [])
    for backup in others.dropLast(max(0, count - 1)) {
      BackupFolder.remove(backup)
      if access(backup, F_OK) == 0 { left.append(backup) } else { removed.append(backup) }
    }
    return (removed, left)
  }

  // MARK: Names

  /// `2026-11-25T193544Z`: sorted by name, backups are sorted by time.
  private static func name(of moment: Instant) -> String {
    String(moment.rfc3339(in: .utc).prefix(19).filter { $0 != ":" }) + "Z"
  }

  private static func isName(_ name: String) -> Bool {
    let stem = name.split(separator: "Z", omittingEmptySubsequences: false).first ?? ""
    return stem.count == 17 && name.contains("Z") && Day(String(stem.prefix(10))) != nil
      && stem.dropFirst(11).allSatisfy(\.isNumber)
  }

  private func unused(_ name: String) -> String {
    var number = 1
    var result = "\(path)/\(name)"
    while access(result, F_OK) == 0 {
      number += 1
      result = "\(path)/\(name)-\(number)"
    }
    return result
  }

  // MARK: Files

  private func removePartials() {
    for name in (try? FolderListing.names(in: path)) ?? []
    where name.hasPrefix(BackupFolder.partial) {
      BackupFolder.remove("\(path)/\(name)")
    }
  }

  /// Removes a backup: its manifest first, so that the rest is no longer a backup.
  private static func remove(_ folder: String) {
    unlink("\(folder)/\(BackupManifest.name)")
    for name in (try? FolderListing.names(in: folder)) ?? [] { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }
}
