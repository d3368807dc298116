import Core
import FileSystem
import Glibc
import Journals
import SQLite

/// The last entry that a journal has confirmed, in a small file beside it.
///
/// SQLite takes a database without its write-ahead log for complete. If the log is lost, everything
/// written since the last checkpoint is lost without notice. Commits reach the log one after the
/// other: whatever part of its end is lost, the last entry is lost with it. So one entry suffices.
///
/// The file is written after the commit and is not synced: after a crash it is unreadable or older
/// than the journal, and then tells nothing, but it is never ahead of what was confirmed.
struct KeptHead: Equatable {
  private static let mark = "trellis-head"
  private static let version = "1"
  /// The greatest length in bytes.
  private static let longest = 512

  let space: SpaceID
  /// The number of the entry in its space.
  let sequence: Int
  /// The hash of the entry's row and all before it.
  let chain: Digest
  /// The identity of the journal that had the entry; nil if it had none yet.
  ///
  /// A restored or mended journal gets another identity: it did not confirm what its predecessor
  /// did.
  let device: DeviceID?

  init(space: SpaceID, sequence: Int, chain: Digest, device: DeviceID? = nil) {
    self.space = space
    self.sequence = sequence
    self.chain = chain
    self.device = device
  }

  // MARK: The file

  static func path(of journal: String) -> String { journal + ".head" }

  /// Reads what is kept beside a journal; nil if there is nothing, or nothing complete.
  init?(beside journal: String) {
    let descriptor = open(KeptHead.path(of: journal), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: KeptHead.longest)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count > 0, let head = KeptHead(Array(bytes[..<count])) else { return nil }
    self = head
  }

  private init?(_ bytes: [UInt8]) {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let words = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
    guard words.count == 7, words[0] == KeptHead.mark, words[1] == KeptHead.version,
      Digest.of(Array(words[..<6].joined(separator: " ").utf8)).description == words[6],
      let space = SpaceID(String(words[2])), let sequence = Int(words[4]),
      let chain = Digest(String(words[5]))
    else { return nil }
    self.init(
      space: space,
      sequence: sequence,
      chain: chain,
      device: UInt64(words[3]).map { DeviceID(rawValue: $0) }
    )
  }

  private var bytes: [UInt8] {
    let device = device.map { "\($0.rawValue)" } ?? "-"
    let words = "\(KeptHead.mark) \(KeptHead.version) \(space) \(device) \(sequence) \(chain)"
    return Array("\(words) \(Digest.of(Array(words.utf8)))\n".utf8)
  }

  /// Writes the file; if it cannot be written it is missing, as after a crash.
  ///
  /// The caller holds the journal's lock, and the entry is on disk.
  func keep(beside journal: String) {
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let descriptor = open(KeptHead.path(of: journal), flags, 0o600)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let bytes = bytes
    guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else { return }
    ftruncate(descriptor, bytes.count)
  }

  /// Removes the file, before entries leave a journal on purpose.
  static func forget(beside journal: String) { Files.remove(path(of: journal)) }

  // MARK: The check

  /// Whether a journal has the space of the entry.
  func hasSpace(in database: Database) throws(SQLiteError) -> Bool {
    let find = try database.prepare("SELECT 1 FROM spaces WHERE id = ?")
    defer { find.reset() }
    try find.bind(1, space.rawValue)
    return try find.step()
  }

  /// Whether the journal still has the entry, or is another journal than the one that had it.
  ///
  /// - Parameter database: a journal of the present schema.
  func isKnown(to database: Database) throws(SQLiteError) -> Bool {
    let stored = try DeviceIdentity(database).stored()
    if let device, let stored, device != stored { return true }
    let find = try database.prepare("SELECT head, head_hash FROM spaces WHERE id = ?")
    defer { find.reset() }
    try find.bind(1, space.rawValue)
    guard try find.step() else { return false }
    let head = find.int(0)
    return head > sequence || head == sequence && find.withBlob(1, { Digest($0) }) == chain
  }

  /// - Throws: ``JournalError`` with `damaged` unless ``isKnown(to:)`` holds.
  func require(in database: Database, of path: String) throws(JournalError) {
    let isKnown = try ErrorTranslation.translated(path) { () throws(SQLiteError) in
      try self.isKnown(to: database)
    }
    guard isKnown else { throw missing(from: path) }
  }

  /// What is wrong with the journal at `path` if it lacks its last entry; nil if it does not.
  ///
  /// It has no full stop.
  ///
  /// - Throws: ``JournalError`` if the journal cannot be read.
  static func finding(at path: String) throws(JournalError) -> String? {
    // First the file and then the journal, which others may be writing to.
    guard let kept = KeptHead(beside: path) else { return nil }
    guard DiskSpace.size(of: path) > 0 else { return kept.finding(path) }
    let isKnown = try ErrorTranslation.translated(path) { () throws(SQLiteError) in
      let database = try Reader.database(path, 1000)
      let version = try database.userVersion()
      // An empty database lacks it; one of an earlier version is checked once it is migrated.
      guard version == Schema.version else { return version > 0 }
      return try kept.isKnown(to: database)
    }
    return isKnown ? nil : kept.finding(path)
  }

  private func finding(_ path: String) -> String {
    DiskSpace.size(of: path) > 0
      ? "the journal \(path) lacks entry \(sequence), which was confirmed: its log \(path)-wal "
        + "was removed, or left behind when the file was copied"
      : "the journal \(path) is gone, in which entry \(sequence) was confirmed"
  }

  /// The error of opening a journal that lacks the entry.
  func missing(from path: String) -> JournalError {
    let start =
      DiskSpace.size(of: path) > 0 ? "" : "; to start over, remove \(KeptHead.path(of: path))"
    return JournalError(
      .damaged,
      "T\(finding(path).dropFirst()). Nothing was changed. If you have the missing file, put it "
        + "back\(start).",
      detail: "entry \(sequence) of space \(space) is not there"
    )
  }
}
