import Core
import FileSystem
import Journals
import SQLite

/// What a backup says about itself, without being checked from its first row to its last.
public struct BackupOutline: Sendable, Equatable {
  /// The number of facts in it.
  public let facts: Int
  /// When the last of them was made; nil if there is none.
  public let lastAt: Instant?
  /// The name of the product in which it was made; nil in older backups.
  public let product: String?

  public init(facts: Int, lastAt: Instant?, product: String? = nil) {
    self.facts = facts
    self.lastAt = lastAt
    self.product = product
  }
}

extension SQLiteJournal {
  /// Reads what a backup, or a journal that was put aside, says about itself.
  ///
  /// Changes nothing, not even in a hostile file.
  ///
  /// - Throws: ``JournalError`` for a file that is neither, or of a newer version.
  public static func outline(ofBackup path: String) throws(JournalError) -> BackupOutline {
    let (database, version) = try open(backup: path)
    return try ErrorTranslation.translated(path) { () throws(SQLiteError) in
      let note = try database.prepare("SELECT value FROM meta WHERE name = 'product'")
      defer { note.reset() }
      let product = try note.step() ? String(decoding: note.blob(0), as: UTF8.self) : nil
      let facts = Int(clamping: try database.integer("SELECT count(*) FROM facts") ?? 0)
      let layout: RowLayout = version > RowLayout.lastWithWholeReadings ? .current : .wholeReadings
      let last = try database.prepare(
        "SELECT id, \(layout.readingColumn) FROM facts ORDER BY id DESC LIMIT 1"
      )
      defer { last.reset() }
      let id = try last.step() ? last.uint128(0).map(FactID.init(rawValue:)) : nil
      return BackupOutline(
        facts: facts,
        lastAt: id.map { layout.clock(last.int64(1), of: $0).instant },
        product: product
      )
    }
  }

  /// Reads which spaces are in a backup, or in a journal that was put aside.
  ///
  /// - Throws: as ``outline(ofBackup:)``.
  public static func spaces(ofBackup path: String) throws(JournalError) -> [SpaceID] {
    let (database, _) = try open(backup: path)
    return try ErrorTranslation.translated(path) { () throws(SQLiteError) in
      let find = try database.prepare("SELECT id FROM spaces ORDER BY id")
      defer { find.reset() }
      var spaces: [SpaceID] = []
      while try find.step() {
        if let id = find.uint128(0) { spaces.append(SpaceID(rawValue: id)) }
      }
      return spaces
    }
  }

  /// Opens a foreign file that begins like a journal, and returns the version of its schema.
  private static func open(
    backup path: String
  ) throws(JournalError) -> (database: Database, version: Int) {
    guard FileIdentity(at: path) != nil else {
      throw BackupSteps.refused("There is no file \(path).", "missing")
    }
    let database = try ErrorTranslation.translated(path) { () throws(SQLiteError) in
      try Database.openForeign(path: path)
    }
    let version = try Schema.identify(database, path)
    guard version > 0 else { throw ErrorTranslation.notOurs(path, "it is empty") }
    return (database, version)
  }

  /// Whether a file begins like a journal of this program, whole or not.
  public static func isJournal(_ path: String) -> Bool {
    // The first bytes of a database, and its application id (sqlite.org/fileformat.html, 1.3).
    guard let head = try? FileReader(path, allowsPipes: false).next().prefix(72), head.count == 72
    else { return false }
    let id = head.suffix(4).reduce(Int64(0)) { $0 << 8 | Int64($1) }
    return head.starts(with: Array("SQLite format 3\0".utf8)) && id == Schema.applicationID
  }
}
