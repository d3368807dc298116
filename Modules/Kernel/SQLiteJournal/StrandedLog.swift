import FileSystem
import Glibc
import Journals

/// A write-ahead log whose database is missing or empty.
///
/// SQLite deletes such a log when it opens the database, although the log may hold the only copy of
/// everything that was written. So this is checked before SQLite opens anything.
///
/// Source of the format: sqlite.org/fileformat2.html, "The Write-Ahead Log".
struct StrandedLog {
  private static let headerSize = 32
  private static let frameHeaderSize = 24

  let path: String
  private let log: [UInt8]

  /// Nil unless there is such a log beside `path`.
  init?(beside path: String) {
    guard DiskSpace.size(of: path) == 0 else { return nil }
    let file = Files.behindLinks(path)
    guard DiskSpace.size(of: file + "-wal") > Self.headerSize,
      let log = Files.contents(of: file + "-wal"), Self.isLog(log)
    else { return nil }
    self.path = file
    self.log = log
  }

  private static func isLog(_ bytes: [UInt8]) -> Bool {
    let magic = number(bytes, 0)
    return magic == 0x377F_0682 || magic == 0x377F_0683
  }

  private static func number(_ bytes: [UInt8], _ place: Int) -> Int {
    bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
  }

  /// A description of the finding, without a full stop.
  var finding: String {
    let state = Files.exists(path) ? "is empty" : "is missing"
    return "the journal \(path) \(state), but \(path)-wal beside it holds what was written last"
  }

  var error: JournalError {
    JournalError(
      .damaged,
      "T\(finding.dropFirst()). Nothing was changed. If you moved the journal, put it back.",
      detail: "\(log.count) bytes in the log"
    )
  }

  /// The first page of the database as the log has it; nil if the log does not.
  ///
  /// With this page as its whole contents, the database is no longer empty for SQLite, which then
  /// reads every page that the log has from there.
  var firstPage: [UInt8]? {
    let size = Self.number(log, 8)
    guard size >= 512, size <= 65536 else { return nil }
    let salt = log[16..<24]
    var found: [UInt8]?
    var place = Self.headerSize
    while place + Self.frameHeaderSize + size <= log.count {
      let page = place + Self.frameHeaderSize
      // Frames with another salt are left from an earlier use of the file.
      guard log[(place + 8)..<(place + 16)] == salt else { break }
      if Self.number(log, place) == 1 { found = Array(log[page..<(page + size)]) }
      place = page + size
    }
    return found
  }
}
